import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind, Moves } from '../../kind.ts';
import type { Declared, Desired, LiveObject, Section } from '../../model.ts';
import { parentPath } from '../../base/scope-path.ts';

/** Groups of one parent that are declared with one display name: the platform takes the first of them alone. */
export function siblings({ sections }: Desired, kindOf: (section: Section) => Kind): Diagnostic[] {
  return sections.flatMap((section) => {
    const moves = kindOf(section).host?.moves;
    return moves === undefined ? [] : namesakes(section.entries, moves);
  });
}

function namesakes(entries: readonly Declared[], moves: Moves<LiveObject>): Diagnostic[] {
  const holders = new Map<string, Declared>();
  return entries.flatMap((entry): Diagnostic[] => {
    if (entry.state === 'absent') return [];
    const above = parentPath(entry.key).toLowerCase();
    return declaredSlots(entry, above, moves).flatMap((slot): Diagnostic[] => {
      const first = holders.get(`${above} ${slot}`);
      if (first === undefined) holders.set(`${above} ${slot}`, entry);
      return first === undefined ? [] : [sharedName(entry, first, above)];
    });
  });
}

/** The slots of a group that are not those of its path: those that what is declared gives it. */
function declaredSlots({ spec }: Declared, above: string, moves: Moves<LiveObject>): readonly string[] {
  const byItself = new Set(moves.slots({}, NOWHERE, above === ''));
  return moves.slots(spec, NOWHERE, above === '').filter((slot) => !byItself.has(slot));
}

/** A path that says nothing. */
const NOWHERE = ' ';

function sharedName(entry: Declared, first: Declared, above: string): Diagnostic {
  return {
    severity: 'error',
    code: 'shared-name',
    message: `\`${entry.key}\` and \`${first.key}\` have one display name, which \`${above}\` can have in it once`,
    place: entry.place('name'),
    related: [{ message: 'The other one has it from here', place: first.place('name') }],
    remedy: 'Give each its own name',
  };
}
