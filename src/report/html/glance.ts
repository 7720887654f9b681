import { accessFields } from '../../engine/access-effect.ts';
import type { Kinds } from '../../engine/kinds.ts';
import { differingFields } from '../../engine/plan/kept-fields.ts';
import type { Change } from '../../model.ts';
import { difference } from '../drift-text.ts';
import { fieldText } from '../field-text.ts';
import { plainPaint } from '../paint.ts';
import type { ReportedCommand } from '../pipeline/run-record.ts';
import { visible } from '../visible.ts';
import type { Item } from './page-data.ts';

/** What is longer is told where the item is opened. */
const longest = 90;

/** What happens to a field of a change that is another by it, first of all to one that gives or takes access, in the words of the text report; nothing where that is long. */
export function glanceOf(
  change: Pick<Change, 'address' | 'action' | 'fields' | 'reason' | 'access'>,
  command: ReportedCommand,
  kinds: Kinds,
): Pick<Item, 'glance'> {
  const { action, reason } = change;
  const fields = differingFields(change);
  const risky = accessFields({ ...change, fields }, kinds);
  const [first, ...more] = [...risky, ...fields.filter((field) => !risky.includes(field))];
  if (first === undefined) return {};
  const isDifference = command === 'drift' && action !== 'create' && action !== 'delete';
  const [text = '', ...rest] = isDifference
    ? [difference(first, reason)]
    : fieldText(first, action, longest, plainPaint);
  const glance = isDifference ? text : `${visible(first.path)}: ${text}`;
  if (rest.length > 0 || glance.length > longest) return {};
  return { glance: more.length === 0 ? glance : `${glance} and ${more.length} more` };
}
