import type { Diagnostic } from '../base/diagnostic.ts';
import { scopeAddress } from '../address.ts';
import type { Kind } from '../kind.ts';
import type { Desired, Scope, Section } from '../model.ts';
import { finder } from './annotated.ts';
import { nearest } from './nearest.ts';

/** Warnings for references to what is declared nowhere in reach: it may be there on the instance, which the plan finds out. */
export function unknownReferences(desired: Desired, kindOf: (section: Section) => Kind): readonly Diagnostic[] {
  const declared = namesByScope(desired);
  const finders = new Map<Kind, ReturnType<typeof finder>>();
  return desired.sections.flatMap((section) => {
    const kind = kindOf(section);
    if (!finders.has(kind))
      finders.set(
        kind,
        finder(kind, (schema) => schema['x-ref'] !== undefined),
      );
    const find = finders.get(kind);
    if (find === undefined) return [];
    const reach = scopesInReach(section.scope);
    return section.entries.flatMap(({ spec, state, place }) => {
      if (state === 'absent') return [];
      return find(spec).flatMap(({ path, value, schema }) => {
        const target = schema['x-ref'];
        if (target === undefined) return [];
        const names = reach.flatMap((scope) => declared.get(`${scope}/${target}`) ?? []);
        const wanted: readonly unknown[] = Array.isArray(value) ? value : [value];
        return wanted.flatMap((name, index) => {
          if (typeof name !== 'string' || names.some((known) => known.has(name))) return [];
          return [unknown(name, target, names, place(...path, ...(Array.isArray(value) ? [index] : [])))];
        });
      });
    });
  });
}

/** The keys of each section's entries that are to be there, by the section's address. */
function namesByScope(desired: Desired): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, ReadonlySet<string>>();
  for (const { scope, name, entries } of desired.sections) {
    const present = entries.filter((entry) => entry.state === 'present');
    names.set(`${scopeAddress(scope)}/${name}`, new Set(present.map((entry) => entry.key)));
  }
  return names;
}

/** A scope and all that are above it. */
function scopesInReach(scope: Scope): readonly string[] {
  if (scope.type === 'instance') return [scopeAddress(scope)];
  const parts = scope.path.split('/');
  const groups = parts.map((_, index) => `group[${parts.slice(0, index + 1).join('/')}]`);
  return [scopeAddress(scope), ...groups.reverse(), 'instance'];
}

function unknown(
  name: string,
  target: string,
  known: readonly ReadonlySet<string>[],
  place: Diagnostic['place'],
): Diagnostic {
  const near = nearest(
    name,
    known.flatMap((names) => [...names]),
  );
  return {
    severity: 'warning',
    code: 'unknown-reference',
    message: `\`${name}\` is declared nowhere under \`${target}\``,
    place,
    remedy: near === undefined ? 'Declare it, unless it exists on the instance' : `Write \`${near}\`, if that is meant`,
  };
}
