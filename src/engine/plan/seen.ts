import { fingerprint } from '../../base/canonical-json.ts';
import type { Action, Declared, LiveEntry, NamedAs, Scope, Seen } from '../../model.ts';
import type { Read } from '../../read.ts';
import type { Kind } from '../../kind.ts';
import { propertyOf, referencesOf } from '../kinds.ts';
import { enclosingScope } from '../enclosing-scope.ts';
import { addressedNow } from '../addressed-now.ts';
import { hostOf } from './host-of.ts';
import type { Context } from './context.ts';
import { knownKey } from './known-key.ts';
import { lastSegment, parentPath } from '../../base/scope-path.ts';

/**
 * Exactly the live fields that a change was computed from: the declared ones; all that were shown where the whole is to go, since its
 * detail may show more than the list that it was seen in.
 */
export function seenOf(
  context: Context,
  action: Action,
  declared: Declared | undefined,
  live: LiveEntry | undefined,
): Seen {
  const { kind, section, world, kinds, handedTo } = context;
  const key = live?.key ?? (declared && knownKey(kind, declared, world.instance.version)) ?? '';
  const whole = action === 'delete' || declared === undefined;
  // What this plan hands down before, or takes out, is another by then.
  const handed = handedTo(declared?.key ?? key);
  const isOther = (field: string): boolean => handed.has(field) || live?.takenOut?.fields.includes(field) === true;
  const counting = whole ? live && shownFields(live) : Object.keys(declared.spec).sort();
  const fields = counting?.filter((field) => !isOther(field));
  const readAt = addressedNow(section.scope, hostOf(section.scope, world, kinds));
  const detail =
    live && (whole || fields?.some((field) => propertyOf(kind, field)?.['x-detail']))
      ? kind.reads.detail?.(live.live, readAt)
      : undefined;
  // What does not answer under its declared path now, or will not when its parent has moved, answers under its number.
  const moving = kind.host !== undefined && live?.elsewhere === true && live.id !== undefined;
  // What is to get another key may have it by then.
  const keys = live?.renamedFrom !== undefined && kind.identity.renames ? [key, live.renamedFrom] : [key];
  const byName = kind.reads.all(readAt, keys);
  const reads = moving
    ? kind.reads.all(readAt, [String(live.id)])
    : action === 'delete' && live?.id !== undefined
      ? [...readsByNumber(kind, live, readAt, detail), ...byName]
      : detail === undefined
        ? byName
        : // What takes its place has another number, and is there only in the list.
          [detail, ...(action === 'replace' ? byName : [])];
  // A group that stands is told by the number of what is above it; a new one would be made in that, wherever it is by then, one that moves
  // would come into it, and one that goes would be taken out of where that has come to.
  const comesTo = declared === undefined || action === 'delete' ? key : declared.key;
  const comes =
    action === 'create' || action === 'delete' || parentPath(comesTo).toLowerCase() !== parentPath(key).toLowerCase();
  const around = comes ? enclosingScope(kind, section.scope, comesTo) : section.scope;
  const host = hostOf(around, world, kinds);
  // What comes to its path by this plan is there when this is looked at: the change that brings it there comes before.
  const within = typeof host?.id === 'number' ? host.id : undefined;
  const hash = seenHash(live, fields, kind);
  const names = whole ? [] : namesIn(declared, context);
  return {
    reads: reads.map(withoutRow),
    key,
    ...(live?.id !== undefined && { id: live.id }),
    ...(fields && { fields }),
    hash,
    ...(within !== undefined && { within }),
    ...(names.length > 0 && { names }),
  };
}

/** What an entry names and is there, but for what this plan makes anew. */
function namesIn(declared: Declared, { kind, section: { scope }, resources, replaced }: Context): readonly NamedAs[] {
  return referencesOf(kind, declared.spec).flatMap(({ section, name }) => {
    const found = resources.find(section, name, scope);
    const id = found?.live?.id;
    return found === undefined || typeof id !== 'number' || replaced.has(found.address) ? [] : [{ section, name, id }];
  });
}

/** What is to go is asked for by its number, wherever it is by then; what stands in its place is seen beside it. */
function readsByNumber(
  { host, reads }: Kind,
  { id }: LiveEntry,
  readAt: Scope,
  detail: Read | undefined,
): readonly Read[] {
  if (host !== undefined) return reads.all(readAt, [String(id)]);
  return detail === undefined ? [] : [detail];
}

function shownFields({ spec }: LiveEntry): string[] {
  return Object.keys(spec)
    .filter((field) => spec[field] !== undefined)
    .sort();
}

/**
 * A hash of exactly these fields of a live entry; of all of them where none are named. Looked at again it has the key that GitLab shows, whatever
 * number or mark the plan tells it from others by. Where what can be moved stands is told by its own
 * name and the number of what it stands in: a change of the same plan may rename that before.
 */
export function seenHash(
  live: LiveEntry | undefined,
  fields: readonly string[] | undefined,
  { host, shape }: Pick<Kind, 'host' | 'shape'>,
): string {
  if (live === undefined) return fingerprint(null);
  const spec = fields === undefined ? live.spec : Object.fromEntries(fields.map((field) => [field, live.spec[field]]));
  const moves = host?.moves;
  if (moves === undefined) return fingerprint({ key: live.called ?? live.superseded ?? live.key, ...spec });
  const path = moves.pathOf(live.live);
  const own = lastSegment(path);
  const rest = { ...spec, ...(shape.type === 'map' && { [shape.name]: undefined }) };
  return fingerprint({ key: own, parent: moves.parentOf(live.live) ?? null, ...rest });
}

/** Read again, it is read by itself. */
export function withoutRow({ path, query, pages, unpaged, mayBeMissing, mayBeNull, of }: Read): Read {
  return {
    path,
    ...(query && { query }),
    ...(pages && { pages }),
    ...(unpaged && { unpaged }),
    ...(mayBeMissing && { mayBeMissing }),
    ...(mayBeNull && { mayBeNull }),
    ...(of && { of: withoutRow(of) }),
  };
}
