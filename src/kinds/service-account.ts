import { scopePath } from '../address.ts';
import { kind, pick } from '../kind.ts';
import { belowTheTop, isBelowTheTop } from './service-account-places.ts';
import { unusableUsername } from './usernames.ts';

export type ServiceAccountSpec = {
  readonly username: string;
  readonly name: string;
  readonly email: string;
};

type LiveServiceAccount = {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email?: string;
  readonly unconfirmed_email?: string | null;
  /** The detail of an account shows it to administrators. */
  readonly provisioned_by_group_id?: number | null;
};

/** Users that are machines, of the instance or of a group at the top: they sign in nowhere, and have tokens. Those alone who are named. */
export const serviceAccounts = kind<ServiceAccountSpec, LiveServiceAccount>({
  section: 'service_accounts',
  singular: 'service_account',
  description: 'Users that are machines: they have tokens and memberships, and cannot sign in.',
  scopes: ['instance', 'group'],
  tier: 'premium',
  shape: { type: 'map', name: 'username' },
  schema: {
    properties: {
      // Not for its own sake: the detail alone tells an account of the instance from one of a group.
      username: {
        type: 'string',
        minLength: 2,
        maxLength: 255,
        'x-detail': true,
        description: 'What it is called by: @robot',
      },
      name: { type: 'string', minLength: 1, maxLength: 255, description: 'The name that is shown' },
      email: {
        type: 'string',
        pattern: '^[^@\\s]+@[^@\\s]+$',
        'x-form': 'an address: robot@example.com',
        description: 'Where its mail goes; an address that takes none where it is left out',
      },
    },
  },
  identity: {
    // As of people (POST /users, 18.9).
    names: 'folded',
    namespace: 'path',
    key: ({ username = '' }) => username.toLowerCase(),
    renames: true,
    // Kept in lower case (POST /service_accounts, 18.9).
    normal: ({ email, ...rest }) => ({ ...rest, ...(email !== undefined && { email: email.toLowerCase() }) }),
  },
  reads: {
    all: (scope) => [{ path: `${scopePath(scope)}/service_accounts`, pages: true }],
    // The instance's list has those of groups as well, which their detail alone tells (GET /service_accounts, 18.9; a guess by the platform's source).
    detail: ({ id }, { type }) => (type === 'instance' ? { path: `/users/${id}` } : undefined),
    mayBeInherited: ({ type }) => type === 'instance',
    offered: (scope) => !isBelowTheTop(scope),
    // 403 without the licence (GET /service_accounts and /groups/:id/service_accounts, 18.9 Free).
    tier: 'premium',
    retainedFields: ['id'],
  },
  decode({ id, username, name, email, unconfirmed_email: waiting, provisioned_by_group_id: group }, { scope }) {
    if (scope.type === 'instance' && typeof group === 'number') return undefined;
    return {
      key: username.toLowerCase(),
      id,
      // A new address may wait for its confirmation; it has been asked for.
      spec: { username, name, email: (waiting ?? email)?.toLowerCase() },
    };
  },
  calls: {
    shown: { always: ['id', 'username'] },
    create: ({ key, spec }, { at }) => [
      {
        method: 'POST',
        path: `${at}/service_accounts`,
        body: { username: spec.username ?? key, ...pick<ServiceAccountSpec>(spec, ['name', 'email']) },
      },
    ],
    update: ({ id }, { names, entry }, { at }) => [
      { method: 'PATCH', path: `${at}/service_accounts/${id}`, body: pick(entry.spec, names) },
    ],
    // In the background: it is shown as before until then. A sole owner stays: 409 (DELETE /users/:id and /groups/:id/service_accounts/:id, 18.9).
    remove: ({ id }, { scope, at }) => [
      {
        method: 'DELETE',
        path: scope.type === 'instance' ? `/users/${id}` : `${at}/service_accounts/${id}`,
        unlessModified: true,
        until: { path: `/users/${id}` },
      },
    ],
  },
  rules: {
    check: ({ username }, scope) => [...unusableUsername(username), ...belowTheTop(scope)],
    checkFormer: (username) => unusableUsername(username),
  },
  history: {
    events: {
      targets: ['User'],
      made: ['user_created'],
      removed: ['user_destroyed'],
      changed: (field) => (field === 'username' ? ['user_username_updated'] : []),
      isChange: (name) => name === 'user_username_updated',
      filedUnder: 'User',
    },
  },
  people: {
    isActive: () => true,
    isAdministrator: () => false,
    rights: [],
    belongings: (id) => ({
      memberships: { path: `/users/${id}/memberships`, query: { type: 'Namespace' }, pages: true },
      goesAlong: { what: 'project', read: { path: `/users/${id}/projects`, pages: true } },
    }),
  },
});
