import { isList } from '../base/shape.ts';
import type { Admission, Grant, Width } from '../admission.ts';
import type { Kind } from '../kind.ts';
import type { Attributes, Change, Json } from '../model.ts';
import { knownParts } from './address-parts.ts';
import { fieldOf } from './field-of.ts';
import { fieldsWith, type Kinds } from './kinds.ts';

/** What a change does to what people may do; `changes` where it alone does not tell which way. */
export type AccessEffect = NonNullable<Change['access']>;

type Told = Pick<Change, 'address' | 'action' | 'fields' | 'access'>;

/**
 * What a change gives or takes of access, as far as it tells that itself: a saved plan has nothing else. Undefined where it is about none.
 * With a group or project goes all the access in it.
 */
export function accessEffect(change: Told, kinds: Kinds): AccessEffect | undefined {
  return together([change.access, effectOfFields(change, kinds)]);
}

/** The fields by which a change gives or takes access, each by itself; none of what is made or goes as a whole. */
export function accessFields(change: Told, kinds: Kinds): Change['fields'] {
  if (change.action === 'create' || change.action === 'delete') return [];
  return change.fields.filter((field) => effectOfFields({ ...change, fields: [field] }, kinds) !== undefined);
}

function effectOfFields(change: Omit<Told, 'access'>, kinds: Kinds): AccessEffect | undefined {
  const parts = knownParts(change.address, kinds);
  if (parts === undefined) return undefined;
  const { kind, key } = parts;
  if (kind.host !== undefined && change.action === 'delete') return 'takes';
  if (kind.people !== undefined) return ofPerson(change, kind.people);
  const { access, admits } = kind;
  if (admits !== undefined) return ofAdmission(change, admits);
  if (access?.grants === undefined) return undefined;
  if (change.action === 'create') return 'gives';
  if (change.action === 'delete') return 'takes';
  const before = access.grants(sideOf(change, 'from'), key, () => undefined);
  const after = access.grants(sideOf(change, 'to'), key, () => undefined);
  return betweenGrants(before, after) ?? (namesAnother(change, kind) ? 'changes' : undefined);
}

function ofPerson(
  change: Pick<Change, 'action' | 'fields'>,
  people: NonNullable<Kind['people']>,
): AccessEffect | undefined {
  if (change.action === 'delete') return 'takes';
  const [before, after] = [sideOf(change, 'from'), sideOf(change, 'to')];
  // Who is new may sign in, which is no access to anything yet.
  const isNew = change.action === 'create';
  const rights = [
    { had: isNew || people.isActive(before), has: people.isActive(after) },
    { had: people.isAdministrator(before), has: people.isAdministrator(after) },
  ];
  if (rights.some(({ had, has }) => had && !has)) return 'takes';
  return rights.some(({ had, has }) => !had && has) ? 'gives' : undefined;
}

function ofAdmission(
  { action, fields }: Pick<Change, 'action' | 'fields'>,
  { there, wider, entrance }: Admission,
): AccessEffect | undefined {
  if (action === 'create' || action === 'delete') {
    if (there === undefined) return undefined;
    return (there === 'lets-in') === (action === 'create') ? 'gives' : 'takes';
  }
  const ways = fields.flatMap(({ path, from, to }) => {
    const width = wider[fieldOf(path)];
    const way = width === undefined ? undefined : between(width, from, to);
    return way === 'takes' && entrance?.has(fieldOf(path)) ? [] : [way];
  });
  return together(ways);
}

/** Which way it goes from one value of a field to another. */
function between(width: Width, from: Json | undefined, to: Json | undefined): AccessEffect | undefined {
  if ('each' in width) return betweenLists(width, partsOf(from), partsOf(to));
  const [before, after] = [width.indexOf(from ?? null), width.indexOf(to ?? null)];
  return before < 0 || after < 0 ? 'changes' : wayOf(before, after);
}

function betweenLists(
  { each, none }: Exclude<Width, readonly unknown[]>,
  from: ReadonlySet<Json> | undefined,
  to: ReadonlySet<Json> | undefined,
): AccessEffect | undefined {
  if (from === undefined || to === undefined) return 'changes';
  if (none !== undefined && (from.size === 0) !== (to.size === 0)) return to.size === 0 ? 'gives' : 'takes';
  const comes = [...to].some((part) => !from.has(part));
  const goes = [...from].some((part) => !to.has(part));
  const letsIn = each === 'lets-in';
  return together([comes ? (letsIn ? 'gives' : 'takes') : undefined, goes ? (letsIn ? 'takes' : 'gives') : undefined]);
}

/** The parts of a list, or of a text with commas; undefined where what it is is not shown. */
function partsOf(value: Json | undefined): ReadonlySet<Json> | undefined {
  if (value === null) return new Set();
  if (typeof value === 'string') return new Set(value.split(',').flatMap((part) => part.trim() || []));
  return value !== undefined && isList(value) ? new Set(value) : undefined;
}

/** Ways that go together: one that some of them go, where no other goes another one. */
function together(ways: readonly (AccessEffect | undefined)[]): AccessEffect | undefined {
  const found = new Set(ways.filter((way) => way !== undefined));
  return found.size > 1 ? 'changes' : [...found][0];
}

/** Which way access goes from one grant to another; undefined where neither its level nor its end is seen to change. */
function betweenGrants(before: Grant, after: Grant): AccessEffect | undefined {
  return together([wayOf(before.level, after.level), wayOf(before.ends ?? '9999-12-31', after.ends ?? '9999-12-31')]);
}

function wayOf<Side extends number | string>(from: Side | undefined, to: Side | undefined): AccessEffect | undefined {
  if (from === to) return undefined;
  if (from === undefined || to === undefined) return 'changes';
  return to > from ? 'gives' : 'takes';
}

/** Whether it names something else than before, such as another role, of which the change tells no more than the name. */
function namesAnother({ fields }: Pick<Change, 'fields'>, kind: Kind): boolean {
  const references = new Set(fieldsWith(kind, 'x-ref').map(([field]) => field));
  return fields.some(({ path }) => references.has(path));
}

function sideOf({ fields }: Pick<Change, 'fields'>, which: 'from' | 'to'): Attributes {
  return Object.fromEntries(
    fields.flatMap((field) => (field[which] === undefined ? [] : [[field.path, field[which]]])),
  );
}
