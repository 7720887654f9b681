import { sectionAddress } from '../../address.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, Scope } from '../../model.ts';
import type { Edge, Order } from './order/access-order.ts';
import type { Draft } from './draft.ts';
import { pathsAbove } from '../../base/scope-path.ts';

/**
 * What takes over an entry of a group above waits for that one: without it the platform has nothing to take over (PUT …/integrations/:slug, 18.9).
 * So does the removal of what comes from there by itself.
 */
export function aboveFirst({ drafts }: Pick<Order, 'drafts'>): Edge[] {
  const coming = new Map(drafts.map((draft) => [nameOf(draft.scope, draft), draft]));
  const isFromAbove = (draft: Draft): boolean => takesOver(draft) || draft.change.reason.code === 'comes';
  return drafts.filter(isFromAbove).flatMap((draft) =>
    groupsAbove(draft.scope).flatMap((scope): Edge[] => {
      const above = coming.get(nameOf(scope, draft));
      return above === undefined || above.change.action === 'delete' ? [] : [[draft, above]];
    }),
  );
}

/** What tells whether a change takes over what a group above has. */
interface TakingOver {
  readonly kind: Kind;
  readonly declared: Pick<Declared, 'spec'> | undefined;
  readonly change: Pick<Draft['change'], 'action'>;
}

/** Whether a change makes its entry take over that of a group above. */
export function takesOver({ kind, declared, change }: TakingOver): boolean {
  return change.action !== 'delete' && declared !== undefined && kind.inheritance?.fromAbove?.(declared.spec) === true;
}

/** The groups above a scope, the nearest first. */
export function groupsAbove(scope: Scope): readonly Scope[] {
  if (scope.type === 'instance') return [];
  return pathsAbove(scope.path)
    .toReversed()
    .map((path): Scope => ({ type: 'group', path }));
}

function nameOf(scope: Scope, { kind, key }: Pick<Draft, 'kind' | 'key'>): string {
  return `${sectionAddress(scope, kind.section)} ${identity(kind, key)}`.toLowerCase();
}
