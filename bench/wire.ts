import type { Client } from '../src/api/client.ts';
import type { Instance, Json, JsonObject } from '../src/model.ts';
import type { Read } from '../src/read.ts';
import { groupPath, isChanged, levelOf, memberOf, username, type Size } from './estate.ts';

/** The instance that an estate in memory stands for. */
export const instance: Instance = {
  url: 'http://127.0.0.1',
  version: '18.9.0-ee',
  enterprise: true,
  askedAt: '',
  me: { id: 1, username: 'root', admin: true },
};

/** The members of a group as the platform would send them: the text of one answer. */
export function membersText(size: Size, group: number): string {
  const rows: string[] = [];
  for (let nth = 0; nth < size.members; nth++) rows.push(memberText(size, group, nth));
  // In one piece, as what is read from the wire is.
  return Buffer.from(`[${rows.join()}]`).toString('latin1');
}

/** From a pattern: objects that are made up and thrown away would be garbage, and its collection a part of what is measured. */
function memberText(size: Size, group: number, nth: number): string {
  const person = memberOf(size, group, nth);
  const name = username(person);
  const live = liveLevel(size, group, nth);
  let text = '';
  for (const part of PATTERN)
    text += part === 'ID' ? String(person + 2) : part === 'NAME' ? name : part === 'LEVEL' ? String(live) : part;
  return text;
}

/** The members of a group as GraphQL would show them, the newest first: a node of an answer. */
export function membersNode(size: Size, group: number): string {
  const nodes: string[] = [];
  for (let nth = size.members - 1; nth >= 0; nth--) {
    const person = memberOf(size, group, nth);
    const level = liveLevel(size, group, nth);
    const user = `{"id":"gid://gitlab/User/${person + 2}","username":"${username(person)}","state":"active"}`;
    nodes.push(`{"accessLevel":{"integerValue":${level}},"expiresAt":null,"user":${user}}`);
  }
  const rows = `{"nodes":[${nodes.join()}],"pageInfo":{"hasNextPage":false}}`;
  return `{"id":"gid://gitlab/Group/${group + 1}","rows":${rows}}`;
}

function liveLevel(size: Size, group: number, nth: number): number {
  const level = levelOf(group, nth);
  return isChanged(size, group, nth) ? (level === 30 ? 40 : 30) : level;
}

function user(id: Json, name: string): JsonObject {
  return {
    id,
    username: name,
    public_email: '',
    name,
    state: 'active',
    locked: false,
    avatar_url: null,
    web_url: `http://127.0.0.1/${name}`,
  };
}

const MEMBER = {
  ...user('ID', 'NAME'),
  access_level: 'LEVEL',
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: user(1, 'root'),
  expires_at: null,
  email: 'NAME@example.com',
  group_saml_identity: null,
  membership_state: 'active',
};

/** The text of a member, cut where another one differs. */
const PATTERN: readonly string[] = JSON.stringify(MEMBER)
  .replaceAll(/"(ID|LEVEL)"/g, '$1')
  .split(/(ID|NAME|LEVEL)/);

/** A client in memory, and how long it took to make up what it answered, in milliseconds: no part of what is measured. */
export interface MemoryClient extends Client {
  readonly spent: () => number;
}

/** A client that answers from memory, with text that it parses as one on the wire would. */
export function clientInMemory(size: Size): MemoryClient {
  let spent = 0;
  const members = (group: number): string => {
    const began = performance.now();
    const text = membersText(size, group);
    spent += performance.now() - began;
    return text;
  };
  const groups = Array.from({ length: size.groups }, (_, index): JsonObject => ({
    id: index + 1,
    full_path: groupPath(index),
    name: 'x',
    visibility: 'private',
  }));
  const indexOf = new Map(groups.map(({ full_path: path }, index) => [path, index]));
  const answer = (read: Read): Promise<JsonObject | readonly JsonObject[]> => {
    const [, type, path = '', section] = read.path.split('/');
    if (type !== 'groups') throw new Error(`nothing answers ${read.path}`);
    if (path === '') return Promise.resolve(groups);
    const index = indexOf.get(decodeURIComponent(path)) ?? 0;
    if (section === 'members') return Promise.resolve(rowsOf(members(index)));
    return Promise.resolve(groups[index] ?? {});
  };
  return {
    atATime: 32,
    read: answer,
    list: (read) => {
      const pages = read.path === '/groups' ? Math.ceil(size.groups / 100) : 1;
      const all = async (): Promise<readonly JsonObject[]> => {
        const rows = await answer(read);
        return isList(rows) ? rows : [rows];
      };
      return Promise.resolve({ rows: [], pages, all });
    },
    spent: () => spent,
    readUntil: () => Promise.reject(new Error('no list is read in part here')),
    count: () => Promise.reject(new Error('nothing is counted here')),
    text: () => Promise.reject(new Error('no file is read here')),
    // What is measured is the way of a list, which each membership may have to go.
    ask: () => Promise.resolve({ type: 'nothing' }),
    send: () => Promise.reject(new Error('nothing is written here')),
    lastAnsweredAt: () => undefined,
    clockAhead: () => 0,
    close: () => Promise.resolve(),
  };
}

function rowsOf(text: string): readonly JsonObject[] {
  const parsed = JSON.parse(text) as Json;
  if (!Array.isArray(parsed)) throw new Error('not a list');
  return parsed as readonly JsonObject[];
}

function isList(answer: JsonObject | readonly JsonObject[]): answer is readonly JsonObject[] {
  return Array.isArray(answer);
}
