import { canRead, grantsOn, hasLevel } from '../access.ts';
import type { Grant, Source } from '../access.ts';
import { dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { memberEntity, samlIdentity, seesSamlIdentities } from '../entities/member.ts';
import { readableSource } from '../find.ts';
import { paged, paginate } from '../pagination.ts';
import type { Params } from '../params.ts';
import { forbidden, ok, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import type { SourceType, UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { isShown } from './member-rules.ts';

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
  return (call: Call, args: { readonly id: string }): Source => {
    const source = readable(call, args);
    const belongs = source.row.visibility !== 'private' || hasLevel(call, source, 5) || call.user?.auditor === true;
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
      handle: ({ call, args, subject }) =>
        paginate(call, args, select(call, subject, direct(call, subject), args), (row) =>
          show(call, subject, row, args),
        ),
    }),
    // GET {groups,projects}/:id/members/all: one row for each user, with the highest level (18.9).
    route({
      method: 'GET',
      path: `${base}/all`,
      params: filters,
      access: memberList(type),
      handle: ({ call, args, subject }) =>
        paginate(call, args, select(call, subject, everyone(call, subject), args), (row) =>
          show(call, subject, row, args),
        ),
    }),
    // GET {groups,projects}/:id/members/:user_id: 404 when only inherited (18.9).
    route({
      method: 'GET',
      path: `${base}/:user_id`,
      params: one,
      access: memberList(type),
      handle: ({ call, args, subject }) => ok(pick(call, subject, direct(call, subject), args.user_id)),
    }),
    // GET {groups,projects}/:id/members/all/:user_id (18.9).
    route({
      method: 'GET',
      path: `${base}/all/:user_id`,
      params: one,
      access: memberList(type),
      handle: ({ call, args, subject }) => ok(pick(call, subject, everyone(call, subject), args.user_id)),
    }),
  ];
}

function show(call: Call, source: Source, row: Shown, args: { readonly show_seat_info?: boolean | null | undefined }) {
  const seats = args.show_seat_info === true ? 'with seats' : 'without seats';
  return memberEntity(call, source, row.grant, row.user, seats);
}

function pick(call: Call, source: Source, rows: readonly Shown[], userId: number) {
  const row = rows.find((candidate) => candidate.user.id === userId) ?? refuse(rowNotFound());
  return show(call, source, row, {});
}

function direct(call: Call, source: Source): readonly Shown[] {
  const { state } = call.world;
  return state.membersBySource(sourceKey(source.type, source.row.id)).flatMap((member) => {
    const user = state.users.get(member.user_id);
    return user === undefined || !isShown(call, member)
      ? []
      : [{ user, grant: { level: member.access_level, member } }];
  });
}

/** Members through an invited group show when that group may be seen, or the caller belongs here (18.9). */
function everyone(call: Call, source: Source): readonly Shown[] {
  const { state } = call.world;
  const grants = grantsOn(state, dayOf(call), source, (share) => {
    const invited = state.groups.get(share.group_id);
    return invited !== undefined && (canRead(call, { type: 'group', row: invited }) || hasLevel(call, source, 5));
  });
  return [...grants]
    .flatMap(([id, grant]) => {
      const user = state.users.get(id);
      return user === undefined || !isShown(call, grant.member) ? [] : [{ user, grant }];
    })
    .toSorted((a, b) => a.user.id - b.user.id);
}

interface Filters {
  readonly query?: string | null | undefined;
  readonly user_ids?: readonly number[] | undefined;
  readonly skip_users?: readonly number[] | undefined;
  readonly with_saml_identity?: boolean | null | undefined;
  readonly state?: 'awaiting' | 'active' | null | undefined;
}

function select(call: Call, source: Source, rows: readonly Shown[], args: Filters): readonly Shown[] {
  const text = args.query?.toLowerCase();
  // Ignored for those who do not see the identities.
  const linked = args.with_saml_identity === true && seesSamlIdentities(call, source);
  return rows.filter(({ user, grant }) => {
    if (linked && samlIdentity(user) === undefined) return false;
    if (args.user_ids !== undefined && args.user_ids.length > 0 && !args.user_ids.includes(user.id)) return false;
    if (args.skip_users?.includes(user.id) === true) return false;
    if (args.state != null && grant.member.state !== args.state) return false;
    if (text === undefined || text === '') return true;
    const named = user.name.toLowerCase().includes(text) || user.username.toLowerCase().includes(text);
    return named || (call.admin && user.email === text);
  });
}
