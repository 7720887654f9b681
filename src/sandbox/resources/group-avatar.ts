import type { Call } from '../call.ts';
import { isJsonObject } from '../json.ts';
import type { Json } from '../json.ts';
import { invalid, refuse } from '../reply.ts';
import type { Bag, GroupRow } from '../rows.ts';

const largest = 200 * 1024;

/** Refuses an upload of more than 200 KiB (POST and PUT /groups, 18.9). */
export function refuseLargeAvatar(sent: Json | undefined): void {
  const size = isJsonObject(sent) ? sent['size'] : 0;
  if (typeof size === 'number' && size > largest) {
    refuse(invalid({ avatar: ['is too big (should be at most 200 KiB)'] }));
  }
}

/** What a sent avatar changes: an upload sets its address, empty text removes it; its bytes are not kept. */
export function avatarOf(call: Call, group: GroupRow, sent: Json | undefined): Bag {
  if (sent === null || sent === '') return { avatar_url: null };
  const filename = isJsonObject(sent) ? sent['filename'] : undefined;
  if (typeof filename !== 'string') return {};
  return { avatar_url: `${call.world.externalUrl}/uploads/-/system/group/avatar/${group.id}/${filename}` };
}
