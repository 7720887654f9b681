import { readsAll } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { basicUser, fullUser, lockedOut } from './entity.ts';
import { textOf } from '../store/json.ts';
import { keyset, paginate, paginateByCursor } from '../http/pagination.ts';
import type { Args, Params } from '../http/params.ts';
import { forbidden, refuse, unauthorized } from '../http/reply.ts';
import { anyone, route } from '../http/route.ts';
import type { UserRow } from './rows.ts';
import { fitsAttributes, shownAttributes } from '../admin/custom-attributes.ts';

const listParams = {
  username: { type: 'string' },
  extern_uid: { type: 'string' },
  provider: { type: 'string' },
  search: { type: 'string' },
  public_email: { type: 'string' },
  active: { type: 'boolean' },
  humans: { type: 'boolean' },
  external: { type: 'boolean' },
  blocked: { type: 'boolean' },
  exclude_active: { type: 'boolean' },
  exclude_external: { type: 'boolean' },
  exclude_humans: { type: 'boolean' },
  exclude_internal: { type: 'boolean' },
  created_after: { type: 'datetime' },
  created_before: { type: 'datetime' },
  without_projects: { type: 'boolean' },
  without_project_bots: { type: 'boolean' },
  admins: { type: 'boolean' },
  auditors: { type: 'boolean' },
  two_factor: { type: 'string' },
  skip_ldap: { type: 'boolean' },
  saml_provider_id: { type: 'integer' },
  with_custom_attributes: { type: 'boolean' },
  custom_attributes: { type: 'hash' },
  order_by: { type: 'string', values: ['id', 'name', 'username', 'created_at', 'updated_at'] },
  sort: { type: 'string', values: ['asc', 'desc'] },
  ...keyset,
} as const satisfies Params;

type ListArgs = Args<typeof listParams>;

/** Filters of administrators and auditors, dropped in silence for everyone else (GET /users, 18.9). */
const forReaders = {
  created_after: undefined,
  created_before: undefined,
  two_factor: undefined,
  without_projects: undefined,
  admins: undefined,
  auditors: undefined,
  skip_ldap: undefined,
};

export const userListRoutes = [
  // GET /users: id descending unless another order is asked for; paged by number or by cursor (18.9).
  route({
    method: 'GET',
    path: '/users',
    scopes: ['read_user'],
    params: listParams,
    rules: [{ allOrNone: ['extern_uid', 'provider'] }],
    anonymous: true,
    access: anyone,
    handle: ({ context, args }) => {
      if (args.saml_provider_id != null) refuse(forbidden(samlProviderRemoved(context)));
      if (!context.admin && args.extern_uid != null) refuse(context.user === undefined ? unauthorized() : forbidden());
      if (hidden(context, args)) refuse(forbidden('Not authorized to access /api/v4/users'));
      const found = select(context, readsAll(context) ? args : { ...args, ...forReaders });
      const ordered = args.order_by != null || args.sort != null;
      const rows = args.search == null || ordered ? found : bestFirst(args.search, found);
      const show = (user: UserRow) => ({
        ...(readsAll(context) ? fullUser(context, user) : basicUser(context, user)),
        ...(args.with_custom_attributes === true ? shownAttributes(context, 'user', user.id) : {}),
      });
      if (args.pagination === 'keyset') return paginateByCursor(context, args, rows, show);
      return paginate(context, args, rows, show, { ceilingFor: 'User' });
    },
  }),
];

function samlProviderRemoved(context: RequestContext): string {
  const page = `${context.platform.externalUrl}/help/api/groups.md#list-all-saml-users`;
  const instead = "Consider using 'GET /groups/:id/saml_users' API endpoint instead";
  return `saml_provider_id attribute was removed for security reasons. ${instead}, see ${page}`;
}

/** Without a token one user can be looked for, by name, unless the public level is restricted. */
function hidden(context: RequestContext, args: ListArgs): boolean {
  if (context.user !== undefined) return false;
  const restricted = context.platform.state.settings['restricted_visibility_levels'];
  const closed = Array.isArray(restricted) && restricted.some((level) => level === 'public');
  return closed || (args.username ?? '') === '';
}

/** What is searched for by its exact name comes first, unless an order is asked for (GET /users, 18.9). */
function bestFirst(search: string, rows: readonly UserRow[]): readonly UserRow[] {
  const text = search.toLowerCase();
  const rank = (user: UserRow) => (user.name.toLowerCase() === text ? 0 : user.username === text ? 1 : 2);
  return rows.toSorted((a, b) => rank(a) - rank(b) || compare(a.name, b.name));
}

function select(context: RequestContext, args: ListArgs): readonly UserRow[] {
  const { state } = context.platform;
  if (args.username != null) {
    const user = state.userByName(args.username.toLowerCase());
    return user !== undefined && fits(context, args, user) ? [user] : [];
  }
  const order = args.order_by ?? 'id';
  const sort = args.sort ?? 'desc';
  const direction = sort === 'asc' ? 1 : -1;
  const rows = state.users.ordered(
    `${order} ${sort}`,
    (a, b) => direction * (compare(a[order], b[order]) || a.id - b.id),
  );
  return isPlain(args) && context.admin ? rows : rows.filter((user) => fits(context, args, user));
}

const unfiltered = new Set<string>(['order_by', 'sort', 'with_custom_attributes', ...Object.keys(keyset)]);

function isPlain(args: ListArgs): boolean {
  return Object.keys(args).every((name) => unfiltered.has(name));
}

/** Only `true` filters; `false` is as good as absent. */
function fits(context: RequestContext, args: ListArgs, user: UserRow): boolean {
  const human = user.type === 'human';
  const checks: readonly (readonly [boolean, boolean])[] = [
    [!context.admin, !lockedOut.includes(user.state)],
    [args.active === true, user.state === 'active' && user.type !== 'internal'],
    [args.humans === true, human],
    [args.external === true, user.external],
    [args.blocked === true, user.state === 'blocked' || user.state === 'ldap_blocked'],
    [args.exclude_active === true, user.state !== 'active'],
    [args.exclude_external === true, !user.external],
    [args.exclude_humans === true, !human],
    [args.exclude_internal === true, user.type !== 'internal' && user.type !== 'ghost'],
    [args.without_project_bots === true, user.type !== 'project_bot'],
    [args.admins === true, user.admin],
    // Without the licence for auditors it does not filter.
    [args.auditors === true && licensed(context.platform.edition, 'premium'), user.auditor],
    [args.two_factor === 'enabled', user.two_factor_enabled],
    [args.two_factor === 'disabled', !user.two_factor_enabled],
    [args.created_after != null, user.created_at > (args.created_after ?? '')],
    [args.created_before != null, user.created_at < (args.created_before ?? '')],
    [args.public_email != null, user.profile['public_email'] === args.public_email],
    [args.search != null, matches(context, args.search ?? '', user)],
    [args.extern_uid != null && args.provider != null, hasIdentity(user, args.provider, args.extern_uid)],
    [args.without_projects === true, !inProjects(context, user)],
    [args.skip_ldap === true, !hasLdapIdentity(user)],
    [args.custom_attributes != null, fitsAttributes(context, 'user', user.id, args.custom_attributes)],
  ];
  return checks.every(([asked, holds]) => !asked || holds);
}

function matches(context: RequestContext, search: string, user: UserRow): boolean {
  const text = search.toLowerCase();
  if (user.name.toLowerCase().includes(text) || user.username.toLowerCase().includes(text)) return true;
  if (textOf(user.profile['public_email']).toLowerCase() === text) return true;
  return context.admin && (user.email === text || hasSecond(context, user, text));
}

/** Administrators find people by a second address as well, once that is confirmed (a guess: no recording shows it). */
function hasSecond({ platform: { state } }: RequestContext, user: UserRow, address: string): boolean {
  return state.records
    .all()
    .some(
      ({ kind, key, owner, data }) =>
        kind === 'email' && key === address && owner === `user:${user.id}` && data['confirmed_at'] != null,
    );
}

function identities(user: UserRow): readonly { provider: string; extern_uid: string }[] {
  const known = user.profile['identities'];
  return Array.isArray(known) ? (known as readonly { provider: string; extern_uid: string }[]) : [];
}

function hasIdentity(user: UserRow, provider: string | null | undefined, uid: string | null | undefined): boolean {
  return identities(user).some((identity) => identity.provider === provider && identity.extern_uid === uid);
}

function hasLdapIdentity(user: UserRow): boolean {
  return identities(user).some((identity) => identity.provider.startsWith('ldap'));
}

function inProjects(context: RequestContext, user: UserRow): boolean {
  const { state } = context.platform;
  const member = state.membersByUser(user.id).some((row) => row.source_type === 'project');
  return member || state.projectsByOwner(user.id).length > 0;
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
