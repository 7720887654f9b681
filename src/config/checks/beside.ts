import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Desired, Section } from '../../model.ts';

/** What is wrong with entries beside others of their section, as their kind knows. */
export function beside({ sections }: Desired, kindOf: (section: Section) => Kind): Diagnostic[] {
  return sections.flatMap((section) => {
    const { rules } = kindOf(section);
    if (rules?.checkBeside === undefined) return [];
    const present = section.entries.filter(({ state }) => state === 'present');
    return present.flatMap((entry) => {
      const others = present.filter((one) => one !== entry).map(({ spec }) => spec);
      const problems = rules.checkBeside?.(entry.spec, others) ?? [];
      return problems.map(({ field, message, remedy }): Diagnostic => {
        return { severity: 'error', code: 'invalid', message, place: entry.place(field), remedy };
      });
    });
  });
}
