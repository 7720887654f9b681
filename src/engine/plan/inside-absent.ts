import { entryAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Desired } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { pathsAbove } from '../../base/scope-path.ts';

/** A group that is declared to stay, in one that is declared to be gone, which would take it along. */
export function insideAbsent({ sections }: Desired, gone: ReadonlySet<string>, kinds: Kinds): Diagnostic[] {
  if (gone.size === 0) return [];
  return sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    if (kind.host === undefined) return [];
    return entries.flatMap((entry): Diagnostic[] => {
      const above = groupsAbove(entry.key).find((group) => gone.has(group));
      if (entry.state === 'absent' || above === undefined) return [];
      return [
        {
          severity: 'error',
          code: 'inside-absent',
          message: `${entryAddress(kind, scope, entry.key)} is declared, and would go with ${above}, which is declared absent`,
          place: entry.place(),
          // What has no way to be deleted by itself goes with the group all the same.
          remedy:
            kind.calls.remove === undefined
              ? `take the entry out of the configuration, so that it goes with the group, or keep ${above}`
              : `declare it absent too, move it elsewhere, or keep ${above}`,
        },
      ];
    });
  });
}

function groupsAbove(path: string): string[] {
  return pathsAbove(path).map((above) => `group[${above}]`);
}
