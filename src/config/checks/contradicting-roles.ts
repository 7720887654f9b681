import { sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { rootPath } from '../../base/scope-path.ts';
import { identity, type Find, type Kind } from '../../kind.ts';
import type { Declared, Desired, Scope, Section } from '../../model.ts';

/** Levels beside a declared role that stands on another one: the platform would take the role's in silence (POST {source}/members, 18.9). */
export function contradictingRoles({ sections }: Desired, kindOf: (section: Section) => Kind): Diagnostic[] {
  const byAddress = new Map(sections.map((section) => [sectionAddress(section.scope, section.name), section]));
  const role = (scope: Scope, section: string, name: string): Declared | undefined => {
    const found = inReach(scope).flatMap((outer) => byAddress.get(sectionAddress(outer, section)) ?? []);
    return found.flatMap((one) => named(one, name, kindOf(one)))[0];
  };
  return sections.flatMap((section) => {
    const { access, schema } = kindOf(section);
    if (access?.grants === undefined) return [];
    const find: Find = (target, name) => role(section.scope, target, name)?.spec;
    return section.entries.flatMap((entry): Diagnostic[] => {
      if (entry.state === 'absent') return [];
      const field = access.grants?.(entry.spec, entry.key, find).contradicted;
      if (field === undefined) return [];
      const roles = Object.entries(schema.properties).flatMap(([name, { 'x-ref': target }]) => {
        const value = entry.spec[name];
        return target === undefined || typeof value !== 'string' ? [] : (role(section.scope, target, value) ?? []);
      });
      return [contradiction(entry, field, roles)];
    });
  });
}

/** Where roles stand that something in a scope may have: in its group at the top, and on the instance. */
function inReach(scope: Scope): readonly Scope[] {
  return scope.type === 'instance' ? [scope] : [{ type: 'group', path: rootPath(scope.path) }, { type: 'instance' }];
}

function named({ entries }: Section, name: string, kind: Kind): readonly Declared[] {
  return entries.filter(({ key, state }) => state === 'present' && identity(kind, key) === identity(kind, name));
}

function contradiction(entry: Declared, field: string, roles: readonly Declared[]): Diagnostic {
  return {
    severity: 'error',
    code: 'contradicts-role',
    message: `\`${entry.key}\` has a role and another \`${field}\` than the role stands on; GitLab would take that of the role`,
    place: entry.place(field),
    related: roles.map((role) => ({ message: `\`${role.key}\` is declared here`, place: role.place() })),
    remedy: `Take \`${field}\` out, or write the one that the role stands on where a default says another`,
  };
}
