import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Declared } from '../../model.ts';
import { fieldsWith } from '../kinds.ts';

/** What is referred to, and was not found; `mayBeHidden` from the user of this token. */
export function unknownReference(
  address: string,
  declared: Declared,
  field: string,
  name: string,
  nearest: string | undefined,
  {
    what = field,
    target,
    mayBeHidden,
  }: { readonly what?: string | undefined; readonly target?: Kind; readonly mayBeHidden?: boolean } = {},
): Diagnostic {
  const [word] = target === undefined ? [] : fieldsWith(target, 'x-making').map(([making]) => making);
  const declaring = word === undefined ? 'declare it' : `declare it with \`${word}\``;
  const first = target !== undefined && target.calls.create === undefined ? 'make it in GitLab first' : declaring;
  return {
    severity: 'error',
    code: 'unknown-reference',
    message: `${address}: there is no ${what} named ${name}`,
    place: declared.place(field),
    remedy: [
      first,
      nearest === undefined ? 'or correct its name' : `or write ${nearest}`,
      ...(mayBeHidden ? ['or, where it is there, see that the user of this token may see it'] : []),
    ].join(', '),
  };
}
