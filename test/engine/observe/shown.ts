import { ApiError, type ApiErrorCode } from '../../../src/api/api-error.ts';
import type { Client } from '../../../src/api/client.ts';
import type { Json, JsonObject } from '../../../src/model.ts';
import type { Read } from '../../../src/read.ts';
import { fakeClient } from '../../api/fake-client.ts';

/** What an instance shows, by path: an object, a list, or a refusal. */
export type Shown = { readonly [path: string]: JsonObject | readonly JsonObject[] | ApiError };

/** A client of an instance that shows this and nothing else, and the reads that were made. */
export function showing(shown: Shown): {
  readonly client: Client;
  readonly asked: Read[];
  readonly paths: () => string[];
} {
  const asked: Read[] = [];
  const client = fakeClient({
    read(read) {
      asked.push(read);
      const there = shown[read.path];
      if (there instanceof ApiError) return Promise.reject(there);
      if (there !== undefined) return Promise.resolve(there);
      return read.mayBeMissing ? Promise.resolve(undefined) : Promise.reject(refusal('not-found', 404, read.path));
    },
    list(read) {
      asked.push(read);
      const there = shown[read.path];
      if (there instanceof ApiError) return Promise.reject(there);
      const rows = (Array.isArray(there) ? there : []) as readonly JsonObject[];
      return Promise.resolve({
        rows,
        pages: Math.max(1, Math.ceil(rows.length / 100)),
        all: () => Promise.resolve(rows),
      });
    },
  });
  return { client, asked, paths: () => asked.map(({ path }) => path) };
}

/** A refusal of a GET. */
export function refusal(trouble: ApiErrorCode, status: number, path = '/x'): ApiError {
  return new ApiError(trouble, `status ${status}`, { method: 'GET', path }, { status });
}

/** A group as the API shows it. */
export function group(id: number, path: string, more: { readonly [name: string]: Json } = {}): JsonObject {
  const name = path.split('/').at(-1) ?? path;
  return { id, name, path: name, full_path: path, visibility: 'private', parent_id: null, ...more };
}
