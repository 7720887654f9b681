import { canRead, grantsOn, hasLevel, opening } from '../access/access.ts';
import type { Grant, Source } from '../access/access.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { memberEntity, samlIdentity, seesSamlIdentities } from './entity.ts';
import { readableSource } from '../access/find.ts';
import { paged, paginate } from '../http/pagination.ts';
import type { Params } from '../http/params.ts';
import { forbidden, ok, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { SourceType } from './rows.ts';
import type { UserRow } from '../users/rows.ts';
import { sourceKey } from '../store/state.ts';
import { isShown } from './rules.ts';

const filters = {
  query: { type: 'string' },
  user_ids: { type: 'integers' },
  skip_users: { type: 'integers' },
  show_seat_info: { type: 'boolean' },
  with_saml_identity: { type: 'boolean' },
  state: { type: 'string', values: ['awaiting', 'active'] },
  ...paged,
} as const satisfies Params;

const one = { user_id: { type: 'integer', required: true } } as const;

/** Who may see a private group only because of a project further down sees none of its members: 403 (18.9). */
function memberList(type: SourceType) {
  const readable = readableSource(type);
  return (context: RequestContext, args: { readonly id: string }): Source => {
    const source = readable(context, args);
    const belongs =
      source.row.visibility !== 'private' || hasLevel(context, source, 5) || context.user?.auditor === true;
    return belongs ? source : refuse(forbidden());
  };
}

interface Shown {
  readonly grant: Grant;
  readonly user: UserRow;
}

export const memberReadRoutes = [...readsOn('group'), ...readsOn('project')];

function readsOn(type: SourceType) {
  const base = `/${type}s/:id/members` as const;
  return [
    // GET {groups,projects}/:id/members: direct ones only (18.9).
    route({
      method: 'GET',
      path: base,
      params: filters,
      access: memberList(type),
      handle: ({ context, args, subject }) =>
        paginate(context, args, select(context, subject, direct(context, subject), args), (row) =>
          show(context, subject, row, args),
        ),
    }),
    // GET {groups,projects}/:id/members/all: one row for each user, with the highest level (18.9).
    route({
      method: 'GET',
      path: `${base}/all`,
      params: filters,
      access: memberList(type),
      handle: ({ context, args, subject }) =>
        paginate(context, args, select(context, subject, everyone(context, subject), args), (row) =>
          show(context, subject, row, args),
        ),
    }),
    // GET {groups,projects}/:id/members/:user_id: 404 when only inherited (18.9).
    route({
      method: 'GET',
      path: `${base}/:user_id`,
      params: one,
      access: memberList(type),
      handle: ({ context, args, subject }) => ok(pick(context, subject, direct(context, subject), args.user_id)),
    }),
    // GET {groups,projects}/:id/members/all/:user_id (18.9).
    route({
      method: 'GET',
      path: `${base}/all/:user_id`,
      params: one,
      access: memberList(type),
      handle: ({ context, args, subject }) => ok(pick(context, subject, everyone(context, subject), args.user_id)),
    }),
  ];
}

function show(
  context: RequestContext,
  source: Source,
  row: Shown,
  args: { readonly show_seat_info?: boolean | null | undefined },
) {
  const seats = args.show_seat_info === true ? 'with seats' : 'without seats';
  return memberEntity(context, source, row.grant, row.user, seats);
}

function pick(context: RequestContext, source: Source, rows: readonly Shown[], userId: number) {
  const row = rows.find((candidate) => candidate.user.id === userId) ?? refuse(rowNotFound());
  return show(context, source, row, {});
}

function direct(context: RequestContext, source: Source): readonly Shown[] {
  const { state } = context.platform;
  return state.membersBySource(sourceKey(source.type, source.row.id)).flatMap((member) => {
    const user = state.users.get(member.user_id);
    return user === undefined || !isShown(context, member)
      ? []
      : [{ user, grant: { level: member.access_level, member } }];
  });
}

/** Members through an invited group show when that group may be seen, or the caller belongs here (18.9). */
function everyone(context: RequestContext, source: Source): readonly Shown[] {
  const { state } = context.platform;
  const grants = grantsOn(state, dayOf(context), source, (share) => {
    const invited = state.groups.get(share.group_id);
    return invited !== undefined && (canRead(context, { type: 'group', row: invited }) || hasLevel(context, source, 5));
  });
  return [...grants]
    .flatMap(([id, grant]) => {
      const user = state.users.get(id);
      return user === undefined || !isShown(context, grant.member) || !reaches(source, grant) ? [] : [{ user, grant }];
    })
    .toSorted((a, b) => a.grant.member.id - b.grant.member.id);
}

/** Minimal access is shown in its group, and does not reach the projects below (GET /projects/:id/members/all, 18.9). */
export function reaches(source: Source, grant: Grant): boolean {
  return source.type === 'group' || grant.level >= opening;
}

interface Filters {
  readonly query?: string | null | undefined;
  readonly user_ids?: readonly number[] | undefined;
  readonly skip_users?: readonly number[] | undefined;
  readonly with_saml_identity?: boolean | null | undefined;
  readonly state?: 'awaiting' | 'active' | null | undefined;
}

function select(context: RequestContext, source: Source, rows: readonly Shown[], args: Filters): readonly Shown[] {
  const text = args.query?.toLowerCase();
  // Ignored for those who do not see the identities.
  const linked = args.with_saml_identity === true && seesSamlIdentities(context, source);
  return rows.filter(({ user, grant }) => {
    if (linked && samlIdentity(user) === undefined) return false;
    if (args.user_ids !== undefined && args.user_ids.length > 0 && !args.user_ids.includes(user.id)) return false;
    if (args.skip_users?.includes(user.id) === true) return false;
    if (args.state != null && grant.member.state !== args.state) return false;
    if (text === undefined || text === '') return true;
    const named = user.name.toLowerCase().includes(text) || user.username.toLowerCase().includes(text);
    return named || (context.admin && user.email === text);
  });
}
