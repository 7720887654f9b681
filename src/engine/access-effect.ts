import type { Admission, Grant, Kind } from '../kind.ts';
import type { Attributes, Change } from '../model.ts';
import { knownParts } from './address-parts.ts';
import { fieldOf } from './field-of.ts';
import { fieldsWith, type Kinds } from './kinds.ts';

/** What a change does to what people may do; `changes` where it alone does not tell which way. */
export type AccessEffect = 'gives' | 'takes' | 'changes';

/**
 * What a change gives or takes of access, as far as it tells that itself: a saved plan has nothing else. Undefined where it is about none.
 * With a group or project goes all the access in it.
 */
export function accessEffect(
  change: Pick<Change, 'address' | 'action' | 'fields'>,
  kinds: Kinds,
): AccessEffect | undefined {
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
  return between(before, after) ?? (namesAnother(change, kind) ? 'changes' : undefined);
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
  { there, wider }: Admission,
): AccessEffect | undefined {
  if (action === 'create' || action === 'delete') {
    if (there === undefined) return undefined;
    return (there === 'lets-in') === (action === 'create') ? 'gives' : 'takes';
  }
  const ways = fields.flatMap(({ path, from, to }) => {
    const values = wider[fieldOf(path)];
    if (values === undefined) return [];
    const [before, after] = [values.indexOf(from ?? null), values.indexOf(to ?? null)];
    return [before < 0 || after < 0 ? 'changes' : wayOf(before, after)];
  });
  const found = new Set(ways.filter((way) => way !== undefined));
  return found.size > 1 ? 'changes' : [...found][0];
}

/** Which way access goes from one grant to another; undefined where neither its level nor its end is seen to change. */
function between(before: Grant, after: Grant): AccessEffect | undefined {
  const ways = [wayOf(before.level, after.level), wayOf(before.ends ?? '9999-12-31', after.ends ?? '9999-12-31')];
  const found = new Set(ways.filter((way) => way !== undefined));
  return found.size > 1 ? 'changes' : [...found][0];
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
