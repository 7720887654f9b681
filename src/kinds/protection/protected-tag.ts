import { scopePath } from '../../address.ts';
import { kind } from '../../kind.ts';
import type { Json } from '../../model.ts';
import {
  decodeHolders,
  holdersFaults,
  holdersSchema,
  namesOfLevels,
  newLevels,
  normalHolders,
  WIDER,
  type Holders,
} from './levels.ts';
import { tiesOf } from './ties.ts';

export type ProtectedTagSpec = { readonly name: string; readonly create_access_level: Holders };

type LiveProtectedTag = { readonly name: string; readonly create_access_levels: Json };

/** Who may make which tags of a project. The API has no change of one: another level is a replacement. */
export const protectedTags = kind<ProtectedTagSpec, LiveProtectedTag>({
  section: 'protected_tags',
  singular: 'protected_tag',
  description: 'Who may make the tags of a name, or of a pattern as `v*`.',
  scopes: ['project'],
  shape: { type: 'map', name: 'name', short: 'create_access_level' },
  schema: {
    properties: {
      name: {
        type: 'string',
        pattern: '\\S',
        'x-form': 'a name or a pattern that is not empty',
        description: 'A tag, or a pattern in which * stands for anything',
      },
      create_access_level: holdersSchema('Who may make such a tag', { keys: true }),
    },
    required: ['create_access_level'],
  },
  identity: {
    // v* and V* are two (POST /projects/:id/protected_tags, 18.9).
    names: 'exact',
    key: ({ name = '' }) => name,
    normal: ({ create_access_level: holders, ...rest }) => ({
      ...rest,
      ...(holders !== undefined && { create_access_level: normalHolders(holders) }),
    }),
  },
  reads: {
    all: (scope) => [{ path: `${scopePath(scope)}/protected_tags`, pages: true }],
    named: ({ create_access_levels: levels }) => namesOfLevels([levels]),
  },
  decode: (live, context) => ({
    key: live.name,
    spec: { name: live.name, create_access_level: decodeHolders(live.create_access_levels, live, context) },
  }),
  calls: {
    shown: { always: ['name', 'create_access_levels'] },
    create: ({ key, spec: { name = key, create_access_level: holders } }, context) => [
      {
        method: 'POST',
        path: `${context.at}/protected_tags`,
        body: { name, ...newLevels('create', holders, context) },
      },
    ],
    remove: ({ name }, { at }) => [
      { method: 'DELETE', path: `${at}/protected_tags/${encodeURIComponent(name)}`, unlessModified: true },
    ],
  },
  // Of members nothing is taken out (18.9, GitLab's source; nothing of it is recorded).
  ties: tiesOf([{ field: 'create_access_level', shown: 'create_access_levels', lostWith: ['shares', 'deploy_keys'] }]),
  admits: { there: 'keeps-out', wider: { create_access_level: WIDER } },
  rules: {
    check: ({ create_access_level: holders }, scope) => holdersFaults('create_access_level', holders, scope),
  },
});
