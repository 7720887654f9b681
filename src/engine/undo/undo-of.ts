import { entryAddress, entryAddresses, INSTANCE, sectionAddress } from '../../address.ts';
import { holdsSecret } from '../../base/hidden-values.ts';
import { lastSegment, parentPath } from '../../base/scope-path.ts';
import { Secret } from '../../base/secret.ts';
import { isList, isMap } from '../../base/shape.ts';
import type { Kind } from '../../kind.ts';
import type { Change, Declared, Desired, Json, JsonObject, LiveEntry, Plan, Scope, Value, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { exportable, type FieldCheck } from '../export/exportable.ts';
import { fieldOf } from '../field-of.ts';
import { hostingKind, kindOf, propertyOf, type Kinds } from '../kinds.ts';
import { hidden, hidesValues, shown } from '../plan/diff.ts';
import { match } from '../plan/match.ts';
import type { Lost, Undo, UndoEntry } from './undo.ts';

/** What a plan was made from. */
export interface Before {
  readonly desired: Desired;
  readonly world: World;
  readonly kinds: Kinds;
  /** What a configuration may not hold of an entry. */
  readonly check: FieldCheck;
}

/** Something that the plan changes: what is declared of it, and what is live. */
interface Pair {
  readonly declared: Declared | undefined;
  readonly live: LiveEntry | undefined;
}

/** What would bring back what is live, were a plan applied, and what nothing could. Pure. */
export function undoOf(plan: Plan, before: Before): Undo {
  const { desired, world, kinds } = before;
  const pairs = pairsIn(before);
  const pathBefore = pathsBefore(pairs, kinds);
  const created = new Set(plan.changes.flatMap(({ action, address }) => (action === 'create' ? [address] : [])));
  const found = plan.changes
    // A step aside is a part of another change, and what is in something that is made anew goes with it.
    .filter(({ reason, address }) => reason.code !== 'makes-way' && !isInside(address, created, kinds))
    .map((change) => partOf(change, pairs.get(change.address) ?? NEITHER, pathBefore, before));
  return {
    target: { url: world.instance.url, version: world.instance.version },
    state: 'begun',
    guards: desired.guards,
    ...(desired.lock && { lock: desired.lock }),
    ...(desired.ledger && { ledger: desired.ledger }),
    entries: found.flatMap(({ entry }) => entry ?? []),
    lost: [...found.flatMap(({ lost }) => lost), ...handedDown(plan)],
  };
}

const NEITHER: Pair = { declared: undefined, live: undefined };

interface Part {
  readonly entry?: UndoEntry;
  readonly lost: readonly Lost[];
}

function partOf(change: Change, { declared, live }: Pair, pathBefore: PathBefore, before: Before): Part {
  const { kind, scope: scopeAfter, key } = partsOf(change.address, before.kinds);
  const scope = pathBefore(scopeAfter);
  const own = keyBefore(kind, key, live, pathBefore);
  const common = {
    address: entryAddress(kind, scope, own),
    applied: change.address,
    ...{ section: kind.section, scope, key: own, did: change.action },
    ...(live?.alias !== undefined && { alias: live.alias }),
    ...(live?.id !== undefined && { id: live.id }),
  };
  const left = leftBy(change, kind, declared);
  if (change.action === 'create') return { entry: { ...common, was: {}, left }, lost: [] };
  if (live === undefined) return { lost: [{ address: common.address, why: 'what was live of it is not known' }] };
  if (change.action === 'update') return updated(change, kind, live, { ...common, left, was: {} }, declared);
  if (change.action === 'delete' && kind.host !== undefined && typeof live.id === 'number')
    return {
      entry: { ...common, restore: live.id, was: {}, left: {} },
      lost: [
        {
          address: common.address,
          why: 'it comes back with what is in it until GitLab deletes it for good, and not after that',
        },
      ],
    };
  return remade(kind, live, { ...common, left: change.action === 'delete' ? {} : left, was: {} }, before);
}

/** What the apply makes of the fields that it sets, as far as it can be seen again. */
function leftBy({ action, fields }: Change, kind: Kind, declared: Declared | undefined): JsonObject {
  const names =
    action === 'update' ? new Set(fields.map(({ path }) => fieldOf(path))) : Object.keys(declared?.spec ?? {});
  const left: { [name: string]: Json } = {};
  for (const name of names) {
    const schema = propertyOf(kind, name);
    if (schema === undefined || isUnseen(kind, name) || name === nameOf(kind)) continue;
    const value = declared?.spec[name] ?? fields.find(({ path }) => path === name)?.to;
    if (value !== undefined && !isWithheld(value)) left[name] = shown(schema, value);
  }
  return left;
}

/** The fields of an update as they are, with those that no entry of the kind may lack. */
function updated(change: Change, kind: Kind, live: LiveEntry, entry: UndoEntry, declared: Declared | undefined): Part {
  const name = nameOf(kind);
  const changed = [...new Set(change.fields.map(({ path }) => fieldOf(path)))];
  const was: { [field: string]: Json } = {};
  const left: { [field: string]: Json } = { ...entry.left };
  const lost: Lost[] = [];
  for (const field of changed.filter((one) => one !== name)) {
    const value = isUnseen(kind, field) ? undefined : valueBack(kind, field, live.spec[field]);
    if (value === undefined) {
      lost.push({ address: `${entry.address}.${field}`, why: 'GitLab does not show what it was, or takes it no more' });
    } else was[field] = value;
  }
  for (const field of neededBy(kind)) {
    const value =
      field in was || isUnseen(kind, field) || field === name ? undefined : valueBack(kind, field, live.spec[field]);
    if (value !== undefined && value !== null) [was[field], left[field]] = [value, value];
  }
  if (change.reason.code === 'leaving')
    lost.push({ address: entry.address, why: 'it waited for its deletion; it is not deleted again' });
  const moves = declared !== undefined && declared.key !== entry.key && changed.includes(name ?? '');
  if (Object.keys(was).length === 0 && !moves) return { lost };
  const known = Object.fromEntries(Object.entries(left).filter(([field]) => field in was));
  return { entry: { ...entry, was, left: known, ...(moves && { previously: declared.key }) }, lost };
}

/** All of what is to go, as it can be declared: it is made anew, and is another one then. */
function remade(kind: Kind, live: LiveEntry, entry: UndoEntry, { check }: Before): Part {
  const { address, scope } = entry;
  const [only] = exportable(scope, kind, [{ ...live, key: entry.key }], check).section.entries;
  const told = Object.entries(only?.spec ?? {}).filter(([, value]) => value !== undefined && !isWithheld(value));
  const was = told.flatMap(([field, value]): [string, Json][] => {
    const schema = propertyOf(kind, field);
    return value === undefined || schema === undefined ? [] : [[field, shown(schema, value)]];
  });
  const names = new Set(was.map(([field]) => field));
  // An export has a reference in the place of a secret that such a thing cannot be without.
  const needsSecret = Object.values(only?.spec ?? {}).some((value) => value instanceof Secret);
  const lacks =
    needsSecret || (kind.schema.required ?? []).some((field) => !names.has(field) && field !== nameOf(kind));
  if (only === undefined || lacks || kind.calls.create === undefined)
    return { lost: [{ address, why: 'it cannot be made anew from what GitLab shows of it' }] };
  const lost = Object.entries(kind.schema.properties).filter(
    ([field, schema]) => (hidden(schema) || hidesValues(schema)) && !isPlainlyEmpty(live.spec[field]),
  );
  return {
    entry: { ...entry, was: Object.fromEntries(was) },
    lost: [
      { address, why: 'it is made anew, with another number and without its history' },
      ...lost.map(([field]) => ({ address: `${address}.${field}`, why: 'GitLab does not show what it was' })),
    ],
  };
}

/** A map of which GitLab shows the names, and shows none. */
function isPlainlyEmpty(value: Value | undefined): boolean {
  return isMap(value) && Object.keys(value).length === 0;
}

/** A live value as it can be declared again; undefined where there is none, or it holds a secret. */
function valueBack(kind: Kind, field: string, value: Value | undefined): Json | undefined {
  const schema = propertyOf(kind, field);
  if (schema === undefined || value === undefined || isWithheld(value)) return undefined;
  if (value !== null || allows(schema.type, 'null')) return shown(schema, value);
  if (allows(schema.type, 'string')) return '';
  if (allows(schema.type, 'boolean')) return false;
  return allows(schema.type, 'array') ? [] : undefined;
}

function allows(type: string | readonly string[] | undefined, word: string): boolean {
  return type === word || (Array.isArray(type) && type.includes(word));
}

function isUnseen(kind: Kind, field: string): boolean {
  const schema = propertyOf(kind, field);
  return schema === undefined || hidden(schema) || hidesValues(schema) || schema['x-local'] === true;
}

/** Whether a secret is in it, which no file may hold. */
function isWithheld(value: Value | undefined): boolean {
  if (typeof value === 'string') return holdsSecret(value);
  if (value instanceof Secret) return true;
  if (isList(value)) return value.some(isWithheld);
  return isMap(value) && Object.entries(value).some(([name, inner]) => holdsSecret(name) || isWithheld(inner));
}

function neededBy({ schema: { required = [], anyOf = [], oneOf = [] } }: Kind): readonly string[] {
  return [...new Set([...required, ...[...anyOf, ...oneOf].flatMap((choice) => choice.required)])];
}

function nameOf({ shape }: Kind): string | undefined {
  return shape.type === 'map' ? shape.name : undefined;
}

function isInside(address: string, created: ReadonlySet<string>, kinds: Kinds): boolean {
  const { kind, scope, key } = partsOf(address, kinds);
  const path = kind.host === undefined ? (scope.type === 'instance' ? '' : scope.path) : key.replace(/\/?[^/]*$/, '');
  return path.split('/').some((_, index, steps) => created.has(`group[${steps.slice(0, index + 1).join('/')}]`));
}

/** What is declared and what is live, by the address in the words of the configuration. */
function pairsIn({ desired, world, kinds }: Before): ReadonlyMap<string, Pair> {
  const found = new Map<string, Pair>();
  for (const section of desired.sections) {
    const kind = kindOf(kinds, section.name);
    const address = entryAddresses(kind, section.scope);
    const live = world.sections.get(sectionAddress(section.scope, section.name)) ?? [];
    const { pairs, leftover } = match(section, kind, live, address, world.instance.version);
    for (const { declared, live: one } of pairs) found.set(address(declared.key), { declared, live: one });
    for (const one of leftover) {
      found.set(address(`${one.key}#${String(one.id)}`), { declared: undefined, live: one });
      if (!found.has(address(one.key))) found.set(address(one.key), { declared: undefined, live: one });
    }
  }
  return found;
}

type PathBefore = (scope: Scope) => Scope;

/** Where a group or project stands now that is to stand at a path: what is in a group that is renamed is where that is. */
function pathsBefore(pairs: ReadonlyMap<string, Pair>, kinds: Kinds): PathBefore {
  const before = (type: string, path: string): string => {
    const kind = hostingKind(kinds, type);
    const live = kind && pairs.get(entryAddress(kind, INSTANCE, path))?.live;
    const moves = kind?.host?.moves;
    if (moves !== undefined && live !== undefined && live.pendingDeletion === undefined) return moves.pathOf(live.live);
    const above = parentPath(path);
    return above === '' ? path : `${before('group', above)}/${lastSegment(path)}`;
  };
  return (scope) => (scope.type === 'instance' ? scope : { ...scope, path: before(scope.type, scope.path) });
}

/** What an entry was called before the apply. */
function keyBefore(kind: Kind, key: string, live: LiveEntry | undefined, pathBefore: PathBefore): string {
  const type = kind.host?.type;
  if (live !== undefined && (type === 'group' || type === 'project')) {
    const scope = pathBefore({ type, path: key });
    return scope.type === 'instance' ? key : scope.path;
  }
  return live?.called ?? live?.superseded ?? live?.key ?? key;
}

/** What a change hands down reaches groups and projects that the plan does not name. */
function handedDown({ diagnostics }: Plan): readonly Lost[] {
  return diagnostics
    .filter(({ code }) => code === 'handed-down')
    .map(({ message }) => ({ address: '', why: `what stands below may keep what it is given: ${message}` }));
}
