import { INSTANCE, sectionAddress } from '../../address.ts';
import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Kind } from '../../kind.ts';
import type { Instance } from '../../model.ts';
import { isHosting, kindOf, referredSections, type Kinds } from '../kinds.ts';
import { decoded } from '../observe/decoded.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { createReadCache } from '../observe/read-cache.ts';
import type { RoleNames } from './lent.ts';
import type { LeftOut } from './review.ts';

/** The roles of the instance, which a share shows by their numbers alone. */
export async function readRoleNames(
  kind: Kind,
  kinds: Kinds,
  client: Client,
  instance: Instance,
): Promise<{ readonly roles: RoleNames; readonly left: readonly LeftOut[] }> {
  const roles = new Map<string, ReturnType<typeof decoded>>();
  if (!instance.enterprise) return { roles, left: [] };
  const cache = createReadCache(client);
  try {
    for (const section of referredSections(kind).filter((name) => !isHosting(kinds, name))) {
      const referred = kindOf(kinds, section);
      const answers = await Promise.all(referred.reads.all(INSTANCE, []).map((read) => cache.find(read)));
      const rows = answers.flatMap((found) => found ?? []);
      const live = rows.flatMap((row) => referred.reads.rows?.(row, { path: '' }) ?? [row]);
      const context = createDecodeContext(INSTANCE, instance, new Map());
      roles.set(sectionAddress(INSTANCE, section), decoded(referred, live, context));
    }
    return { roles, left: [] };
  } catch (error) {
    if (!isRefused(error)) throw error;
    return { roles, left: [{ part: 'roles', because: 'refused', status: error.status }] };
  }
}
