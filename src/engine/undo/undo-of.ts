import { entryAddress } from '../../address.ts';
import { Secret } from '../../base/secret.ts';
import { nameField, type Find, type Kind } from '../../kind.ts';
import type { Change, Declared, Desired, Json, JsonObject, LiveEntry, Plan, World } from '../../model.ts';
import { asItWillBe } from '../access.ts';
import { partsOf } from '../address-parts.ts';
import { exportable, type FieldCheck } from '../export/exportable.ts';
import { fieldOf } from '../field-of.ts';
import { propertiesOf, propertyOf, type Kinds } from '../kinds.ts';
import { hidden, hidesValues, shown } from '../plan/diff.ts';
import { createResourceIndex, type ResourceIndex } from '../plan/resource-index.ts';
import { untilItsEnd } from './ended-meanwhile.ts';
import { isMadeInside } from './inside.ts';
import { keptInside } from './kept-inside.ts';
import { isGoneAtOnce, lostAsTold } from './lost-as-told.ts';
import { calledBefore, keepsItsName, namesBefore, withNames, type NamesBefore } from './names-before.ts';
import { numberShown } from './number-shown.ts';
import { hostIn, pairsIn, pathsBefore, type Pair } from './pairs.ts';
import { declaredSinks, keptVoid, secretGoes, sinksBack, variableSinks } from './secret-sinks.ts';
import { numberAround } from './stood-in.ts';
import type { InWords, Part } from './part.ts';
import type { Undo, UndoEntry } from './undo.ts';
import { unshownNames } from '../unshown-names.ts';
import { updated } from './updated.ts';
import { isPlainlyEmpty, isUnseen, isWithheld, valueBack } from './value-back.ts';

/** What a plan was made from. */
export interface Before {
  readonly desired: Desired;
  readonly world: World;
  readonly kinds: Kinds;
  /** What a configuration may not hold of an entry. */
  readonly check: FieldCheck;
}

/** What would bring back what is live, were a plan applied, and what nothing could; whom its entries mean by their names is yet to be seen. Pure. */
export function undoOf(plan: Plan, before: Before): Omit<Undo, 'meant'> {
  const { desired, world, kinds } = before;
  const pairs = pairsIn(desired, world, kinds);
  const names = namesBefore(pathsBefore(pairs, kinds), world, kinds);
  const resources = createResourceIndex(desired, world, kinds, new Set());
  const created = new Set(plan.changes.flatMap(({ action, address }) => (action === 'create' ? [address] : [])));
  const wasThere = (address: string): boolean => pairs.get(address)?.live !== undefined;
  const isKept = keptInside(plan, pairs, kinds);
  const parts = plan.changes
    // What is in something that is made anew goes with it, once that is gone for good.
    .filter(
      (change) =>
        !isPartOfAnother(change, pairs) &&
        (!isMadeInside(change.address, created, wasThere, kinds) || isKept(change.address)),
    )
    .map((change) => partOf(change, { pairs, names, resources, plan }, before));
  const found = oneOfEachName(parts);
  return {
    target: { url: world.instance.url, version: world.instance.version },
    state: 'begun',
    guards: desired.guards,
    ...(desired.lock && { lock: desired.lock }),
    ...(desired.ledger && { ledger: desired.ledger }),
    entries: found.flatMap(({ entry }) => entry ?? []),
    lost: [
      ...found.flatMap(({ entry, lost }) => [...lost, ...(entry === undefined ? [] : untilItsEnd(entry, kinds))]),
      ...lostAsTold(plan),
    ],
  };
}

/** Of several that bear one name no configuration can say more than one: the first of those that the apply removes is made anew. */
function oneOfEachName(parts: readonly Part[]): readonly Part[] {
  const named = new Set<string>();
  return parts.map((part): Part => {
    const { entry } = part;
    if (entry?.did !== 'delete' || !named.has(entry.address)) {
      if (entry !== undefined) named.add(entry.address);
      return part;
    }
    const { address, id = '?' } = entry;
    return {
      lost: [{ address, why: `the one with the number ${id} is not made anew: several had its name, and one is made` }],
    };
  });
}

/** A step aside, and the end of what a replacement has taken the place of: it had another name before. */
function isPartOfAnother({ reason, address }: Change, pairs: Known['pairs']): boolean {
  return reason.code === 'makes-way' || (reason.code === 'replaced' && !pairs.has(address));
}

/** What is worked out once for all changes. */
interface Known {
  readonly plan: Plan;
  readonly pairs: ReadonlyMap<string, Pair>;
  readonly names: NamesBefore;
  readonly resources: ResourceIndex;
}

const NEITHER: Pair = { declared: undefined, live: undefined };

function partOf(change: Change, { pairs, names, resources, plan }: Known, before: Before): Part {
  const pair = pairs.get(change.address) ?? NEITHER;
  const { declared, live } = pair;
  const { kind, scope: scopeAfter, key } = partsOf(change.address, before.kinds);
  const scope = names.pathBefore(scopeAfter);
  const called = calledBefore(kind, key, pair, scopeAfter, names);
  const inWords = (words: NamesBefore['declared']): InWords => {
    return (fields) => withNames(kind, fields, (sections, name) => words(sections, name, scopeAfter));
  };
  const [fromDeclared, fromLive] = [inWords(names.declared), inWords(names.live)];
  const within = numberAround(kind, live, scopeAfter, (one) => hostIn(pairs, one, before.kinds));
  const number = live && numberShown(live);
  const common = {
    address: entryAddress(kind, scope, called.key),
    applied: change.address,
    ...{ section: kind.section, scope, ...(within !== undefined && { within }), ...called, did: change.action },
    ...(live?.alias !== undefined && !keepsItsName(kind, pair) && { alias: live.alias }),
    ...(number !== undefined && { id: number }),
  };
  const left = fromDeclared(leftBy(change, kind, declared, asItWillBe(resources, scopeAfter)));
  if (change.action === 'create' && kind.calls.remove === undefined)
    return { lost: [{ address: common.address, why: 'it stays: this program has no way to delete it' }] };
  if (change.action === 'create')
    return isIndistinct(kind)
      ? { lost: [{ address: common.address, why: 'it stays: nothing tells it from what others make under its name' }] }
      : {
          entry: { ...common, was: {}, left, ...goingTo(fromDeclared(declaredSinks(kind, declared))) },
          lost: keptVoid(change, common.address, (address) => addressBefore(address, names, before)),
        };
  const { address, applied } = common;
  if (live === undefined) return { lost: [{ address, why: 'what was live of it is not known', applied }] };
  if (change.reason.code === 'due')
    return {
      lost: [
        { address: common.address, why: 'what has taken its place before it ends stays, with the secret that it has' },
      ],
    };
  if (change.action === 'update' && kind.host?.moves?.isAside(live.live) === true)
    return {
      lost: [
        {
          address,
          why: 'an earlier run which was cut has left it on its way, and where it stood before is known to the undo of that run alone',
          applied,
        },
      ],
    };
  if (change.action === 'update') return updated(change, kind, live, { ...common, left, was: {} }, declared, fromLive);
  if (change.action === 'delete' && isGoneAtOnce(change, plan))
    return { lost: [{ address, why: 'GitLab deletes it at once, for good', applied }] };
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
  const entry = { ...common, left: change.action === 'delete' ? {} : left, was: {} };
  return remade(kind, { declared, live }, entry, fromDeclared(variableSinks(kind, declared)), fromLive, before);
}

/** Where the secret of what is made goes, in the words of before; nothing of what has none. */
function goingTo(sinks: JsonObject): Pick<UndoEntry, 'sinks'> {
  return Object.keys(sinks).length === 0 ? {} : { sinks };
}

function addressBefore(address: string, names: NamesBefore, { kinds }: Before): string {
  const { kind, scope, key } = partsOf(address, kinds);
  return entryAddress(kind, names.pathBefore(scope), key);
}

/** Whether what is made has no number that it could be known by, and a value that nobody can compare: who removes it may remove somebody else's. */
function isIndistinct({ calls: { shown }, schema: { properties } }: Kind): boolean {
  return shown?.always.includes('id') !== true && Object.values(properties).some(hidden);
}

/** What the apply makes of the fields that it sets, and of those that follow from them, as far as it can be seen again: a level stands on a role. */
function leftBy({ action, fields }: Change, kind: Kind, declared: Declared | undefined, find: Find): JsonObject {
  const follows = kind.access?.follows?.(declared?.spec ?? {}, find) ?? {};
  const spec = { ...declared?.spec, ...follows };
  const set = action === 'update' ? fields.map(({ path }) => fieldOf(path)) : Object.keys(spec);
  const left: { [name: string]: Json } = {};
  for (const name of new Set([...set, ...Object.keys(follows)])) {
    const schema = propertyOf(kind, name);
    if (schema === undefined || isUnseen(kind, name) || name === nameField(kind)) continue;
    const value = spec[name] ?? fields.find(({ path }) => path === name)?.to;
    if (value !== undefined && !isWithheld(value)) left[name] = shown(schema, value);
  }
  return left;
}

/** All of what is to go, as it can be declared: it is made anew, and is another one then. */
function remade(
  kind: Kind,
  { live, declared }: Pair & { readonly live: LiveEntry },
  entry: UndoEntry,
  variables: JsonObject,
  fromLive: InWords,
  { check, kinds }: Before,
): Part {
  const { address, scope } = entry;
  const [only] = exportable(scope, kind, [{ ...live, key: entry.key }], check).section.entries;
  const told = Object.entries(only?.spec ?? {}).filter(([, value]) => value !== undefined && !isWithheld(value));
  const was = told.flatMap(([field, value]): [string, Json][] => {
    // It is called by its key, which is said in the words of before already.
    if (field === nameField(kind)) return [];
    const schema = propertyOf(kind, field);
    return value === undefined || schema === undefined ? [] : [[field, shown(schema, value)]];
  });
  // What was empty is so again, and does not keep what the apply has put there.
  for (const field of Object.keys(entry.left))
    if (live.spec[field] === null && valueBack(kind, field, null) === null) was.push([field, null]);
  const names = new Set(was.map(([field]) => field));
  // An export has a reference in the place of a secret that such a thing cannot be without.
  const needsSecret = Object.values(only?.spec ?? {}).some((value) => value instanceof Secret);
  const lacks =
    needsSecret || (kind.schema.required ?? []).some((field) => !names.has(field) && field !== nameField(kind));
  if (only === undefined || lacks || kind.calls.create === undefined)
    return {
      lost: [
        {
          address,
          why: needsSecret ? 'it may hold a secret, which no such file keeps' : whyLacking(kind, live),
        },
      ],
    };
  const lost = Object.entries(propertiesOf(kind, entry.key)).filter(
    ([field, schema]) => (hidden(schema) || hidesValues(schema)) && !isPlainlyEmpty(live.spec[field]),
  );
  const sinks = sinksBack(kind, Object.fromEntries(was), variables, { declared, id: live.id });
  return {
    entry: { ...entry, was: { ...fromLive(Object.fromEntries(was)), ...sinks } },
    lost: [
      {
        address,
        why: `it is made anew, with another number and without its history${kind.people === undefined ? '' : '; it is in no group then, and has no token'}${secretGoes(kind, sinks, declared, kinds)}`,
      },
      ...lost.map(([field]) => ({ address: `${address}.${field}`, why: 'GitLab does not show what it was' })),
    ],
  };
}

function whyLacking(kind: Kind, { spec }: LiveEntry): string {
  const [field] = unshownNames(kind, spec);
  return field === undefined
    ? 'it cannot be made anew from what GitLab shows of it'
    : `its ${field[0]} is known by its number alone (${field[1].join(', ')}), and is not shown to this token`;
}
