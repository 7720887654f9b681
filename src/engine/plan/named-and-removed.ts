import { entryAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity } from '../../kind.ts';
import type { Section } from '../../model.ts';
import { kindOf, peopleNamed, type Kinds } from '../kinds.ts';
import type { Draft } from './draft.ts';

/** Errors for people whom these sections name, and whom the plan removes because nobody declares them: no plan could do both. */
export function namedAndRemoved(
  drafts: readonly Draft[],
  sections: readonly Section[],
  kinds: Kinds,
): readonly Diagnostic[] {
  const going = new Map(
    drafts.flatMap(({ kind, key, change }) =>
      kind.people !== undefined && change.reason.code === 'pruned'
        ? [[`${kind.section} ${identity(kind, key)}`, change.address] as const]
        : [],
    ),
  );
  if (going.size === 0) return [];
  return sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    return entries.flatMap((entry) =>
      entry.state === 'absent'
        ? []
        : peopleNamed(kind, entry.spec).flatMap(({ sections: targets, name: person, field }): Diagnostic[] => {
            const gone = targets.map((target) => going.get(`${target} ${person}`)).find((one) => one !== undefined);
            if (gone === undefined) return [];
            return [
              {
                severity: 'error',
                code: 'given-up',
                message: `${entryAddress(kind, scope, entry.key)} names ${person}, and ${gone} is removed, since it is not declared and its section is pruned`,
                place: entry.place(field),
                remedy: `declare ${person} there, or take the name out here`,
              },
            ];
          }),
    );
  });
}
