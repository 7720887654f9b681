import type { Kinds } from '../../engine/kinds.ts';
import type { Change } from '../../model.ts';
import {
  fieldIndent,
  fieldLines,
  headLines,
  optionalPlace,
  signs,
  strokeOf,
  usualColumns,
  type ChangeTextOptions,
} from '../change-text.ts';
import { lowersAccess } from '../access-words.ts';
import { visible } from '../visible.ts';
import { width } from '../width.ts';
import { addressLines } from './address-lines.ts';
import { named } from './likeness.ts';
import { placesText, scopesText, scopeType, subjectText } from './subject.ts';

const indent = '    ';

/** Changes that are alike as one paragraph: where, what happens and why, the fields, and then each of them by its name. */
export function paragraphText(changes: readonly Change[], options: ChangeTextOptions): readonly string[] {
  const [first] = changes;
  if (first === undefined) return [];
  const { paint, kinds, columns = usualColumns } = options;
  const { noun, scope } = named(first.address);
  const subject = noun === undefined ? visible(scopeType(scope)) : subjectText(changes);
  const heads = headLines(first, subject, isRisky(first, kinds) ? '' : placesText(changes), options);
  const names = isRisky(first, kinds) ? riskyLines(changes, options) : addressLines(changes, columns - indent.length);
  return [
    paint.strong(`In ${scopesText(changes)}, alike`),
    ...heads,
    ...fieldLines(first, options),
    ...names.map((line) => indent + line),
  ];
}

/** Whether each of several changes is to catch the eye. */
function isRisky(change: Change, kinds: Kinds): boolean {
  return change.action === 'delete' || change.action === 'replace' || lowersAccess(change, kinds);
}

/** What takes something away has a line of its own, with its place. */
function riskyLines(
  changes: readonly Change[],
  { paint, kinds, columns = usualColumns }: ChangeTextOptions,
): readonly string[] {
  return changes.flatMap((change) => {
    const stroke = lowersAccess(change, kinds) ? paint.removed : strokeOf(change.action, paint);
    const line = `${signs[change.action].trim()} ${visible(change.address)}`;
    const place = optionalPlace(change.place);
    if (place === '') return [stroke(line)];
    const isOneLine = width(`${indent}${line}  (${place})`) <= columns;
    const where = paint.faint(`(${place})`);
    return isOneLine ? [`${stroke(line)}  ${where}`] : [stroke(line), fieldIndent.slice(indent.length) + where];
  });
}
