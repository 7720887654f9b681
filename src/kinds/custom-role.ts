import type { Grant } from '../admission.ts';
import type { Find, PropertySchema, DecodeContext, CallContext } from '../kind.ts';
import type { Ref } from '../placeholders.ts';
import { asLevel, levelName, levelNumber, type AccessLevel } from './access-level.ts';

/** The part of an entry that says what access it gives: a level, or a custom role, which stands on a level. */
export type Access = { readonly access_level: AccessLevel; readonly role: string | null };

/** A field that names a custom role; null says that there is none. */
export const roleSchema: PropertySchema = {
  type: ['string', 'null'],
  minLength: 1,
  'x-ref': 'member_roles',
  'x-tier': 'ultimate',
  description: 'The name of a custom role, whose base is the access level',
};

/** Levels by name; a plain level says that there is no custom role, and a role alone says the level. */
export function normalAccess(spec: Partial<Access>): Partial<Access> {
  const { access_level: level, role } = spec;
  const access: { access_level?: AccessLevel; role?: string | null } = {};
  if (level !== undefined) {
    access.access_level = levelName(level);
    access.role = role ?? null;
  }
  if (role !== undefined) access.role = role;
  return access;
}

/**
 * The level that an access gives: that of its role, which the platform puts in the place of a level beside it (POST and PUT
 * …/members, POST …/saml_group_links, …/ldap_group_links, 18.9). Undefined where nobody knows the role.
 */
export function levelGiven({ access_level: level, role }: Partial<Access>, find: Find): number | undefined {
  const given = typeof role === 'string' ? asLevel(find('member_roles', role)?.['base']) : level;
  return given === undefined ? undefined : levelNumber(given);
}

/** The level that an entry gets by its role, where it says none itself. */
export function levelOfRole(spec: Partial<Access>, find: Find): Partial<Access> {
  const level = spec.access_level === undefined ? levelGiven(spec, find) : undefined;
  return level === undefined ? {} : { access_level: levelName(level) };
}

/** The access that an entry with a level and a role gives; a link gives it to whoever an identity provider names. */
export function grantOf(
  spec: Partial<Access>,
  find: Find,
  { username, ends = null }: { readonly username?: string; readonly ends?: string | null | undefined } = {},
): Grant {
  const level = levelGiven(spec, find);
  const beside = typeof spec.role === 'string' ? spec.access_level : undefined;
  const contradicted = beside !== undefined && level !== undefined && levelNumber(beside) !== level;
  return { username, level, ends, ...(contradicted && { contradicted: 'access_level' }) };
}

/** What the API wants for a declared access: the level as a number, and the id of the role where there is one. */
export function accessOf(
  spec: Partial<Access>,
  context: CallContext,
): { level: number | undefined; roleId?: Ref | number | string } {
  const role = typeof spec.role === 'string' ? context.find('member_roles', spec.role) : undefined;
  return {
    level: levelGiven(spec, (section, name) => context.find(section, name)?.spec),
    ...(role !== undefined && { roleId: role.ref('id') }),
  };
}

/** The name of the custom role with this id; one that cannot be looked up shows by its number. */
export function roleName(id: number | null | undefined, context: DecodeContext): string | null {
  if (id === null || id === undefined) return null;
  return context.nameOf('member_roles', id) ?? `#${id}`;
}

/** An access that says neither a level nor a role: the schema cannot see that the role is null. */
export function accessProblems(spec: Partial<Access>): readonly { field: string; message: string; remedy: string }[] {
  if (spec.access_level !== undefined || spec.role !== null) return [];
  return [{ field: 'role', message: 'There is neither a role nor an access level', remedy: 'Add `access_level`' }];
}
