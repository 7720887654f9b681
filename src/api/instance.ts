import type { Instance, JsonObject } from '../model.ts';
import { atLeast } from '../base/version-order.ts';
import { ApiError } from './api-error.ts';
import type { Client } from './client.ts';

/** What the instance at `url` is, and who the token belongs to. Throws ApiError where it is no GitLab or the token is not good. */
export async function identify(client: Client, url: string): Promise<Instance> {
  const [metadata, user] = await Promise.all([one(client, url, '/metadata'), one(client, url, '/user')]);
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

async function one(client: Client, url: string, path: string): Promise<JsonObject> {
  const answer = await client.read({ path }).catch((error: unknown) => {
    throw error instanceof ApiError ? atUrl(error, url, path) : error;
  });
  if (answer === undefined || Array.isArray(answer)) {
    throw new ApiError('not-gitlab', `GET ${path} does not answer with an object`, { method: 'GET', path });
  }
  return answer as JsonObject;
}

/** The same error with the whole URL that was asked, where it may be the wrong one: every GitLab has these two (GET /metadata since 15.2). */
function atUrl(error: ApiError, url: string, path: string): ApiError {
  const { code, method, status, serverMessage } = error;
  if (code !== 'not-found' && code !== 'not-gitlab') return error;
  const whole = `${method} ${url}/api/v4${path}`;
  const message = code === 'not-found' ? `it has no ${whole}` : error.message.replace(`${method} ${path}`, whole);
  return new ApiError(
    'not-gitlab',
    message,
    { method, path },
    { ...(status && { status }), serverMessage, because: 'url' },
  );
}
