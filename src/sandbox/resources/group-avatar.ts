import type { Call } from '../call.ts';
import { isJsonObject } from '../json.ts';
import type { Json } from '../json.ts';
import type { Bag, GroupRow, ProjectRow } from '../rows.ts';

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

/** What a sent avatar changes: an upload sets its address, empty text removes it; its bytes are not kept. */
export function avatarOf(call: Call, group: GroupRow, sent: Json | undefined): Bag {
  return uploaded(call, `group/avatar/${group.id}`, sent);
}

/** The same of a project (POST and PUT /projects, 18.9). */
export function projectAvatarOf(call: Call, project: ProjectRow, sent: Json | undefined): Bag {
  return uploaded(call, `project/avatar/${project.id}`, sent);
}

function uploaded(call: Call, place: string, sent: Json | undefined): Bag {
  if (sent === null || sent === '') return { avatar_url: null };
  const filename = isJsonObject(sent) ? sent['filename'] : undefined;
  if (typeof filename !== 'string') return {};
  return { avatar_url: `${call.world.externalUrl}/uploads/-/system/${place}/${filename}` };
}
