import { withoutAnySecret } from './hidden-values.ts';
import { HIDDEN } from './url-secrets.ts';

/** A path of a request without secrets, each part of it by itself: what is called must be seen, though the name in it is hidden. */
export function shownPath(path: string): string {
  return path.split('/').map(shownPart).join('/');
}

/** `name=value&…` of a request, without secrets: its values are those of fields, and hold what fields hold. */
export function shownQuery(query: Iterable<readonly [name: string, value: unknown]>): string {
  return [...query]
    .map(([name, value]) => `${encodeURIComponent(name)}=${shownPart(encodeURIComponent(String(value)))}`)
    .join('&');
}

function shownPart(part: string): string {
  const said = decoded(part);
  const shown = withoutAnySecret(said);
  if (shown === said) return withoutAnySecret(part);
  return shown.split(HIDDEN).map(encodeURIComponent).join(HIDDEN);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
