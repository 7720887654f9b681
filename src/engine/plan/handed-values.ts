import { entryAddress } from '../../address.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import { arriving, handedFields, hiddenBehind, isHanded, isKept, takesPlace, touches } from '../../handed-down.ts';
import { identity, type HandedDown, type Kind } from '../../kind.ts';
import type { Attributes, Declared, LiveEntry, Scope, Value } from '../../model.ts';
import { compare } from './diff.ts';
import type { Draft } from './draft.ts';
import type { FieldEdge } from './in-steps.ts';
import { isMoved } from './is-moved.ts';
import { propertyOf } from '../kinds.ts';

/** What a change above hands down to an entry in one field. */
export interface Handed {
  /** The address of the entry above that hands it down, or no longer does; the empty string where it is left behind by a move. */
  readonly from: string;
  /** What it is then; undefined where nobody can say. */
  readonly value: Value | undefined;
  /** Whether it takes the place of what the entry is declared to have, though it is so now: it has to be set again. */
  readonly setAgain: boolean;
}

/** What the changes of a section hand down to an entry of it, by its key and by field. */
export type HandedTo = (key: string) => ReadonlyMap<string, Handed>;

type Pair = { readonly declared: Declared; readonly live: LiveEntry | undefined };

const NOTHING_HANDED: ReadonlyMap<string, Handed> = new Map();

/** What changes of these entries hand down to others of them; of those that are meant alone. `seen` is all that is live, in parts. */
export function handedIn(
  kind: Kind,
  scope: Scope,
  pairs: readonly Pair[],
  seen: readonly (readonly LiveEntry[])[],
  isIntended: (address: string) => boolean,
): HandedTo {
  const fields = kind.host === undefined ? [] : handedFields(kind);
  const handed = new Map<string, Map<string, Handed>>();
  if (fields.length === 0) return () => NOTHING_HANDED;
  const topFirst = [...pairs].sort((one, other) => one.declared.key.length - other.declared.key.length);
  let known: Surroundings | undefined;
  const around = (): Surroundings =>
    (known ??= surroundings(kind, pairs, seen.flat(), (key) => isIntended(entryAddress(kind, scope, key))));
  for (const [field, how] of fields) {
    /** What is set by this plan and handed down from there, by the key of the entry. */
    const sets = new Map<string, { readonly from: string; readonly value: Value; readonly kept: boolean }>();
    for (const { declared, live } of topFirst) {
      const key = identity(kind, declared.key);
      const above = sets.size === 0 ? [] : pathsAbove(key).toReversed();
      const nearest = above.map((path) => sets.get(path)).find((one) => one !== undefined);
      const own = declared.spec[field];
      const taken = nearest !== undefined && !nearest.kept && takesPlace(how, nearest.value, own ?? undefined);
      const lifted = taken || live === undefined ? undefined : showing(field, how, declared, live, around);
      const setAgain = taken || lifted !== undefined;
      if (nearest !== undefined || lifted !== undefined) {
        const mine = handed.get(key) ?? new Map<string, Handed>();
        const by = lifted?.by === undefined ? (nearest?.from ?? '') : entryAddress(kind, scope, lifted.by);
        const value = lifted !== undefined || nearest === undefined ? lifted?.value : arriving(how, nearest.value);
        handed.set(key, mine.set(field, { from: by, value, setAgain }));
      }
      const final = own ?? live?.spec[field];
      const isSet = setAgain || (live !== undefined && handsDownNow(kind, field, how, declared.spec, live.spec));
      if (declared.state === 'absent' || !isSet || !isHanded(how, final)) continue;
      const address = entryAddress(kind, scope, declared.key);
      if (final !== undefined && isIntended(address))
        sets.set(key, { from: address, value: final, kept: isKept(field, how, { ...live?.spec, ...declared.spec }) });
    }
  }
  return (key) => handed.get(identity(kind, key)) ?? NOTHING_HANDED;
}

/** What stands above an entry, the nearest first: as it is now, and as it is to be. */
interface Surroundings {
  readonly now: (live: LiveEntry) => readonly Standing[];
  readonly then: (declared: Declared) => readonly Standing[];
}

type Standing = Pick<Declared, 'key' | 'spec'>;

function surroundings(
  kind: Kind,
  pairs: readonly Pair[],
  seen: readonly LiveEntry[],
  isMeant: (key: string) => boolean,
): Surroundings {
  const now = new Map<string, Standing>();
  const then = new Map<string, Standing>();
  for (const { key, renamedFrom = key, spec } of seen) {
    now.set(identity(kind, key), { key: renamedFrom, spec });
    then.set(identity(kind, renamedFrom), { key: renamedFrom, spec });
  }
  for (const { declared, live } of pairs) {
    const spec = isMeant(declared.key) ? { ...live?.spec, ...declared.spec } : live?.spec;
    if (spec !== undefined) then.set(identity(kind, declared.key), { key: declared.key, spec });
  }
  const along = (specs: ReadonlyMap<string, Standing>, key: string): readonly Standing[] =>
    pathsAbove(identity(kind, key))
      .toReversed()
      .flatMap((path) => specs.get(path) ?? []);
  return { now: ({ key }) => along(now, key), then: ({ key }) => along(then, key) };
}

/**
 * What a field comes to show that is as declared now, but by what stands above: it shows its own value, or another one, where that is lifted
 * or it is moved away. It has to be set, since nobody can see what it is itself. Undefined where it stays.
 */
function showing(
  field: string,
  how: HandedDown,
  declared: Declared,
  live: LiveEntry,
  around: () => Surroundings,
): { readonly value: Value | undefined; readonly by?: string } | undefined {
  const own = declared.spec[field] ?? null;
  if (own === null || declared.state === 'absent' || live.spec[field] !== own) return undefined;
  const moves = live.key !== declared.key && isMoved(live, declared);
  const hidden = hiddenBehind(how, own);
  if (hidden === undefined && (how.values !== undefined || !moves)) return undefined;
  const { now, then } = around();
  const before = now(live);
  const after = then(declared);
  const isUnseen = moves && before.length < pathsAbove(live.key).length;
  const isAlike = ({ spec }: Standing): boolean => spec[field] === own;
  if (hidden !== undefined) {
    const hiding = before.findLast(isAlike);
    if (after.some(isAlike) || (hiding === undefined && !isUnseen)) return undefined;
    return { value: hidden, ...(hiding !== undefined && { by: hiding.key }) };
  }
  const [nearest] = before;
  const [next] = after;
  const mayBeInherited = isUnseen || nearest === undefined || isAlike(nearest);
  if (!mayBeInherited || next?.spec[field] === own) return undefined;
  if (next !== undefined && isKept(field, how, next.spec)) return undefined;
  return { value: next?.spec[field] ?? undefined };
}

/** Whether an update makes the platform hand a field down: it sets another value, or puts the lock on. */
function handsDownNow(kind: Kind, field: string, how: HandedDown, declared: Attributes, live: Attributes): boolean {
  const locks = how.lock !== undefined && declared[how.lock] === true && live[how.lock] !== true;
  return locks || isChanged(kind, field, declared[field], live[field]);
}

function isChanged(kind: Kind, field: string, to: Value | undefined, from: Value | undefined): boolean {
  return to !== undefined && compare(field, propertyOf(kind, field) ?? {}, to, from).length > 0;
}

/**
 * What sets a field below goes after what hands the same down from above, which would undo it; and before what keeps it from being set
 * from then on (400, PUT /groups/:id, 18.9).
 */
export function handedFirst(drafts: readonly Draft[]): FieldEdge[] {
  const hosts = drafts.filter(({ kind, change }) => kind.host?.type === 'group' && change.action !== 'delete');
  const byPath = new Map(hosts.map((draft) => [draft.key.toLowerCase(), draft]));
  return hosts.flatMap((below) =>
    pathsAbove(below.key.toLowerCase()).flatMap((path) => {
      const above = byPath.get(path);
      if (above === undefined) return [];
      return handedFields(below.kind).flatMap(([field, how]): FieldEdge[] => {
        if (!touches(below.change, field, how) || !touches(above.change, field, how)) return [];
        const [later, earlier] = comesToKeep(above, field, how) ? [above, below] : [below, above];
        return [{ later, earlier, field }];
      });
    }),
  );
}

function comesToKeep({ declared, live }: Draft, field: string, how: HandedDown): boolean {
  return (
    isKept(field, how, { ...live?.spec, ...declared?.spec }) && !(live !== undefined && isKept(field, how, live.spec))
  );
}
