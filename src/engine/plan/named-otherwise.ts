import { entryAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity } from '../../kind.ts';
import type { Section, World } from '../../model.ts';
import type { Draft } from './draft.ts';

/**
 * Tells of what is to be made while something of the same second name, such as a hook to the same URL, stands there under a name that nobody
 * declared: it may have been given that by hand.
 */
export function namedOtherwise(
  drafts: readonly Draft[],
  sections: readonly Section[],
  world: World,
): readonly Diagnostic[] {
  const making = drafts.filter(
    ({ change, kind, declared }) =>
      change.action === 'create' && kind.identity.alias !== undefined && declared?.alias !== undefined,
  );
  if (making.length === 0) return [];
  const declaredIn = new Map(sections.map(({ scope, name, entries }) => [sectionAddress(scope, name), entries]));
  return making.flatMap(({ change, kind, scope, key, declared }) => {
    const address = sectionAddress(scope, kind.section);
    const isDeclared = (name: string): boolean =>
      declaredIn.get(address)?.some((entry) => identity(kind, entry.key) === identity(kind, name)) === true;
    const [other, another] = (world.sections.get(address) ?? []).filter(
      (live) =>
        kind.identity.alias?.(live.spec) === declared?.alias &&
        live.nameless !== true &&
        live.inherited !== true &&
        live.readOnlyReason === undefined &&
        !isDeclared(live.key),
    );
    // Of several nobody can say which one it was.
    if (other === undefined || another !== undefined) return [];
    const where = entryAddress(kind, scope, other.key);
    return [
      {
        severity: 'warning',
        code: 'renamed-by-hand',
        message: `${change.address} is not there, and ${where} (id ${String(other.id)}), which nobody declared, is the same but for its name: it may have been renamed by hand`,
        place: change.place,
        remedy: `to keep it, declare it as ${other.key}, or give it the name ${key} in GitLab; else an apply makes a second one`,
      },
    ];
  });
}
