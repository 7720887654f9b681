import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { readableGroup } from '../find.ts';
import { isJsonObject, textOf } from '../json.ts';
import type { Json } from '../json.ts';
import { notFound, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { Bag, GroupRow } from '../rows.ts';

const kind = 'group_picture';

const types: Readonly<Record<string, string>> = {
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif' },
  ...{ bmp: 'image/bmp', tiff: 'image/tiff', ico: 'image/vnd.microsoft.icon' },
};

export const groupPictureRoutes = [
  // GET /groups/:id/avatar: the picture as it was sent, for whoever sees the group (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/avatar',
    anonymous: true,
    access: readableGroup,
    handle: ({ call, subject: group }) => {
      const kept = call.world.state.recordByKey(`${kind} ${group.id} avatar`);
      if (kept === undefined || group.attributes['avatar_url'] == null) return refuse(notFound('Avatar'));
      const filename = textOf(kept.data['filename']);
      const ending = filename.split('.').at(-1)?.toLowerCase() ?? '';
      const headers = {
        'Content-Type': types[ending] ?? 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${filename}"; filename*=UTF-8''${encodeURIComponent(filename)}`,
      };
      return { status: 200, bytes: Buffer.from(textOf(kept.data['bytes']), 'base64'), headers };
    },
  }),
];

/** Keeps the bytes of an avatar that was taken. */
export function keepPicture(call: Call, group: GroupRow, sent: Json | undefined): void {
  if (!isJsonObject(sent) || typeof sent['filename'] !== 'string') return;
  const { records, recordByKey } = call.world.state;
  const data: Bag = { filename: sent['filename'], bytes: sent['bytes'] ?? '' };
  const known = recordByKey(`${kind} ${group.id} avatar`);
  const now = timestamp(call.world.clock);
  if (known !== undefined) records.update(known, { data, updated_at: now });
  else records.insert({ kind, owner: String(group.id), key: 'avatar', data, created_at: now, updated_at: now });
}
