import { parentPath } from '../../base/scope-path.ts';
import { fieldsWith } from '../kinds.ts';
import type { Edge, Order } from './order/access-order.ts';
import type { Draft } from './draft.ts';

/** What is added to a section comes before the group above bars that, and after it no longer does (405, POST /projects/:id/members, 18.9). */
export function barredLast({ drafts }: Pick<Order, 'drafts'>): Edge[] {
  const bars = drafts.flatMap((bar) =>
    fieldsWith(bar.kind, 'x-bars').flatMap(([name, what]) => {
      const field = bar.change.fields.find(({ path }) => path === name);
      return field === undefined ? [] : [{ bar, what, isSet: field.to === true }];
    }),
  );
  return bars.flatMap(({ bar, what, isSet }) =>
    drafts
      .filter((draft) => what.sections.includes(draft.kind.section) && isAddedIn(draft, bar.key, what.in))
      .map((draft): Edge => (isSet ? [bar, draft] : [draft, bar])),
  );
}

function isAddedIn({ change, scope }: Draft, key: string, type: string): boolean {
  const isAdded = change.action === 'create' || change.action === 'replace';
  return (
    isAdded &&
    scope.type !== 'instance' &&
    scope.type === type &&
    parentPath(scope.path).toLowerCase() === key.toLowerCase()
  );
}
