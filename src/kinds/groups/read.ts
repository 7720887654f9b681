import { scopePath } from '../../address.ts';
import type { Scope } from '../../model.ts';
import type { Read } from '../../read.ts';
import { rootPath } from '../../base/scope-path.ts';

/** All groups that the caller may see, as rows that lack only what the single read adds. */
const ALL_GROUPS: Read = {
  path: '/groups',
  query: { all_available: true, order_by: 'id', sort: 'asc' },
  pages: true,
};

/** The read of one group, which may also be had as a row of the list of all. */
export function groupRead(path: string): Read {
  const rowOf = { list: ALL_GROUPS, by: 'full_path', is: path, ...withinTree(path) };
  return { ...groupDetail(path), mayBeMissing: true, rowOf };
}

/** What stands below a group at the top, as rows of the same form (GET /groups/:id/descendant_groups, 18.9); the top itself is none of them. */
function withinTree(path: string): { readonly within?: Read } {
  const top = rootPath(path);
  if (top === path) return {};
  const at = `${scopePath({ type: 'group', path: top })}/descendant_groups`;
  return { within: { path: at, query: { order_by: 'id', sort: 'asc' }, pages: true } };
}

/** The read that shows all of a group; its projects, a hundred each time, stay out. */
export function groupDetail(path: string): Read {
  return { path: scopePath({ type: 'group', path }), query: { with_projects: false } };
}

/** The read of the group that a scope is, for what its row holds beside its attributes. */
export function scopeGroupReads(scope: Scope): readonly Read[] {
  return scope.type === 'group' ? [groupRead(scope.path)] : [];
}
