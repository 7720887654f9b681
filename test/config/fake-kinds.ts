import { kind } from '../../src/kind.ts';
import type { Kind } from '../../src/kind.ts';
import type { Attributes, JsonObject } from '../../src/model.ts';

/** What these tests do not ask a kind for. */
const unread = { reads: { all: () => [] }, decode: () => undefined, calls: {} };

type TeamSpec = {
  readonly path: string;
  readonly title: string;
  readonly colour: string;
  readonly note: string | null;
};

const teams = kind<TeamSpec, JsonObject>({
  section: 'groups',
  singular: 'group',
  scopes: ['instance'],
  host: {
    type: 'group',
    moves: {
      halfway: { path: '/groups' },
      isHalfway: () => false,
      isAside: () => false,
      isWayName: () => false,
      mayHaveBeen: () => false,
      calledBefore: () => '',
      pathOf: () => '',
      parentOf: () => undefined,
      slots: (_spec, path) => [path],
      following: () => ({}),
      inside: () => ({ path: '/groups' }),
      stepAside: (live) => ({ calls: [], live }),
    },
  },
  shape: { type: 'map', name: 'path' },
  description: 'Groups.',
  identity: { names: 'folded', key: ({ path = '' }) => path },
  schema: {
    properties: {
      path: { type: 'string' },
      title: { type: 'string', minLength: 1 },
      colour: { type: 'string', enum: ['red', 'green', 'blue'] },
      note: { type: ['string', 'null'], deprecated: true, 'x-replacement': 'title' },
    },
  },
  ...unread,
});

const sites = kind<{ readonly path: string }, JsonObject>({
  section: 'projects',
  singular: 'project',
  scopes: ['instance'],
  host: { type: 'project' },
  shape: { type: 'map', name: 'path' },
  description: 'Projects.',
  identity: { names: 'folded', key: ({ path = '' }) => path },
  schema: { properties: { path: { type: 'string', pattern: '/' } } },
  ...unread,
});

const options = kind<
  { readonly open: boolean; readonly limit: number | null; readonly tags: readonly string[] },
  JsonObject
>({
  section: 'options',
  singular: 'options',
  scopes: ['instance'],
  shape: { type: 'single' },
  description: 'Options of the instance.',
  identity: { names: 'exact', key: () => '' },
  schema: {
    properties: {
      open: { type: 'boolean', 'x-requires': ['limit'] },
      limit: { type: ['integer', 'null'], minimum: 1, maximum: 9, description: 'How many.' },
      tags: { type: 'array', items: { type: 'string' }, 'x-set': true },
    },
  },
  ...unread,
});

const posts = kind<{ readonly name: string; readonly base: string }, JsonObject>({
  section: 'posts',
  singular: 'post',
  scopes: ['instance', 'group'],
  shape: { type: 'map', name: 'name', short: 'base' },
  description: 'Posts that people can hold.',
  identity: { names: 'exact', key: ({ name = '' }) => name },
  schema: {
    properties: { name: { type: 'string', minLength: 1 }, base: { type: 'string', minLength: 1 } },
    required: ['base'],
  },
  ...unread,
});

type PersonSpec = {
  readonly username: string;
  readonly level: string | number;
  readonly post: string;
  readonly until: string;
};

const levels: Attributes = { low: 'low', high: 'high', 1: 'low', 2: 'high' };

const people = kind<PersonSpec, JsonObject>({
  section: 'people',
  singular: 'person',
  scopes: ['group', 'project'],
  shape: { type: 'map', name: 'username', short: 'level' },
  description: 'People.',
  identity: {
    names: 'folded',
    key: ({ username = '' }) => username.toLowerCase(),
    normal: (spec) => {
      const level = levels[String(spec.level)];
      return typeof level === 'string' ? { ...spec, level } : spec;
    },
  },
  schema: {
    properties: {
      username: { type: 'string', minLength: 1, maxLength: 40 },
      level: { enum: ['low', 'high', 1, 2] },
      post: { type: 'string', 'x-ref': 'posts' },
      until: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', 'x-form': 'YYYY-MM-DD' },
    },
    anyOf: [{ required: ['level'] }, { required: ['post'] }],
  },
  rules: {
    check: ({ until }) =>
      until === '2000-01-01' ? [{ field: 'until', message: 'That day has passed', remedy: 'Write a later day' }] : [],
  },
  ...unread,
});

const links = kind<{ readonly provider: string; readonly cn: string; readonly filter: string }, JsonObject>({
  section: 'links',
  singular: 'link',
  scopes: ['group'],
  shape: { type: 'list' },
  description: 'Links.',
  identity: {
    names: 'exact',
    key: ({ provider = '', cn, filter }) => `${provider}:${cn ?? filter ?? ''}`,
  },
  schema: {
    properties: {
      provider: { type: 'string', minLength: 1 },
      cn: { type: 'string', minLength: 1 },
      filter: { type: 'string', minLength: 1 },
    },
    required: ['provider'],
    oneOf: [{ required: ['cn'] }, { required: ['filter'] }],
  },
  ...unread,
});

type BellSpec = {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  readonly headers: JsonObject;
  readonly key: string;
};

const bells = kind<BellSpec, JsonObject>({
  section: 'bells',
  singular: 'bell',
  scopes: ['instance', 'group', 'project'],
  shape: { type: 'map', name: 'name' },
  description: 'Bells that ring elsewhere.',
  identity: { names: 'exact', key: ({ name = '' }) => name, alias: ({ url }) => url },
  schema: {
    properties: {
      name: { type: 'string', minLength: 1 },
      url: { type: 'string', minLength: 1 },
      token: { type: 'string', 'x-secret': true, writeOnly: true },
      headers: { type: 'object', additionalProperties: { type: 'string', 'x-secret': true } },
      key: { type: 'string', 'x-secret': true },
    },
    required: ['url'],
  },
  ...unread,
});

/** A small world with one kind of every shape. */
export const fakeKinds: readonly Kind[] = [options, posts, teams, sites, people, links, bells];
