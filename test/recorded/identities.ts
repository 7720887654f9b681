import { isJsonObject, type Json, type JsonObject } from '../../src/sandbox/store/json.ts';

/** What stands here for an id or a token that was recorded. They are learnt from the answers, as they come. */
export interface Identities {
  /** The id of a person who was there before. */
  add(family: Family, there: number, here: number): void;
  /** The value of a token that an answer named, such as `token-3`. */
  token(name: string): string | undefined;
  path(path: string): string;
  body(body: Json): Json;
  /** Takes the ids and tokens of two answers to the same request; `path` says what they are ids of. */
  learn(path: string, there: Json, here: Json): void;
}

/** What an id is the id of: two things of one family never share one. */
export type Family = 'users' | 'groups' | 'projects' | 'member_roles' | 'hooks' | 'runners' | 'tokens' | (string & {});

/** By the key that an id stands under. */
const BY_KEY: { readonly [key: string]: Family } = {
  ...{ user_id: 'users', author_id: 'users', creator_id: 'users', owner_id: 'users', assignee_id: 'users' },
  ...{ user_ids: 'users', skip_users: 'users', sudo: 'users' },
  ...{ parent_id: 'groups', namespace_id: 'groups', group_id: 'groups', shared_group_id: 'groups' },
  ...{ skip_groups: 'groups', namespace: 'groups' },
  ...{ project_id: 'projects', file_template_project_id: 'projects' },
  ...{ member_role_id: 'member_roles', runner_id: 'runners' },
};

/** By the key that an object with an `id` stands under. */
const BY_CONTAINER: { readonly [key: string]: Family } = {
  ...{ user: 'users', author: 'users', owner: 'users', created_by: 'users', creator: 'users' },
  ...{ namespace: 'groups', group: 'groups', groups: 'groups' },
  ...{ project: 'projects', projects: 'projects', shared_projects: 'projects' },
  ...{ member_role: 'member_roles', runner: 'runners' },
  // Who may do what with a protected branch is told under one name, and sent under another.
  ...{ push_access_levels: 'push levels', allowed_to_push: 'push levels' },
  ...{ merge_access_levels: 'merge levels', allowed_to_merge: 'merge levels' },
  ...{ unprotect_access_levels: 'unprotect levels', allowed_to_unprotect: 'unprotect levels' },
};

/** By the segment of the path that an id follows; the last such segment says what an answer tells of. */
const BY_SEGMENT: { readonly [segment: string]: Family } = {
  ...{ groups: 'groups', subgroups: 'groups', descendant_groups: 'groups', share: 'groups' },
  // A user's namespace has an id of its own, and none of these is asked for by it.
  namespaces: 'groups',
  ...{ projects: 'projects', shared: 'projects' },
  ...{ users: 'users', user: 'users', members: 'users', all: 'users', billable_members: 'users' },
  ...{ service_accounts: 'users', member_roles: 'member_roles', runners: 'runners', hooks: 'hooks' },
  ...{ access_tokens: 'tokens', personal_access_tokens: 'tokens', impersonation_tokens: 'tokens' },
  ...{ deploy_tokens: 'deploy tokens', deploy_keys: 'deploy keys', client_keys: 'client keys', keys: 'keys' },
  ...{ emails: 'emails', gpg_keys: 'gpg keys', audit_events: 'audit events', integrations: 'integrations' },
  ...{ variables: 'variables', saml_group_links: 'saml links', ldap_group_links: 'ldap links' },
  ...{ push_rule: 'push rules', protected_branches: 'protected branches', protected_tags: 'protected tags' },
};

const BY_GLOBAL_ID: { readonly [type: string]: Family } = { Group: 'groups', User: 'users', Project: 'projects' };

/** Two objects are one thing only where all of these are the same, as far as they are texts. */
const NAMES = ['name', 'username', 'path', 'full_path', 'key'];

/** Nothing is known yet. */
export function createIdentities(): Identities {
  const ids = new Map<string, number>();
  const tokens = new Map<string, string>();
  const add = (family: Family, there: number, here: number): void => {
    ids.set(`${family} ${there}`, here);
  };
  const idFor = (family: Family, there: string): string => String(ids.get(`${family} ${there}`) ?? there);
  const listFor = (family: Family, text: string): string =>
    text
      .split(',')
      .map((part) => idFor(family, part))
      .join(',');

  const segment = (part: string, index: number, all: readonly string[]): string => {
    const family = BY_SEGMENT[all[index - 1] ?? ''];
    return family !== undefined && /^\d+$/.test(part) ? idFor(family, part) : part;
  };
  const pair = (text: string): string => {
    const [key = '', value = ''] = text.split('=');
    const family = BY_KEY[decodeURIComponent(key).replace('[]', '')];
    const ids = decodeURIComponent(value);
    return family !== undefined && IDS.test(ids) ? `${key}=${listFor(family, ids)}` : text;
  };
  const globalIds = (text: string): string =>
    text.replace(/gid:\/\/gitlab\/(Group|User|Project)\/(\d+)/g, (_, type: string, id: string) => {
      return `gid://gitlab/${type}/${idFor(BY_GLOBAL_ID[type] ?? type, id)}`;
    });

  const sent = (value: Json, key: string, container: string): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => sent(item, key, container));
    if (isJsonObject(value)) return mapValues(value, (item, inner) => sent(item, inner, key));
    if (typeof value === 'string' && value.includes('gid://gitlab/')) return globalIds(value);
    const family = key === 'id' ? BY_CONTAINER[container] : BY_KEY[key];
    if (family === undefined) return value;
    if (typeof value === 'number') return ids.get(`${family} ${value}`) ?? value;
    return typeof value === 'string' && IDS.test(value) ? listFor(family, value) : value;
  };

  const learn = (there: Json, here: Json, family: Family): void => {
    if (Array.isArray(there) && Array.isArray(here)) {
      if (there.length !== here.length) return;
      for (const [index, item] of there.entries()) learn(item as Json, (here[index] ?? null) as Json, family);
      return;
    }
    if (!isJsonObject(there) || !isJsonObject(here) || !sameThing(there, here)) return;
    for (const [key, value] of Object.entries(there)) learnKey(key, value ?? null, here[key] ?? null, family);
  };
  const learnKey = (key: string, there: Json, here: Json, family: Family): void => {
    const byKey = key === 'id' ? family : BY_KEY[key];
    if (byKey !== undefined && typeof there === 'number' && typeof here === 'number') add(byKey, there, here);
    else if (key === 'token' && typeof there === 'string' && typeof here === 'string')
      tokens.set(there.replace(/[()]/g, ''), here);
    else learn(there, here, BY_CONTAINER[key] ?? family);
  };

  return {
    add,
    token: (name) => tokens.get(name),
    path: (path) => {
      const [bare = '', query] = path.split('?');
      const mapped = bare.split('/').map(segment).join('/');
      return query === undefined ? mapped : `${mapped}?${query.split('&').map(pair).join('&')}`;
    },
    body: (body) => sent(body, '', ''),
    learn: (path, there, here) => {
      learn(there, here, familyOf(path));
    },
  };
}

const IDS = /^\d[\d,]*$/;

function mapValues(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value ?? null, key)]));
}

function sameThing(there: JsonObject, here: JsonObject): boolean {
  return NAMES.every((name) => typeof there[name] !== 'string' || there[name] === here[name]);
}

function familyOf(path: string): Family {
  const segments = (path.split('?', 1)[0] ?? '').split('/').filter((part) => !part.includes('%2F'));
  return BY_SEGMENT[segments.findLast((part) => part in BY_SEGMENT) ?? ''] ?? 'nothing';
}
