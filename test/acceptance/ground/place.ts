import { randomBytes } from 'node:crypto';
import { isObject, textOf, type JsonObject } from './api.ts';
import { api, ground } from './ground.ts';

/** A group of its own for a scenario, below the root. */
export interface Place {
  /** Its full path, and that of a group below it. */
  readonly path: string;
  readonly id: number;
  /** What a scenario calls things that are not below a group. */
  readonly name: string;
  /** Makes a group at a path below this one, whose parent is there. */
  group(path: string, more?: { readonly [key: string]: string | number | boolean }): Promise<number>;
}

/** Makes a place. */
export async function place(): Promise<Place> {
  const name = `s${randomBytes(4).toString('hex')}`;
  const path = `${ground.root}/${name}`;
  const id = await makeGroup(path);
  return {
    ...{ path, id, name: `${ground.root}-${name}` },
    group: (below, more = {}) => makeGroup(`${path}/${below}`, more),
  };
}

/** A user who is no administrator, with a token. */
export interface Person {
  readonly id: number;
  readonly username: string;
  readonly token: string;
}

/** Makes a person, named after the run; a token of theirs comes with it. */
export async function person(called: string): Promise<Person> {
  const username = `${ground.root}-${called}-${randomBytes(3).toString('hex')}`;
  const email = `${username}@example.com`;
  const password = `${randomBytes(12).toString('base64url')}-Aa1`;
  const made = await api.post('/users', { username, name: username, email, password, skip_confirmation: true });
  const id = Number(made.object['id']);
  const expires = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const token = await api.post(`/users/${id}/personal_access_tokens`, {
    ...{ name: 'acceptance', scopes: ['api'], expires_at: expires },
  });
  return { id, username, token: textOf(token.object['token']) };
}

/** What the platform says of a group, by its id or path; undefined where it is not there. */
export async function groupAt(where: number | string): Promise<JsonObject | undefined> {
  const { status, json } = await api.ask('GET', `/groups/${encodeURIComponent(where)}?with_projects=false`);
  return status === 200 && isObject(json) ? json : undefined;
}

async function makeGroup(
  path: string,
  more: { readonly [key: string]: string | number | boolean } = {},
): Promise<number> {
  const cut = path.lastIndexOf('/');
  const parent = await api.get(`/groups/${encodeURIComponent(path.slice(0, cut))}?with_projects=false`);
  const last = path.slice(cut + 1);
  const made = await api.post('/groups', {
    ...{ name: last, path: last, parent_id: Number(parent.object['id']) },
    ...more,
  });
  return Number(made.object['id']);
}
