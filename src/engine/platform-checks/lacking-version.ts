import { entryAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { atLeast } from '../../base/version-order.ts';
import type { Change, Desired, Instance } from '../../model.ts';
import { fieldOf } from '../field-of.ts';
import { holdsField, innerFields } from '../inner-fields.ts';
import { kindOf, type Kinds } from '../kinds.ts';

/**
 * Refuses what is to be sent and has something in it that this version of the platform does not know: it would drop that alone, and what
 * is left means another thing. Of an entry that lets a deploy key push, Maintainers would be let through (POST …/protected_branches, 17.4).
 */
export function lackingVersion(
  changes: readonly Change[],
  { sections }: Pick<Desired, 'sections'>,
  { version }: Pick<Instance, 'version'>,
  kinds: Kinds,
): readonly Diagnostic[] {
  const sent = new Map(changes.filter(({ action }) => action !== 'delete').map((change) => [change.address, change]));
  return sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    const unknown = innerFields(kind).filter(({ schema }) => !atLeast(version, schema['x-since'] ?? '0.0'));
    if (unknown.length === 0) return [];
    return entries.flatMap((declared) => {
      const address = entryAddress(kind, scope, declared.key);
      const fields = new Set(sent.get(address)?.fields.map(({ path }) => fieldOf(path)));
      return unknown
        .filter(({ field, within }) => fields.has(field) && holdsField(declared.spec[field] ?? null, within))
        .map(({ field, within, schema }): Diagnostic => ({
          severity: 'error',
          code: 'unsupported-version',
          message: `${address}: a ${within} in ${field} came with GitLab ${schema['x-since'] ?? ''}, and this is ${version}, which would drop it without a word`,
          place: declared.place(field),
          remedy: `take the ${within} out, or upgrade`,
        }));
    });
  });
}
