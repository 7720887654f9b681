import type { Kind } from '../../kind.ts';
import type { Change, Declared, LiveEntry, Scope } from '../../model.ts';

/** A change on its way to the plan, with what is needed to find out what it depends on. */
export interface Draft {
  readonly change: Omit<Change, 'needs'>;
  readonly kind: Kind;
  readonly scope: Scope;
  readonly key: string;
  readonly declared: Declared | undefined;
  readonly live: LiveEntry | undefined;
  /** The address whose leftover this removes: the role that a replacement has taken the name of. */
  readonly leftoverOf?: string;
}

/** Whether this change gives the scope that the entry is another path, or makes it: what stands in it has to wait. */
export function opensScope(draft: Draft): boolean {
  if (draft.kind.hosts === undefined || draft.change.action === 'delete') return false;
  return draft.change.action === 'create' || draft.live?.standsFor !== undefined || draft.live?.leaving !== undefined;
}
