import { fieldOf } from '../../field-of.ts';
import type { Edge, Order } from './access-order.ts';

/** What is made comes after the settings from which it takes what nobody declares of it: else it would have what these were before, or not, by chance. */
export function defaultsFirst({ drafts }: Pick<Order, 'drafts'>): Edge[] {
  const made = drafts.filter(({ change, kind }) => change.action === 'create' && kind.calls.takesFrom !== undefined);
  if (made.length === 0) return [];
  return made.flatMap((draft) =>
    drafts
      .filter(({ kind, scope, change }) => {
        const from = draft.kind.calls.takesFrom;
        if (kind.section !== from?.section || scope.type !== 'instance') return false;
        return change.fields.some(({ path }) => from.fields.includes(fieldOf(path)));
      })
      .map((settings): Edge => [draft, settings]),
  );
}
