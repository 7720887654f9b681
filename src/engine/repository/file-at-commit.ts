import { createHash } from 'node:crypto';
import { ApiError, wasTooLarge } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isMap } from '../../base/shape.ts';

/** What a file holds, byte for byte; what is too large for any answer is not known. */
export type FileContent = Buffer | 'too large';

/**
 * A file at a commit of the project at a path of the API, held against the sum that the platform sends along; undefined where there is none
 * (GET …/repository/files/:file_path, 18.9). Throws ApiError.
 */
export async function fileAtCommit(
  client: Pick<Client, 'read'>,
  project: string,
  file: string,
  sha: string,
): Promise<FileContent | undefined> {
  const path = `${project}/repository/files/${encodeURIComponent(file)}`;
  // A configuration may hold a secret in plain text, which is yet to be found there.
  const asked = { path, query: { ref: sha }, mayBeMissing: true, secrets: ['content'] } as const;
  const read = await client.read(asked).catch((error: unknown) => {
    if (wasTooLarge(error)) return TOO_LARGE;
    throw error;
  });
  if (read === undefined || read === TOO_LARGE) return read;
  const { content, encoding, commit_id, content_sha256 } = isMap(read) ? read : {};
  const bytes = Buffer.from(typeof content === 'string' && encoding === 'base64' ? content : '', 'base64');
  const isWhole = commit_id === sha && content_sha256 === createHash('sha256').update(bytes).digest('hex');
  if (!isWhole)
    throw new ApiError('not-gitlab', `GET ${path} does not show the file at the commit ${sha}`, {
      method: 'GET',
      path,
    });
  return bytes;
}

const TOO_LARGE = 'too large';
