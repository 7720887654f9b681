import type { Diagnostic } from '../base/diagnostic.ts';
import type { Kind, Moves } from '../kind.ts';
import type { Declared, Desired, LiveObject, Section } from '../model.ts';
import { parentPath } from '../base/scope-path.ts';

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
    return declaredSeats(entry, above, moves).flatMap((seat): Diagnostic[] => {
      const first = holders.get(`${above} ${seat}`);
      if (first === undefined) holders.set(`${above} ${seat}`, entry);
      return first === undefined ? [] : [sharedName(entry, first, above)];
    });
  });
}

/** The seats of a group that are not those of its path: those that what is declared gives it. */
function declaredSeats({ spec }: Declared, above: string, moves: Moves<LiveObject>): readonly string[] {
  const byItself = new Set(moves.seats({}, NOWHERE, above === ''));
  return moves.seats(spec, NOWHERE, above === '').filter((seat) => !byItself.has(seat));
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
