import type { Call } from '../model.ts';
import { visible } from './visible.ts';

/** `PUT /groups/platform/hooks/3?reset=true`. */
export function requestLine(call: Pick<Call, 'path' | 'query'> & { readonly method: Call['method'] | 'GET' }): string {
  const query = Object.entries(call.query ?? {}).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `${call.method} ${visible(call.path)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}
