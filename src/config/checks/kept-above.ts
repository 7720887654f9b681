import type { Diagnostic } from '../../base/diagnostic.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import { handedFields, keptOtherwise, type Kept } from '../../handed-down.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Desired, Section, Value } from '../../model.ts';

/** Groups that are declared to differ in what a group above them is declared to keep as it has it. */
export function keptAbove({ sections }: Desired, kindOf: (section: Section) => Kind): Diagnostic[] {
  return sections.flatMap((section) => {
    const kind = kindOf(section);
    if (kind.host === undefined || handedFields(kind).length === 0) return [];
    const present = section.entries.filter(({ state }) => state === 'present');
    const byPath = new Map(present.map((entry) => [entry.key.toLowerCase(), entry]));
    return present.flatMap((entry) => {
      const above = pathsAbove(entry.key.toLowerCase()).flatMap((path) => byPath.get(path) ?? []);
      return above.flatMap((one) => keptOtherwise(kind, entry.spec, one.spec).map((kept) => refused(entry, one, kept)));
    });
  });
}

function refused(entry: Declared, above: Declared, { field, value, by }: Kept): Diagnostic {
  const own = `${field}: ${written(entry.spec[field])}`;
  const holds = `\`${by}: ${written(above.spec[by])}\``;
  return {
    severity: 'error',
    code: 'kept-above',
    message: `\`${own}\` of \`${entry.key}\` cannot be: ${holds} of \`${above.key}\` keeps everything below from it`,
    place: entry.place(field),
    related: [{ message: 'The group above says so here', place: above.place(by) }],
    remedy: `Write \`${field}: ${written(value)}\`, or ${by === field ? 'another value' : `\`${by}: false\``} for \`${above.key}\``,
  };
}

function written(value: Value | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
