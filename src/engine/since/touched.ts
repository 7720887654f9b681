import type { EventNames } from '../../event-names.ts';
import type { Kind } from '../../kind.ts';
import type { ScopeType } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import type { AuditEvent, Named } from './audit-event.ts';
import type { KeptSection, Leaving } from './kept-look.ts';

/** What the events of a scope are filed under (GET /audit_events, 18.9). */
const ENTITIES: { readonly [type in ScopeType]: string } = {
  instance: 'Gitlab::Audit::InstanceScope',
  group: 'Group',
  project: 'Project',
};

/** A test whether events tell that a section of a kind may have changed. */
export function touchedBy(
  events: readonly AuditEvent[],
  kind: Kind,
  type: ScopeType,
): (section: Pick<KeptSection, 'host' | 'entries'>) => boolean {
  // Whatever is filed under a scope: its name need not be known.
  const scopes = new Set(events.flatMap(({ entity }) => (entity.type === ENTITIES[type] ? [entity.id] : [])));
  const things = thingsIn(events, kind);
  // What cannot be told from others may be any of them.
  const isAny = things.has(undefined);
  return ({ host, entries }) => isAny || scopes.has(host) || entries.some(({ id }) => things.has(numberOf(id)));
}

/**
 * The numbers of what a kind's entries stand for that something has happened to, wherever they stand: somebody was renamed. An event of
 * such an entry itself is of the scope that it is filed under, unless it has gone: then it may have gone from below as well.
 */
function thingsIn(events: readonly AuditEvent[], { history }: Kind): ReadonlySet<number | undefined> {
  const names = history?.events;
  if (names === undefined) return new Set();
  const isOfKind = ({ type }: Named): boolean => names.targets.includes(type);
  return new Set(
    events.flatMap(({ name, entity, target }) => {
      const of = [entity, ...(target === undefined ? [] : [target])].filter(isOfKind);
      return isOwn(name, names) && !names.removed.includes(name) ? [] : of.map(({ id }) => id);
    }),
  );
}

function isOwn(name: string, { made, removed, isChange }: EventNames): boolean {
  return made.includes(name) || removed.includes(name) || isChange?.(name) === true;
}

/**
 * What events say is being removed: the platform does that in the background, when it has the time, and everything that stands for it goes
 * without an event of its own (DELETE /users/:id, 18.9).
 */
export function leavingBy(events: readonly AuditEvent[], kinds: Kinds): Leaving[] {
  const removals = [...kinds.values()].flatMap(({ people, history }) =>
    people !== undefined && history?.events !== undefined ? [history.events] : [],
  );
  return events.flatMap(({ name, target }) => {
    const isRemoval = removals.some(
      ({ removed, targets }) => removed.includes(name) && target !== undefined && targets.includes(target.type),
    );
    return isRemoval && target?.id !== undefined ? [{ type: target.type, id: target.id }] : [];
  });
}

/** A test whether entries of a kind stand for something that is being removed. */
export function leaves(leaving: readonly Leaving[], kind: Kind): (section: Pick<KeptSection, 'entries'>) => boolean {
  const targets = kind.history?.events?.targets ?? [];
  const ids = new Set<number | undefined>(leaving.flatMap(({ type, id }) => (targets.includes(type) ? [id] : [])));
  return ({ entries }) => ids.size > 0 && entries.some(({ id }) => ids.has(numberOf(id)));
}

/** An entry without a number stands for nothing that events name. */
function numberOf(id: number | string | undefined): number {
  return typeof id === 'number' ? id : NaN;
}
