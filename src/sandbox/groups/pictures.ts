import { canRead } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { notFound } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Bag } from '../store/rows.ts';

const kind = 'picture';

/** What has a picture: `group/avatar/7`, as the address of the picture says it. */
export type Pictured = `${'group' | 'project' | 'user'}/avatar/${number}`;

const types: Readonly<Record<string, string>> = {
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif' },
  ...{ bmp: 'image/bmp', tiff: 'image/tiff', ico: 'image/vnd.microsoft.icon' },
};

const uploads = '/uploads/-/system/';

/** Keeps the bytes of a picture that was sent, and returns its address; undefined when nothing was uploaded. */
export function keepPicture(context: RequestContext, owner: Pictured, sent: Json | undefined): string | undefined {
  if (!isJsonObject(sent) || typeof sent['filename'] !== 'string') return undefined;
  const { records, recordByKey } = context.platform.state;
  const data: Bag = { filename: sent['filename'], bytes: sent['bytes'] ?? '' };
  const known = recordByKey(`${kind} ${owner} avatar`);
  const now = timestamp(context.platform.clock);
  if (known !== undefined) records.update(known, { data, updated_at: now });
  else records.insert({ kind, owner, key: 'avatar', data, created_at: now, updated_at: now });
  return `${context.platform.externalUrl}${uploads}${owner}/${sent['filename']}`;
}

/** The picture as it was sent; undefined where none is kept. */
export function pictureOf(context: RequestContext, owner: Pictured, as: 'attachment' | 'inline'): Reply | undefined {
  const kept = context.platform.state.recordByKey(`${kind} ${owner} avatar`);
  if (kept === undefined) return undefined;
  const filename = textOf(kept.data['filename']);
  const ending = filename.split('.').at(-1)?.toLowerCase() ?? '';
  const headers = {
    'Content-Type': types[ending] ?? 'application/octet-stream',
    'Content-Disposition': `${as}; filename="${filename}"; filename*=UTF-8''${encodeURIComponent(filename)}`,
  };
  return { status: 200, bytes: Buffer.from(textOf(kept.data['bytes']), 'base64'), headers };
}

/**
 * What an `avatar_url` answers (app/controllers/uploads_controller.rb, 18.9): the picture, for whoever may see the group or project,
 * and for everybody that of a user. A token of the API counts for nothing here: others are sent to sign in.
 */
export function pictureAt(context: RequestContext, path: string): Reply | undefined {
  const named = /^\/uploads\/-\/system\/(group|project|user)\/avatar\/(\d+)\/([^/]+)$/.exec(path);
  if (named === null) return undefined;
  const [, type = '', number = ''] = named;
  const { groups, projects, users } = context.platform.state;
  const id = Number(number);
  const owner = `${type as 'group' | 'project' | 'user'}/avatar/${id}` as const;
  const group = type === 'group' ? groups.get(id) : undefined;
  const project = type === 'project' ? projects.get(id) : undefined;
  const closed =
    (group !== undefined && !canRead(context, { type: 'group', row: group })) ||
    (project !== undefined && !canRead(context, { type: 'project', row: project }));
  // Guess: that who is not signed in is led to the sign-in page, as on pages; for somebody signed in it would be 404.
  if (closed) return { status: 302, text: '', headers: { Location: `${context.platform.externalUrl}/users/sign_in` } };
  const address =
    group?.attributes['avatar_url'] ?? project?.attributes['avatar_url'] ?? users.get(id)?.profile['avatar_url'];
  if (address !== `${context.platform.externalUrl}${decodeURIComponent(path)}`) return notFound();
  return pictureOf(context, owner, 'inline');
}
