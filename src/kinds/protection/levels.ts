import { isList, isMap } from '../../base/shape.ts';
import type { CallContext, DecodeContext, Fault, PropertySchema } from '../../kind.ts';
import type { Json, LiveObject, Scope, Value } from '../../model.ts';
import { Finding, type Ref } from '../../placeholders.ts';
import type { Read } from '../../read.ts';
import { calledByThen, PEOPLE, userNamed } from '../people-named.ts';

/** Who may do something with a branch or tag, by role: in the platform's numbers, of which 60 are the administrators of the instance. */
const ROLES = { no_access: 0, developer: 30, maintainer: 40, admin: 60 } as const;

type Role = keyof typeof ROLES;

/** The roles from that which lets the fewest through to that which lets the most. */
export const WIDER: readonly Role[] = ['no_access', 'admin', 'maintainer', 'developer'];

/** One who is let through: all of a role and those above it, one user, the members of one group, or one deploy key. */
export type Holder = Role | { readonly user: string } | { readonly group: string } | { readonly deploy_key: number };

/** Those who are let through: a role alone, or a list. */
export type Holders = Role | readonly Holder[];

/** A level as the platform shows it. */
export interface LiveLevel {
  readonly id: number;
  readonly access_level: number | null;
  readonly user_id?: number | null;
  readonly group_id?: number | null;
  readonly deploy_key_id?: number | null;
}

/** A key that is enabled in the project and may push (POST …/protected_branches; 17.5, and in every tier since 18.10). */
const DEPLOY_KEY: PropertySchema = {
  type: 'integer',
  'x-since': '17.5',
  'x-tier': 'premium',
  'x-free-from': '18.10',
  description: 'The number of a deploy key, which the project has enabled and lets push',
};

/** The schema of a field that says who is let through; nobody may be named where somebody always has to be. */
export function holdersSchema(what: string, { nobody = true, keys = false } = {}): PropertySchema {
  const roles = Object.entries(ROLES).filter(([name]) => nobody || name !== 'no_access');
  const role: PropertySchema = { enum: roles.flat() };
  const named: PropertySchema = {
    type: 'object',
    additionalProperties: false,
    properties: {
      user: {
        type: 'string',
        pattern: '^[^\\s,@]+$',
        'x-form': 'the username alone, without an @ or a domain',
        'x-names': PEOPLE,
        'x-tier': 'premium',
        description: 'A username',
      },
      group: {
        type: 'string',
        minLength: 1,
        'x-ref': 'groups',
        'x-tier': 'premium',
        description: 'The full path of a group, as it is once everything is applied',
      },
      ...(keys && { deploy_key: DEPLOY_KEY }),
    },
  };
  return {
    anyOf: [role, { type: 'array', items: { anyOf: [role, named] } }],
    description: `${what}: a role, or a list of roles, users and groups`,
  };
}

/** Names and paths in one spelling, each once and in one order; one role alone as itself. */
export function normalHolders(holders: Holders): Holders {
  const given: readonly (Holder | null)[] = isRoles(holders) ? [holders] : holders;
  // What is no holder at all is told, and is null here.
  const all = new Map(
    given
      .filter((one) => one !== null)
      .map(normalHolder)
      .map((one) => [holderKey(one), one]),
  );
  const sorted = [...all].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, holder]) => holder);
  const [only, ...more] = sorted;
  return typeof only === 'string' && more.length === 0 ? only : sorted;
}

function isRoles(holders: Holders): holders is Role {
  return !Array.isArray(holders);
}

function normalHolder(holder: Holder): Holder {
  if (typeof holder === 'number') return roleOf(holder) ?? holder;
  if (typeof holder !== 'object') return holder;
  if ('user' in holder) return { ...holder, user: holder.user.toLowerCase() };
  return 'group' in holder ? { ...holder, group: holder.group.toLowerCase() } : holder;
}

function roleOf(level: number | null): Role | undefined {
  return Object.entries(ROLES).find((entry): entry is [Role, (typeof ROLES)[Role]] => entry[1] === level)?.[0];
}

/** What tells two of them apart. */
function holderKey(holder: Holder): string {
  if (typeof holder !== 'object') return `0 ${String(ROLES[holder])}`;
  return Object.entries(holder)
    .map(([what, name]) => `1 ${what} ${String(name)}`)
    .join();
}

/** Why nobody can be named so: a list has somebody, and what a group protects is let to roles alone (POST /groups/:id/protected_branches, 18.9). */
export function holdersFaults(field: string, holders: Holders | undefined, scope: Scope): readonly Fault[] {
  if (holders === undefined || isRoles(holders)) return [];
  if (holders.length === 0)
    return [{ field, message: `${field} names nobody`, remedy: 'Write `no_access`, or whom it lets through' }];
  if (holders.some((holder) => typeof holder === 'object' && Object.keys(holder).length !== 1))
    return [{ field, message: `${field} has one that is not just one`, remedy: 'Write a user or a group in each' }];
  if (scope.type !== 'group' || holders.every((holder) => typeof holder !== 'object')) return [];
  const message = `${field} names a user or a group, and what a group protects is let to roles alone`;
  return [{ field, message, remedy: 'Name roles, or declare it in the projects' }];
}

/** The live levels in the words of the YAML; undefined where one is named by a number alone, as in the answer to a call. */
export function decodeHolders(
  levels: Json | undefined,
  live: LiveObject,
  context: Pick<DecodeContext, 'nameOf'>,
): Holders | undefined {
  if (!isList(levels)) return undefined;
  const holders = liveLevels(levels).map((level) => calledThen(holderOf(level, live), level, context));
  return holders.includes(undefined) ? undefined : normalHolders(holders.filter((holder) => holder !== undefined));
}

function calledThen(
  holder: Holder | undefined,
  { user_id: user, group_id: group }: LiveLevel,
  context: Pick<DecodeContext, 'nameOf'>,
): Holder | undefined {
  if (typeof holder !== 'object') return holder;
  if ('user' in holder && typeof user === 'number') return { user: calledByThen(user, holder.user, context) };
  if (!('group' in holder) || typeof group !== 'number') return holder;
  // What the plan renames or moves is meant by the path that it will have.
  return { group: context.nameOf('groups', group)?.toLowerCase() ?? holder.group };
}

function holderOf(level: LiveLevel, live: LiveObject): Holder | undefined {
  const named = isMap(live['named']) ? live['named'] : undefined;
  const nameOf = (what: 'user' | 'group', id: number, field: string): string | undefined => {
    const shown = named?.[`${what} ${id}`];
    if (shown === undefined) return undefined;
    const name = isMap(shown) ? shown[field] : undefined;
    // A group that the token does not see has no name here, and is there all the same.
    return typeof name === 'string' ? name.toLowerCase() : `#${id}`;
  };
  const { user_id: user = null, group_id: group = null, deploy_key_id: key = null } = level;
  if (user !== null) return wrapped('user', nameOf('user', user, 'username'));
  if (group !== null) return wrapped('group', nameOf('group', group, 'full_path'));
  return key !== null ? { deploy_key: key } : roleOf(level.access_level);
}

function wrapped(what: 'user' | 'group', name: string | undefined): Holder | undefined {
  if (name === undefined) return undefined;
  return what === 'user' ? { user: name } : { group: name };
}

/** The reads that tell the names of the users and groups among these levels. */
export function namesOfLevels(levels: readonly (Json | undefined)[]): { readonly [name: string]: Read } {
  const reads = levels
    .flatMap(liveLevels)
    .flatMap(({ user_id: user, group_id: group }): [string, Read][] => [
      ...nameRead('user', user, `/users/${user ?? ''}`),
      ...nameRead('group', group, `/groups/${group ?? ''}`, { with_projects: false }),
    ]);
  return Object.fromEntries(reads);
}

function nameRead(what: string, id: number | null | undefined, path: string, query?: Read['query']): [string, Read][] {
  return id === undefined || id === null
    ? []
    : [[`${what} ${id}`, { path, ...(query && { query }), mayBeMissing: true }]];
}

/** The body that makes levels: the role alone, as every edition takes it, or a list. */
export function newLevels(
  action: string,
  holders: Holders | undefined,
  context: CallContext,
): { [name: string]: Value } {
  if (holders === undefined) return {};
  if (isRoles(holders)) return { [`${action}_access_level`]: ROLES[holders] };
  return { [`allowed_to_${action}`]: holders.map((holder) => levelBody(holder, context)) };
}

/** The body that makes these of what is live: what is not among them goes by its number, and what is there is not sent again (PATCH …/protected_branches/:name, 18.9). */
export function changedLevels(
  action: string,
  levels: Json | undefined,
  live: LiveObject,
  holders: Holders | undefined,
  context: CallContext,
): { [name: string]: Value } {
  if (holders === undefined) return {};
  const wanted = new Map((isRoles(holders) ? [holders] : holders).map((holder) => [holderKey(holder), holder]));
  const gone: Value[] = [];
  for (const level of liveLevels(levels)) {
    const holder = holderOf(level, live);
    const meant = holder && wantedFor(holder, level, [...wanted.values()], context);
    const kept = meant !== undefined && wanted.delete(holderKey(meant));
    if (!kept) gone.push({ id: level.id, _destroy: true });
  }
  return { [`allowed_to_${action}`]: [...gone, ...[...wanted.values()].map((holder) => levelBody(holder, context))] };
}

/**
 * Which of those who are wanted a live level is: the one with its number, under whatever name the same plan gives it, or that of its name. Who is
 * to have that name once everything is applied, and is another one, is not it.
 */
function wantedFor(
  holder: Holder,
  { user_id: user, group_id: group }: LiveLevel,
  wanted: readonly Holder[],
  context: CallContext,
): Holder | undefined {
  const named = wanted.find((other) => holderKey(other) === holderKey(holder));
  if (typeof holder !== 'object' || 'deploy_key' in holder) return named;
  const own = 'user' in holder ? user : group;
  const numberOf = (other: Holder): ReturnType<typeof userId> | undefined => {
    if (typeof other !== 'object') return undefined;
    if ('user' in holder) return 'user' in other ? userId(other.user, context) : undefined;
    return 'group' in other ? groupId(other.group, context) : undefined;
  };
  const same = wanted.find((other) => numberOf(other) === own);
  if (same !== undefined || named === undefined) return same;
  // What is looked up when it is sent is not known by a number yet.
  const number = numberOf(named);
  return number instanceof Finding || typeof number === 'string' ? named : undefined;
}

function levelBody(holder: Holder, context: CallContext): { readonly [name: string]: Value } {
  if (typeof holder !== 'object') return { access_level: ROLES[holder] };
  if ('user' in holder) return { user_id: userId(holder.user, context) };
  return 'group' in holder ? { group_id: groupId(holder.group, context) } : { deploy_key_id: holder.deploy_key };
}

/** Who is let in by the same plan is let in first: the platform refuses who is no member of the project (POST …/protected_branches, 18.9). */
function userId(username: string, context: CallContext): Ref | Finding | number | string {
  return context.find('members', username)?.ref('id') ?? userNamed(username, context);
}

function groupId(path: string, context: CallContext): Ref | Finding | number | string {
  const find = new Finding({ path: `/groups/${encodeURIComponent(path)}`, query: { with_projects: false } }, 'id');
  return context.find('groups', path)?.ref('id') ?? find;
}

function liveLevels(levels: Json | undefined): readonly LiveLevel[] {
  // The platform shows a list of levels here, each with these fields.
  return isList(levels) ? (levels as unknown as readonly LiveLevel[]) : [];
}
