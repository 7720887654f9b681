import { nameField, type Kind } from '../kind.ts';
import type { Attributes, Scope } from '../model.ts';
import { validator } from './schema/validate.ts';
import { configData } from './write.ts';

/** A field of an entry that a configuration may not hold, that which its name fills included, and why. */
export interface RefusedField {
  readonly field: string;
  readonly message: string;
}

/** What holds one entry, as it would be written, against the schema of a configuration; what the entry lacks is not among what it finds. */
export function refusedFields(
  kinds: readonly Kind[],
): (scope: Scope, kind: Kind, key: string, spec: Attributes) => readonly RefusedField[] {
  const check = validator(kinds);
  return (scope, kind, key, spec) => {
    const problems = check(configData([{ scope, name: kind.section, entries: [{ key, spec }] }], kinds));
    return problems.flatMap(({ path, part, message }) => {
      const field = path[depthOf(kind, scope)] ?? (part === 'key' ? nameField(kind) : shortField(kind, spec));
      return field === undefined ? [] : [{ field: String(field), message }];
    });
  };
}

/** How many steps lead to the fields of an entry: `groups/PATH`, `instance/settings`, `groups/PATH/hooks/NAME`. */
function depthOf(kind: Kind, scope: Scope): number {
  if (kind.host !== undefined) return 2;
  return (scope.type === 'instance' ? 2 : 3) + (kind.shape.type === 'single' ? 0 : 1);
}

/** The field that stands in the place of the whole entry, where it is the only one. */
function shortField({ shape }: Kind, spec: Attributes): string | undefined {
  const short = shape.type === 'map' ? shape.short : undefined;
  return short !== undefined && spec[short] !== undefined ? short : undefined;
}
