import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Desired, Section } from '../../model.ts';
import { pathsAbove } from '../../base/scope-path.ts';

/** Groups and projects that are declared to exceed a group above them: to be more visible. */
export function withinParents({ sections }: Desired, kindOf: (section: Section) => Kind): Diagnostic[] {
  const groups = sections.filter((section) => kindOf(section).host?.type === 'group');
  const byPath = new Map(groups.flatMap(({ entries }) => entries.map((entry) => [entry.key.toLowerCase(), entry])));
  return sections.flatMap((section) => {
    const bounded = Object.entries(kindOf(section).schema.properties).flatMap(([field, schema]) =>
      schema['x-within-parent'] === true && schema.enum !== undefined ? [{ field, levels: schema.enum }] : [],
    );
    if (bounded.length === 0) return [];
    return section.entries.flatMap((entry) =>
      entry.state === 'absent' ? [] : bounded.flatMap((bound) => exceeding(entry, byPath, bound) ?? []),
    );
  });
}

interface Bound {
  readonly field: string;
  readonly levels: readonly unknown[];
}

/** The nearest group above that says something is the one that counts: those above it are held against that one. */
function exceeding(
  entry: Declared,
  byPath: ReadonlyMap<string, Declared>,
  { field, levels }: Bound,
): Diagnostic | undefined {
  for (const path of pathsAbove(entry.key.toLowerCase()).toReversed()) {
    const above = byPath.get(path);
    const most = above?.spec[field];
    if (above === undefined || typeof most !== 'string' || above.state === 'absent') continue;
    const own = entry.spec[field];
    if (typeof own !== 'string' || levels.indexOf(own) <= levels.indexOf(most)) return undefined;
    return {
      severity: 'error',
      code: 'exceeds-parent',
      message: `\`${field}: ${own}\` of \`${entry.key}\` exceeds what \`${above.key}\` has above it: ${most}`,
      place: entry.place(field),
      related: [{ message: 'The group above says so here', place: above.place(field) }],
      remedy: `Declare at most \`${field}: ${most}\`, or more for \`${above.key}\``,
    };
  }
  return undefined;
}
