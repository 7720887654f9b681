import type { Change, Plan } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { fieldOf } from '../field-of.ts';
import { propertyOf, type Kinds } from '../kinds.ts';

/**
 * A plan without what is not GitLab's in that which is there: the file that a secret would be written to, were it made anew, is no difference
 * between the instance and the repository.
 */
export function withoutLocal(plan: Plan, kinds: Kinds): Plan {
  return { ...plan, changes: plan.changes.map((change) => ofGitlab(change, kinds)) };
}

function ofGitlab(change: Change, kinds: Kinds): Change {
  if (change.action === 'create') return change;
  const { kind } = partsOf(change.address, kinds);
  // What is shown at any time is compared with what is there.
  if (kind.showsHandedOn) return change;
  const fields = change.fields.filter(({ path }) => propertyOf(kind, fieldOf(path))?.['x-local'] !== true);
  return fields.length === change.fields.length ? change : { ...change, fields };
}
