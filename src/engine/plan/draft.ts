import type { Kind } from '../../kind.ts';
import type { Attributes, Change, Declared, LiveEntry, Scope } from '../../model.ts';

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
  /** The address of the change that this is a step of: a group that makes way on its own way to another path, or is set in parts. */
  readonly stepOf?: string;
  /** The same change from another live state, the one that such a first step leaves; and with more attributes than are declared. */
  readonly from?: (live: LiveEntry, more: Attributes) => Draft;
  /** The same in parts, where it can be made so: these fields ahead, one set after the other, and then the rest. */
  readonly part?: (ahead: readonly ReadonlySet<string>[]) => readonly Draft[];
  /** The fields of the entry that nobody declares, and that go along from what it replaces. */
  readonly kept?: readonly string[];
  /** The whole change that this is a part of. */
  readonly partOf?: Draft;
}

/** Whether this change gives the scope that the entry is another path, or makes it: what stands in it has to wait. */
export function opensScope(draft: Draft): boolean {
  if (draft.kind.host === undefined || draft.change.action === 'delete') return false;
  return (
    draft.change.action === 'create' ||
    draft.live?.renamedFrom !== undefined ||
    draft.live?.pendingDeletion !== undefined
  );
}
