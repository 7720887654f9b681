import type { ExportedSection } from './exportable.ts';
import { kindOf, propertiesOf, type Kinds } from '../kinds.ts';

/** So many fields of one kind are named. */
const FEW = 2;

/**
 * The sections of an export in which secrets may be set that it does not have, since the platform shows none, each with its fields where
 * they are few: `hooks (token)`.
 */
export function hiddenSecrets(sections: readonly ExportedSection[], kinds: Kinds): readonly string[] {
  const names = [...new Set(sections.filter(({ entries }) => entries.length > 0).map(({ name }) => name))];
  return names.flatMap((name) => {
    const entries = sections.flatMap((section) => (section.name === name ? section.entries : []));
    const hidden = entries.flatMap(({ key, spec }) =>
      Object.entries(propertiesOf(kindOf(kinds, name), key)).flatMap(([field, schema]) =>
        // What no entry can do without stands in each as a reference.
        schema['x-secret'] && !schema['x-local'] && spec[field] === undefined ? [field] : [],
      ),
    );
    const fields = [...new Set(hidden)];
    if (fields.length === 0) return [];
    return [fields.length > FEW ? name : `${name} (${fields.join(', ')})`];
  });
}
