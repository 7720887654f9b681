import { scopePath } from '../address.ts';
import { kind } from '../kind.ts';
import type { LiveObject } from '../model.ts';
import { noSuchDay } from './day.ts';
import { day, EXPIRES_AT } from './expiry.ts';
import { bothEnds, noSuchRotation, rotate } from './rotate.ts';
import { makesToken, tokenName, tokenScopes, type TokenSpec } from './token-fields.ts';
import { handsTokenOn, tokenTo } from './token-sink.ts';

export type DeployTokenSpec = TokenSpec & {
  readonly username: string | null;
  readonly expires_at: string | null;
};

type LiveDeployToken = LiveObject & {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
};

const SCOPES = [
  ...['read_repository', 'read_registry', 'write_registry', 'read_package_registry', 'write_package_registry'],
  ...['read_virtual_registry', 'write_virtual_registry'],
];

/** Deploy tokens of groups and projects. Nothing of one can be changed: another is made, and it goes (…/deploy_tokens, 18.9). */
export const deployTokens = kind<DeployTokenSpec, LiveDeployToken>({
  section: 'deploy_tokens',
  singular: 'deploy_token',
  description: 'Names and passwords by which machines fetch from repositories and registries, and write to registries.',
  scopes: ['group', 'project'],
  shape: { type: 'map', name: 'name' },
  schema: {
    properties: {
      name: tokenName('What it is called, and what tells it from others.'),
      scopes: tokenScopes(SCOPES, 'What it may do, in the group or project and all below.'),
      username: {
        type: ['string', 'null'],
        pattern: '^[a-zA-Z0-9.+_-]+$',
        'x-form': 'letters, digits, `_`, `-`, `+` and `.`',
        maxLength: 255,
        'x-immutable': true,
        description: 'The name to sign in with; `gitlab+deploy-token-` and its number where it is null or left out.',
      },
      expires_at: { ...EXPIRES_AT, description: 'The day on which it ends; it never does without one, or `rotate`.' },
      rotate: rotate('the deploy token'),
      token_to: tokenTo('the deploy token'),
    },
    required: ['scopes', 'token_to'],
  },
  identity: {
    names: 'exact',
    key: ({ name = '' }) => name,
  },
  reads: {
    // One that has ended opens no door any more, and is in nobody's way.
    all: (scope) => [{ path: `${scopePath(scope)}/deploy_tokens`, query: { active: true }, pages: true }],
    retainedFields: ['id'],
  },
  decode: ({ id, name, username, scopes, expires_at: ends }) => ({
    key: name,
    id,
    spec: {
      name,
      scopes,
      username: username === `gitlab+deploy-token-${id}` ? null : username,
      expires_at: day(ends),
      token_to: undefined,
      rotate: undefined,
    },
  }),
  calls: {
    shown: { always: ['id', 'name'] },
    create({ key, spec }, { at }) {
      const { username, expires_at: ends } = spec;
      return makesToken(`${at}/deploy_tokens`, key, spec, {
        ...(typeof username === 'string' && { username }),
        ...(typeof ends === 'string' && { expires_at: ends }),
      });
    },
    remove: ({ id }, { at }) => [{ method: 'DELETE', path: `${at}/deploy_tokens/${id}` }],
    beside: true,
  },
  handsOn: handsTokenOn,
  admits: { there: 'lets-in', wider: { scopes: [] } },
  rules: { check: (spec) => [...noSuchDay(spec), ...noSuchRotation(spec), ...bothEnds(spec)] },
  history: {
    allowsDuplicateKeys: true,
    // A group's is recorded (18.9); that of a project is a guess by it.
    events: {
      targets: ['DeployToken'],
      made: ['group_deploy_token_created', 'deploy_token_created'],
      removed: ['group_deploy_token_destroyed', 'deploy_token_destroyed'],
      changed: () => [],
    },
  },
});
