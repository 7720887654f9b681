import { kind, pick, type Changed } from '../kind.ts';
import type { Call } from '../model.ts';
import { EVERYBODY, userCalled } from './user-read.ts';
import { contradictions, lacking } from './user-rules.ts';
import { STATES, stateCall, stateOf, verdicts, type State } from './user-states.ts';
import { unusableUsername } from './usernames.ts';

export type UserSpec = {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly admin: boolean;
  readonly auditor: boolean;
  readonly external: boolean;
  readonly can_create_group: boolean;
  readonly projects_limit: number;
  readonly private_profile: boolean;
  readonly note: string | null;
  readonly state: State;
};

/** Administrators are shown all of it; others the first five fields of it alone (GET /users, 18.9). */
type LiveUser = {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly state: string;
  readonly bot?: boolean;
  readonly email?: string;
  readonly is_admin?: boolean;
  readonly is_auditor?: boolean;
  readonly external?: boolean;
  readonly can_create_group?: boolean;
  readonly projects_limit?: number;
  readonly private_profile?: boolean;
  readonly note?: string | null;
};

/** The people of the instance: those alone who are named. */
export const users = kind<UserSpec, LiveUser>({
  section: 'users',
  singular: 'user',
  description:
    'People who may sign in. Those who are not named are left alone. New ones get a link by mail with which they set their password.',
  scopes: ['instance'],
  shape: { type: 'map', name: 'username' },
  schema: {
    properties: {
      username: { type: 'string', minLength: 2, maxLength: 255, description: 'What they are called by: @dora' },
      name: { type: 'string', minLength: 1, maxLength: 255, description: 'The name that is shown' },
      email: {
        type: 'string',
        pattern: '^[^@\\s]+@[^@\\s]+$',
        'x-form': 'an address: dora@example.com',
        description: 'The primary address, which is taken as confirmed',
      },
      admin: { type: 'boolean', 'x-default': false, description: 'Whether they administer the instance' },
      auditor: {
        type: 'boolean',
        'x-default': false,
        'x-tier': 'premium',
        description: 'Whether they may read everything; no administrator can be one',
      },
      external: {
        type: 'boolean',
        'x-default': false,
        description: 'Whether they see only what they are members of; they make no groups and no projects of their own',
      },
      can_create_group: {
        type: 'boolean',
        'x-reset-by': ['external'],
        description: 'Whether they may make groups at the top',
      },
      projects_limit: {
        type: 'integer',
        minimum: 0,
        'x-reset-by': ['external'],
        description: 'How many projects of their own they may make',
      },
      private_profile: {
        type: 'boolean',
        'x-default': false,
        description: 'Whether their profile shows little to others',
      },
      note: { type: ['string', 'null'], description: 'What administrators note down of them' },
      state: {
        // That they are not to be there at all is said by the same word.
        enum: [...STATES, 'absent', 'present'],
        'x-default': 'active',
        description:
          'Whether they may sign in. `deactivated` is for who has not been there for long, `absent` removes them',
      },
    },
  },
  identity: {
    // Nobody is called VU where somebody is called vu (POST /users, 18.9).
    names: 'folded',
    namespace: 'path',
    key: ({ username = '' }) => username.toLowerCase(),
    renames: true,
    normal: ({ email, note, ...rest }) => ({
      ...rest,
      // Kept in lower case (POST and PUT /users, 18.9).
      ...(email !== undefined && { email: email.toLowerCase() }),
      ...(note !== undefined && { note: note === '' ? null : note }),
    }),
  },
  reads: {
    all: (_scope, keys) => keys.map(userCalled),
    whole: () => EVERYBODY,
    numbered: (id) => ({ path: `/users/${id}`, mayBeMissing: true }),
    // Whether somebody is a bot stands in rows for administrators alone; the filter is for everybody (GET /users, 18.9; by the platform's source).
    robots: ({ me }) =>
      me.admin ? undefined : { list: { path: '/users', query: { exclude_humans: true }, pages: true }, what: ROBOT },
  },
  decode(live, { instance: { me } }) {
    const robot = robotBecause(live);
    return {
      key: live.username.toLowerCase(),
      id: live.id,
      spec: {
        username: live.username,
        name: live.name,
        email: live.email?.toLowerCase(),
        admin: live.is_admin,
        auditor: live.is_auditor,
        external: live.external,
        can_create_group: live.can_create_group,
        projects_limit: live.projects_limit,
        private_profile: live.private_profile,
        // The key is there for whoever administers alone.
        note: live.is_admin === undefined ? undefined : live.note === '' ? null : (live.note ?? null),
        state: stateOf(live.state),
      },
      ...(robot !== undefined && live.id !== me.id && { readOnlyReason: robot, robot: true as const }),
    };
  },
  calls: {
    // What is not sent along is what these say at that moment (POST /users, 18.9).
    takesFrom: {
      section: 'settings',
      fields: [
        'default_projects_limit',
        'user_default_external',
        'user_default_internal_regex',
        'user_defaults_to_private_profile',
        'can_create_group',
      ],
    },
    shown: { always: ['id', 'username'] },
    // As the page for administrators does: a link to set a password goes out by mail, and the address needs no other proof.
    create({ key, spec }) {
      const { username = key, state = 'active' } = spec;
      const body = {
        username,
        ...pick<UserSpec>(spec, NEW),
        ...{ reset_password: true, skip_confirmation: true },
      };
      return [
        { method: 'POST', path: '/users', body },
        ...verdicts('active', state).map((verb) => stateCall('{id}', verb)),
      ];
    },
    update: (live, changed) => [...stateChanges(live, changed), ...attributeChanges(live, changed)],
    // 204 says that it is going to be done: the user is shown as before until then. Contributions go to the ghost, and a sole owner
    // stays: 409 (DELETE /users/:id, 18.9).
    remove: ({ id }) => [
      { method: 'DELETE', path: `/users/${id}`, unlessModified: true, until: { path: `/users/${id}` } },
    ],
  },
  rules: {
    check: (spec) => [...unusableUsername(spec.username), ...contradictions(spec)],
    checkFormer: (username) => unusableUsername(username),
    checkNew: (spec, before) => (before === undefined ? lacking(spec) : []),
  },
  history: {
    events: {
      targets: ['User'],
      made: ['user_created'],
      removed: ['user_destroyed'],
      changed: (field) => CHANGES.get(field) ?? [],
      isChange: (name) => [...CHANGES.values()].flat().includes(name),
      filedUnder: 'User',
    },
  },
  people: {
    isActive: ({ state }) => state === undefined || state === 'active',
    isAdministrator: ({ admin }) => admin === true,
    rights: ['state', 'admin', 'auditor', 'external', 'can_create_group'],
    administrators: { path: '/users', query: { admins: true, active: true, humans: true }, pages: true },
    // Administrators find people by the whole of an address; that a confirmed second one is found as well is a guess (GET /users, 18.9). Who is no
    // administrator finds nobody by an address that is not public. What was one before stays a second one that is confirmed (PUT /users/:id, 18.9).
    address: {
      field: 'email',
      holders: (address) => ({ path: '/users', query: { search: address }, pages: true }),
      others: (id) => ({ path: `/users/${id}/emails`, pages: true }),
    },
    belongings: (id) => ({
      memberships: { path: `/users/${id}/memberships`, query: { type: 'Namespace' }, pages: true },
      goesAlong: { what: 'project', read: { path: `/users/${id}/projects`, pages: true } },
    }),
  },
});

const STATE_EVENTS = [
  ...['user_blocked', 'user_unblocked', 'user_banned', 'user_unbanned', 'user_deactivated', 'user_activated'],
  'user_approved',
];

/** The changes that leave an event (18.9). */
const CHANGES: ReadonlyMap<string, readonly string[]> = new Map([
  ['state', STATE_EVENTS],
  ['username', ['user_username_updated']],
  ['admin', ['user_admin_status_updated']],
]);

/** What goes with a new user as it is declared. */
const NEW = [
  ...(['name', 'email', 'admin', 'auditor', 'external', 'can_create_group', 'projects_limit'] as const),
  ...(['private_profile', 'note'] as const),
];

/** The platform sets these two anew where somebody is external, or no longer so: whatever else is in that call (PUT /users/:id, 18.9). */
const FOLLOWING = ['can_create_group', 'projects_limit'] as const;

function attributeChanges({ id }: LiveUser, { names, entry: { spec } }: Changed<UserSpec>): readonly Call[] {
  const put = (fields: readonly (keyof UserSpec)[]): readonly Call[] =>
    fields.length === 0
      ? []
      : [
          {
            method: 'PUT',
            path: `/users/${id}`,
            // Without this a new address waits for a click of its owner, and the old one is shown until then (PUT /users/:id, 18.9).
            body: { ...pick<UserSpec>(spec, fields), ...(fields.includes('email') && { skip_reconfirmation: true }) },
          },
        ];
  const changing = (['username', ...NEW] as const).filter((name) => names.has(name));
  if (!names.has('external')) return put(changing);
  const following = spec.external === true ? [] : FOLLOWING.filter((name) => spec[name] !== undefined);
  return [...put(changing.filter((name) => !isFollowing(name))), ...put(following)];
}

function isFollowing(name: keyof UserSpec): boolean {
  return FOLLOWING.some((one) => one === name);
}

function stateChanges({ id, state }: LiveUser, { names, entry: { spec } }: Changed<UserSpec>): readonly Call[] {
  if (!names.has('state') || spec.state === undefined) return [];
  return verdicts(state, spec.state).map((verb) => stateCall(String(id), verb));
}

const ROBOT = 'a bot or a service account';

/** What no person stands behind: bots are shown as such, and the ghost, who has what the removed have left, by its name alone (GET /users, 18.9). */
function robotBecause({ username, bot }: LiveUser): string | undefined {
  if (/^ghost\d*$/i.test(username)) return 'a user of the platform itself';
  return bot === true ? ROBOT : undefined;
}
