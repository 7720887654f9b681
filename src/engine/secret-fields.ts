import type { Kind, PropertySchema } from '../kind.ts';

/** The names of all fields that hold secrets, wherever they stand: for what has to be masked by field. */
export function secretFieldNames(kinds: readonly Kind[]): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (name: string, schema: PropertySchema): void => {
    if (schema['x-secret']) names.add(name);
    for (const [inner, property] of Object.entries(schema.properties ?? {})) walk(inner, property);
    if (schema.items !== undefined) walk(name, schema.items);
  };
  for (const kind of kinds) for (const [name, schema] of Object.entries(kind.schema.properties)) walk(name, schema);
  return names;
}
