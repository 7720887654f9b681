import { licensed } from '../store/edition.ts';
import type { Reply } from './reply.ts';
import type { Platform } from '../store/platform.ts';

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Whether maintenance mode keeps a request out: any write but that of the settings, which ends it (18.9). */
export function isKeptOut(platform: Platform, method: string, path: string): boolean {
  const { settings } = platform.state;
  if (settings['maintenance_mode'] !== true || !writes.has(method)) return false;
  const isLicensed = licensed(platform.edition, 'premium') || settings['usage_ping_features_enabled'] === true;
  return isLicensed && !path.startsWith('/api/v4/application/settings');
}

/** JSON is refused in JSON; anything else, a DELETE without a body too, is sent away as a browser would be (18.9). */
export function readOnly(
  platform: Platform,
  request: { readonly headers: Readonly<Record<string, string | undefined>> },
): Reply {
  if (request.headers['content-type']?.startsWith('application/json') === true) {
    return { status: 403, body: { message: 'You cannot perform write operations on a read-only instance' } };
  }
  return { status: 301, headers: { Location: request.headers['referer'] ?? `${platform.externalUrl}/` } };
}
