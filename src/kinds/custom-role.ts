import type { PropertySchema, Lookup, Site } from '../kind.ts';
import type { Ref } from '../model.ts';
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

/** The same for a link: there a role says the level, and a level beside it could only contradict it. */
export function normalLinkAccess(level: AccessLevel | undefined, role: string | null | undefined): Partial<Access> {
  if (typeof role === 'string') return { role };
  return normalAccess({ ...(level !== undefined && { access_level: level }), ...(role !== undefined && { role }) });
}

/** What the API wants for a declared access: the level as a number, and the id of the role where there is one. */
export function accessOf(
  spec: Partial<Access>,
  site: Site,
): { level: number | undefined; roleId?: Ref | number | string } {
  const role = typeof spec.role === 'string' ? site.find('member_roles', spec.role) : undefined;
  const level = asLevel(role?.spec.base) ?? spec.access_level;
  return {
    level: level === undefined ? undefined : levelNumber(level),
    ...(role !== undefined && { roleId: role.ref('id') }),
  };
}

/** The name of the custom role with this id; one that cannot be looked up shows by its number. */
export function roleName(id: number | null | undefined, look: Lookup): string | null {
  if (id === null || id === undefined) return null;
  return look.nameOf('member_roles', id) ?? `#${id}`;
}

/** An access that says neither a level nor a role: the schema cannot see that the role is null. */
export function accessProblems(spec: Partial<Access>): readonly { field: string; message: string; remedy: string }[] {
  if (spec.access_level !== undefined || spec.role !== null) return [];
  return [{ field: 'role', message: 'There is neither a role nor an access level', remedy: 'Add `access_level`' }];
}
