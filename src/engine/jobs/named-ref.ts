import type { Client } from '../../api/client.ts';
import { isMap } from '../../base/shape.ts';

/** A branch or a tag, as it stands now. */
export interface NamedRef {
  readonly name: string;
  readonly isTag: boolean;
  /** The commit at its head. */
  readonly sha: string;
  /** Whether it is protected: else whoever may push somewhere may push there. */
  readonly isProtected: boolean;
}

/** The branch of this name, or else the tag; undefined where there is neither, or the token sees none. Throws ApiError. */
export async function namedRef(
  client: Pick<Client, 'read'>,
  project: string,
  name: string,
): Promise<NamedRef | undefined> {
  const at = `/projects/${encodeURIComponent(project)}/repository`;
  for (const [list, isTag] of [
    ['branches', false],
    ['tags', true],
  ] as const) {
    const found = await client.read({ path: `${at}/${list}/${encodeURIComponent(name)}`, mayBeMissing: true });
    const commit = isMap(found) ? found['commit'] : undefined;
    if (isMap(found) && isMap(commit) && typeof commit['id'] === 'string')
      return { name, isTag, sha: commit['id'], isProtected: found['protected'] === true };
  }
  return undefined;
}
