import { entryAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { atLeast } from '../../base/version-order.ts';
import type { Change, Desired, Instance } from '../../model.ts';
import { fieldOf } from '../field-of.ts';
import { fieldParts } from '../field-parts.ts';
import { kindOf, type Kinds } from '../kinds.ts';

/**
 * Refuses what is to be sent and has something in it that this version of the platform does not know. A field within a value it would
 * drop alone, and what is left means another thing: of an entry that lets a deploy key push, Maintainers would be let through
 * (POST …/protected_branches, 17.4). A value it refuses, when others have been sent already (POST …/members, 17.6).
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
    const parts = fieldParts(kind).filter(({ needs }) => !atLeast(version, needs['x-since'] ?? '0.0'));
    if (parts.length === 0) return [];
    return entries.flatMap((declared) => {
      const address = entryAddress(kind, scope, declared.key);
      const fields = new Set(sent.get(address)?.fields.map(({ path }) => fieldOf(path)));
      return parts
        .filter(({ field, isIn }) => fields.has(field) && isIn(declared.spec[field] ?? null))
        .map(({ field, what, needs, remedy, unknown }): Diagnostic => ({
          severity: 'error',
          code: 'unsupported-version',
          message: `${address}: ${what} came with GitLab ${needs['x-since'] ?? ''}, and this is ${version}, which ${DOES[unknown]}`,
          place: declared.place(field),
          remedy: `${remedy}, or upgrade`,
        }));
    });
  });
}

const DOES = { refused: 'refuses it', dropped: 'would drop it without a word' } as const;
