import type { RequestContext } from '../http/request-context.ts';
import { isJsonObject } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { keepPicture } from './pictures.ts';
import type { Pictured } from './pictures.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';

const largest = 200 * 1024;

const images = /\.(?:png|jpe?g|gif|bmp|tiff|ico|webp)$/i;

const formats = 'image/png, image/jpeg, image/gif, image/bmp, image/tiff, image/vnd.microsoft.icon';

/** What is wrong with an upload: more than 200 KiB, or no picture (POST and PUT of groups and projects, 18.9). */
export function avatarErrors(sent: Json | undefined): Readonly<Record<string, readonly string[]>> {
  if (!isJsonObject(sent)) return {};
  const { size, filename } = sent;
  const errors = [
    ...(typeof filename === 'string' && !images.test(filename)
      ? [`file format is not supported. Please try one of the following supported formats: ${formats}`]
      : []),
    ...(typeof size === 'number' && size > largest ? ['is too big (should be at most 200 KiB)'] : []),
  ];
  return errors.length === 0 ? {} : { avatar: errors };
}

/** What a sent avatar changes: an upload is kept and sets its address, empty text removes it. */
export function avatarOf(context: RequestContext, group: GroupRow, sent: Json | undefined): Bag {
  return uploaded(context, `group/avatar/${group.id}`, sent);
}

/** The same of a project (POST and PUT /projects, 18.9). */
export function projectAvatarOf(context: RequestContext, project: ProjectRow, sent: Json | undefined): Bag {
  return uploaded(context, `project/avatar/${project.id}`, sent);
}

function uploaded(context: RequestContext, place: Pictured, sent: Json | undefined): Bag {
  if (sent === null || sent === '') return { avatar_url: null };
  const avatar_url = keepPicture(context, place, sent);
  return avatar_url === undefined ? {} : { avatar_url };
}
