import { isAlwaysThere } from '../../always-there.ts';
import { isMap } from '../../base/shape.ts';
import { scopeAddress, scopePath } from '../../address.ts';
import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import { identity, type Kind } from '../../kind.ts';
import type { JsonObject, Plan, Scope, Touch, Unmanaged } from '../../model.ts';
import type { Read } from '../../read.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { differingFields } from '../plan/kept-fields.ts';
import { namesakesAmong, toldAlone } from './told-alike.ts';
import { eventName, isLater, readQuietly, touchesOf } from './touches.ts';

const AT_A_TIME = 8;

/** What of a plan is asked for: what it changes, and what nobody declared; or what is as it is, and was touched at some time. */
interface Undone {
  readonly changes: Plan['changes'];
  readonly unmanaged: readonly Pick<Unmanaged, 'entries'>[];
  readonly standing?: readonly Standing[];
}

/** Something live of which it is asked who touched it last, whatever a plan says of it: all of it, or some fields. */
export interface Standing {
  readonly address: string;
  readonly id: number | string | undefined;
  readonly fields?: readonly string[];
}

/**
 * Who did what a plan would undo, by address, as far as audit events tell: the last event of the right name, about a target of this type
 * and this number; for what nobody declared, the last one of any change. What leaves no event has no name. It is no error where there are none: they need Premium, and a user who may read them
 * (GET …/audit_events, 18.9); `untold` hears of each list that is kept back.
 */
export async function whoChanged(
  plan: Undone,
  client: Client,
  kinds: Kinds,
  untold: (status: number) => void = () => undefined,
): Promise<ReadonlyMap<string, Touch>> {
  const asked = suspects(plan, kinds);
  const reads = new Map(asked.map((one) => [one.source, one.read]));
  const events = new Map<string, readonly JsonObject[]>();
  await parallel([...reads], AT_A_TIME, async ([source, read]) => {
    events.set(source, await eventsOf(read, client, untold));
  });
  const namesakes = namesakesAmong(asked, client);
  const found = await parallel(asked, AT_A_TIME, async (one) => {
    const id = one.id ?? (await numberOf(one, client));
    const rows = await toldAlone(events.get(one.source) ?? [], one, namesakes);
    const event = latest(rows.filter((candidate) => tells(candidate, one, id)));
    if (event === undefined) return one.field === undefined ? [] : [{ address: one.address, field: one.field }];
    const made = one.kind.history?.events?.made.includes(eventName(event) ?? '') === true;
    return [{ address: one.address, field: one.field, event, made }];
  });
  return touchesOf(found.flat(), client);
}

/** The names of the events that would tell who did something. */
interface Telling {
  readonly names: readonly string[];
  readonly orAnyChange?: boolean;
  /** The one field that it is asked for, beside the whole. */
  readonly field?: string;
  readonly wasRemoved?: boolean;
}

/** Something that is not as declared, and the events that would tell who did it. */
interface Suspect {
  readonly address: string;
  readonly kind: Kind;
  readonly scope: Scope;
  readonly key: string;
  /** Whether it is asked who removed it; else it is live. */
  readonly wasRemoved: boolean;
  /** The field that is asked for; undefined where it is the whole. */
  readonly field: string | undefined;
  /** The number of what is live; undefined where it is gone. */
  readonly id: string | undefined;
  readonly names: ReadonlySet<string>;
  /** Whether any change of it counts beside these: nobody declared it, so that no field says which change is meant. */
  readonly orAnyChange: boolean;
  /** The fields that are asked for, where these are known. */
  readonly asked: readonly string[] | undefined;
  /** The fields of a settings object that differ: there one event tells of one field. */
  readonly fields: readonly string[] | undefined;
  /** Whether the events are filed under this very group or project: then their names tell enough, whatever part of it is the target. */
  readonly ofItself: boolean;
  readonly source: string;
  readonly read: Read;
}

function suspects({ changes, unmanaged, standing = [] }: Undone, kinds: Kinds): Suspect[] {
  const changed = changes.flatMap((change) => {
    const { kind } = partsOf(change.address, kinds);
    const events = kind.history?.events;
    if (events === undefined) return [];
    const fields = differingFields(change).map(({ path }) => path);
    const ids = change.calls.flatMap(({ path }) => /\/(\d+)$/.exec(path)?.[1] ?? []);
    switch (change.action) {
      case 'create':
        return suspect(change.address, undefined, { names: events.removed, wasRemoved: true }, undefined, kinds);
      case 'update':
        return [
          ...suspect(change.address, ids[0], { names: withMaking(fields, kind) }, fields, kinds),
          ...topFields(fields).flatMap((field) =>
            suspect(change.address, ids[0], { names: withMaking([field], kind), field }, [field], kinds),
          ),
        ];
      case 'replace':
        return suspect(
          change.address,
          ids[0],
          { names: [...events.made, ...fields.flatMap(events.changed)] },
          undefined,
          kinds,
        );
      case 'delete':
        return suspect(change.address, ids[0], { names: events.made, orAnyChange: true }, undefined, kinds);
    }
  });
  const extra = unmanaged.flatMap(({ entries = [] }) =>
    entries.flatMap(({ address, id }) => {
      const made = partsOf(address, kinds).kind.history?.events?.made;
      return made === undefined
        ? []
        : suspect(address, numberText(id), { names: made, orAnyChange: true }, undefined, kinds);
    }),
  );
  return [...changed, ...extra, ...standing.flatMap((one) => standingSuspect(one, kinds))];
}

/**
 * The events of a change of fields; of what has the number of another, such as a member, or no number that is shown, the making as well: who is
 * taken out and added again is the same by all that shows, and has the values of the latter.
 */
function withMaking(paths: readonly string[], { history, identity: { numberOfAnother } }: Kind): readonly string[] {
  const names = paths.flatMap((path) => history?.events?.changed(path.split('.')[0] ?? path) ?? []);
  const isMadeAnew = numberOfAnother === true || history?.events?.alike !== undefined;
  return isMadeAnew && names.length > 0 ? [...names, ...(history?.events?.made ?? [])] : names;
}

/** The fields of an entry that differ, where they are several: each may have been another's doing. */
function topFields(paths: readonly string[]): readonly string[] {
  const fields = new Set(paths.map((path) => path.split('.')[0] ?? path));
  return fields.size > 1 ? [...fields] : [];
}

/**
 * Of settings each event tells of one field; of anything else, where no field is asked for, any event that tells of it will do. Of what has
 * the number of another the making counts for each field.
 */
function standingSuspect({ address, id, fields }: Standing, kinds: Kinds): Suspect[] {
  const { kind } = partsOf(address, kinds);
  const events = kind.history?.events;
  if (events === undefined) return [];
  const asked = fields ?? Object.keys(kind.schema.properties);
  const changed = asked.flatMap(events.changed);
  const names = fields === undefined ? [...changed, ...events.made] : withMaking(asked, kind);
  return suspect(address, numberText(id), { names, orAnyChange: fields === undefined }, asked, kinds);
}

function suspect(
  address: string,
  id: string | undefined,
  { names, orAnyChange = false, field, wasRemoved = false }: Telling,
  fields: readonly string[] | undefined,
  kinds: Kinds,
): Suspect[] {
  if (names.length === 0) return [];
  const { kind, scope, key } = partsOf(address, kinds);
  const isGone = kind.host !== undefined && id === undefined && fields === undefined;
  const own: Scope =
    kind.host?.type === 'group' || kind.host?.type === 'project' ? { type: kind.host.type, path: key } : scope;
  const filed =
    kind.history?.events?.filedUnder ?? (own.type === 'instance' ? 'Gitlab::Audit::InstanceScope' : undefined);
  // What is gone has no events of its own any more: those of all groups tell of it.
  const under = filed ?? (isGone ? 'Group' : undefined);
  const read: Read =
    under === undefined
      ? { path: `${scopePath(own)}/audit_events` }
      : { path: '/audit_events', query: { entity_type: under } };
  const isSettings = isAlwaysThere(kind);
  const source = under ?? scopeAddress(own);
  const ofItself = kind.host !== undefined && under === undefined;
  const told = isSettings ? fields : undefined;
  return [
    {
      address,
      kind,
      scope,
      key,
      wasRemoved,
      field,
      // The end of a path may be the name of what has no number, and look like one.
      id: kind.history?.events?.alike === undefined ? id : undefined,
      names: new Set(names),
      orAnyChange,
      asked: fields,
      fields: told,
      ofItself,
      source,
      read,
    },
  ];
}

async function eventsOf(read: Read, client: Client, untold: (status: number) => void): Promise<readonly JsonObject[]> {
  try {
    const { rows } = await client.list(read);
    return rows;
  } catch (error) {
    if (!isRefused(error)) throw error;
    untold(error.status);
    return [];
  }
}

/** The event that came last; of those of one moment the first in the list, which begins with the newest. */
function latest(events: readonly JsonObject[]): JsonObject | undefined {
  return events.reduce<JsonObject | undefined>(
    (last, event) => (last === undefined || isLater(event['created_at'], last['created_at']) ? event : last),
    undefined,
  );
}

/** The number of what is gone, where the platform still knows it by its name: a user who is no member any more. */
async function numberOf({ kind, key }: Suspect, client: Client): Promise<string | undefined> {
  if (kind.history?.events?.targets.includes('User') !== true) return undefined;
  const found = await readQuietly({ path: '/users', query: { username: key }, unpaged: true }, client);
  const [user] = Array.isArray(found) ? (found as readonly JsonObject[]) : [];
  return numberText(user?.['id']);
}

/** Whether an event tells of this: by its name, the type and the number of its target, and of settings by the field. */
function tells(event: JsonObject, suspect: Suspect, id: string | undefined): boolean {
  const { kind, key, names, orAnyChange, asked, fields, ofItself } = suspect;
  const details = isMap(event['details']) ? event['details'] : {};
  const name = eventName(event);
  if (name === undefined || kind.history?.events === undefined) return false;
  const { targets, mentions, isChange, isOf, alike } = kind.history.events;
  const isNamed = names.has(name);
  if (!isNamed && !(orAnyChange && isChange?.(name) === true)) return false;
  const isOther = isOf !== undefined && asked !== undefined && isChange?.(name) === true;
  if (isOther && !asked.some((path) => isOf(details, path.split('.')[0] ?? path))) return false;
  if (fields !== undefined) return fields.some((field) => field === details['change']);
  const target = details['target_type'];
  // Among the events of a group are those of its members, which end alike.
  if (ofItself) return isNamed || (typeof target === 'string' && targets.includes(target));
  const message = details['custom_message'];
  if (mentions !== undefined) return typeof message === 'string' && mentions(message, key);
  if (kind.host === undefined && !(typeof target === 'string' && targets.includes(target))) return false;
  if (id !== undefined) return numberText(details['target_id']) === id;
  // Names are people's to change: a user is known by number alone.
  if (target === 'User') return false;
  const called = kind.host === undefined ? details['target_details'] : details['entity_path'];
  return typeof called === 'string' && identity(kind, withoutMark(called)) === identity(kind, alike?.of(key) ?? key);
}

function numberText(id: unknown): string | undefined {
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
}

/** A group that waits for its deletion has a mark at the end of its path (DELETE /groups/:id, 18.9). */
function withoutMark(path: string): string {
  return path.replace(/-deletion_scheduled-\d+$/, '');
}
