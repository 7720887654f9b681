import type { Diagnostic } from '../base/diagnostic.ts';
import { scopeAddress } from '../address.ts';
import type { Kind } from '../kind.ts';
import type { Declared, Desired, Scope, Section } from '../model.ts';
import { finder } from './annotated.ts';
import { nearest } from '../base/nearest.ts';
import { isList } from './written.ts';

/** Warnings for references to what is declared nowhere in reach: it may be there on the instance, which the plan finds out. */
export function unknownReferences(
  desired: Desired,
  kinds: readonly Kind[],
  kindOf: (section: Section) => Kind,
): readonly Diagnostic[] {
  const declared = namesByScope(desired);
  const finders = new Map(kinds.map((kind) => [kind, finder(kind, (schema) => schema['x-ref'] !== undefined)]));
  return desired.sections.flatMap((section) => {
    const find = finders.get(kindOf(section));
    if (find === undefined) return [];
    const reach = scopesInReach(section.scope);
    return section.entries.flatMap((entry) =>
      entry.state === 'absent' ? [] : unknownIn(entry, find, reach, declared),
    );
  });
}

function unknownIn(
  entry: Declared,
  find: NonNullable<ReturnType<typeof finder>>,
  reach: readonly string[],
  declared: Names,
): readonly Diagnostic[] {
  return find(entry.spec).flatMap(({ path, value, schema }) => {
    const target = schema['x-ref'] ?? '';
    const names = reach.flatMap((scope) => declared.get(`${scope}/${target}`) ?? []);
    const named = isList(value)
      ? value.map((name, index) => ({ name, at: [...path, index] }))
      : [{ name: value, at: path }];
    return named.flatMap(({ name, at }) => {
      if (typeof name !== 'string' || names.some((known) => known.has(name))) return [];
      return [unknown(name, target, names, entry.place(...at))];
    });
  });
}

type Names = ReadonlyMap<string, ReadonlySet<string>>;

/** The keys of each section's entries that are to be there, by the section's address. */
function namesByScope(desired: Desired): Names {
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
