import { shownPath, shownQuery } from '../base/shown-path.ts';
import type { Call } from '../model.ts';
import { visible } from './visible.ts';

/** `PUT /groups/platform/hooks/3?reset=true`. */
export function requestLine(call: Pick<Call, 'path' | 'query'> & { readonly method: Call['method'] | 'GET' }): string {
  const query = shownQuery(Object.entries(call.query ?? {}));
  return `${call.method} ${visible(shownPath(call.path))}${query === '' ? '' : `?${query}`}`;
}
