import { entryAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, Desired, Section } from '../../model.ts';

/** What is declared to stay in a group that is declared to be gone, which would take it along. */
export function insideAbsent({ sections }: Desired, kindOf: (section: Section) => Kind): Diagnostic[] {
  const hosting = sections.filter((section) => kindOf(section).host !== undefined);
  const gone = new Map(
    hosting.flatMap((section) => {
      const kind = kindOf(section);
      return section.entries.flatMap((entry): [string, Absent][] =>
        kind.host?.type === 'group' && entry.state === 'absent'
          ? [[identity(kind, entry.key), { entry, address: entryAddress(kind, section.scope, entry.key) }]]
          : [],
      );
    }),
  );
  if (gone.size === 0) return [];
  return hosting.flatMap((section) =>
    section.entries.flatMap((entry): Diagnostic[] => {
      const kind = kindOf(section);
      const above = pathsAbove(identity(kind, entry.key)).find((path) => gone.has(path));
      const absent = above === undefined ? undefined : gone.get(above);
      if (entry.state === 'absent' || absent === undefined) return [];
      return [refusal(entryAddress(kind, section.scope, entry.key), entry, kind, absent)];
    }),
  );
}

interface Absent {
  readonly entry: Declared;
  readonly address: string;
}

function refusal(address: string, entry: Declared, kind: Kind, absent: Absent): Diagnostic {
  return {
    severity: 'error',
    code: 'inside-absent',
    message: `${address} is declared, and would go with ${absent.address}, which is declared absent`,
    place: entry.place(),
    related: [{ message: 'That is declared absent here', place: absent.entry.place('state') }],
    // What has no way to be deleted by itself goes with the group all the same.
    remedy:
      kind.calls.remove === undefined
        ? `Take the entry out of the configuration, so that it goes with the group, or keep ${absent.address}`
        : `Declare it absent too, move it elsewhere, or keep ${absent.address}`,
  };
}
