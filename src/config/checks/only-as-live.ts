import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Desired } from '../../model.ts';

/** What the platform keeps where it is live, and refuses of what is new: without an instance nobody can say which of the two it is. */
export function onlyAsLive({ sections }: Desired, kinds: readonly Kind[]): Diagnostic[] {
  return sections.flatMap(({ name, entries }) => {
    const kind = kinds.find(({ section }) => section === name);
    if (kind?.rules?.checkNew === undefined) return [];
    return entries
      .filter(({ state }) => state === 'present')
      .flatMap((entry) =>
        (kind.rules?.checkNew?.(entry.spec, undefined) ?? []).map(({ field, message, remedy }): Diagnostic => ({
          severity: 'warning',
          code: 'only-as-live',
          message: `${message}; one that has it already keeps it`,
          place: entry.place(field),
          remedy,
        })),
      );
  });
}
