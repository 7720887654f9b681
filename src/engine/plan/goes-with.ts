import type { Declared, LiveEntry } from '../../model.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { namedByKey } from '../named-by-key.ts';
import type { Context } from './context.ts';

/**
 * What is to go, and cannot be taken away by itself, but goes with whom it names: the membership of a group's own service account ends with
 * the account. Undefined where that stays.
 */
export function goesWith(
  { kind, section: { scope }, resources }: Pick<Context, 'kind' | 'section' | 'resources'>,
  address: string,
  declared: Declared,
  { id, stays }: { readonly id: LiveEntry['id']; readonly stays: string },
): Diagnostic | undefined {
  if (kind.identity.numberOfAnother !== true || id === undefined) return undefined;
  const leaving = namedByKey(kind)
    .map((section) => resources.leaving(section, declared.key, scope))
    .find((one) => one?.live?.id === id);
  if (leaving === undefined) return undefined;
  return {
    severity: 'warning',
    code: 'held',
    message: `${address} is ${stays}, which cannot be removed by itself: it goes with ${leaving.address}`,
    place: declared.place(),
  };
}
