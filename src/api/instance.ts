import type { Instance, JsonObject } from '../model.ts';
import { atLeast } from '../base/version-order.ts';
import { ApiError } from './api-error.ts';
import type { Client } from './client.ts';

/** What the instance at `url` is, and who the token belongs to. Throws ApiError where it is no GitLab or the token is not good. */
export async function identify(client: Client, url: string): Promise<Instance> {
  const [metadata, user] = await Promise.all([one(client, '/metadata'), one(client, '/user')]);
  const { version, enterprise } = metadata;
  const { id, username, is_admin } = user;
  const isVersion = typeof version === 'string' && /^\d+\.\d+/.test(version);
  if (!isVersion || typeof id !== 'number' || typeof username !== 'string') {
    throw new ApiError('not-gitlab', `${url} does not answer as a GitLab does`, { method: 'GET', path: '/metadata' });
  }
  if (!atLeast(version, OLDEST)) {
    const message = `${url} is GitLab ${version}, and Keelson knows GitLab from ${OLDEST} on`;
    throw new ApiError('unsupported-version', message, { method: 'GET', path: '/metadata' });
  }
  return {
    url,
    version,
    enterprise: enterprise === true,
    askedAt: client.lastAnsweredAt() ?? '',
    me: { id, username, admin: is_admin === true },
  };
}

/** The oldest version that every kind was tried on. */
const OLDEST = '16.11';

async function one(client: Client, path: string): Promise<JsonObject> {
  const answer = await client.read({ path }).catch((error: unknown) => {
    // Every GitLab has these two (GET /metadata since 15.2).
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
    const { method, status, serverMessage } = error;
    throw new ApiError(
      'not-gitlab',
      `it has no ${method} ${path}`,
      { method, path },
      { ...(status && { status }), serverMessage },
    );
  });
  if (answer === undefined || Array.isArray(answer)) {
    throw new ApiError('not-gitlab', `GET ${path} does not answer with an object`, { method: 'GET', path });
  }
  return answer as JsonObject;
}
