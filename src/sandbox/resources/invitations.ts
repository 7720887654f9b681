import type { Source } from '../access.ts';
import type { Call } from '../call.ts';
import { requireUnmodified } from '../conditional.ts';
import { licensed } from '../edition.ts';
import { invitationEntity } from '../entities/invitation.ts';
import { readableSource } from '../find.ts';
import { paged, paginate } from '../pagination.ts';
import { badRequest, created, failure, forbidden, invalid, noContent, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { InvitationRow, SourceType } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { changeInvitation, invitationErrors, inviteAll, removeInvitation } from './invitation-rules.ts';
import { managesMembers } from './member-rules.ts';

const address = /^[^@\s]+@[^@\s]+$/;

const levels = [10, 15, 20, 30, 40, 50];

export const invitationRoutes = [...invitationsOf('group'), ...invitationsOf('project')];

function invitationsOf(type: SourceType) {
  const base = `/${type}s/:id/invitations` as const;
  return [
    // POST {groups,projects}/:id/invitations: 201 whatever becomes of each address (18.9).
    route({
      method: 'POST',
      path: base,
      params: {
        access_level: { type: 'integer', required: true, values: [5, ...levels] },
        email: { type: 'strings' },
        user_id: { type: 'strings' },
        expires_at: { type: 'datetime' },
        invite_source: { type: 'string' },
        member_role_id: { type: 'integer' },
      },
      access: (call, args) => {
        if (args.email?.every((email) => address.test(email)) === false) {
          refuse(failure(400, 'email contains an invalid email address'));
        }
        const source = managedMembers(type)(call, args);
        return mayInvite(call) ? source : refuse(forbidden());
      },
      handle: ({ call, args, subject }) => {
        const emails = args.email ?? [];
        const ids = args.user_id ?? [];
        if (emails.length + ids.length === 0) {
          refuse(badRequest('Must provide either email or user_id as a parameter'));
        }
        const wanted = {
          access_level: args.access_level,
          expires_at: args.expires_at?.slice(0, 10) ?? null,
          member_role_id: licensed(call.world.edition, 'ultimate') ? (args.member_role_id ?? null) : null,
        };
        return created(inviteAll(call, subject, { emails, ids }, wanted));
      },
    }),
    // GET {groups,projects}/:id/invitations: `query` is the whole address (18.9).
    route({
      method: 'GET',
      path: base,
      params: { query: { type: 'string' }, ...paged },
      access: managedMembers(type),
      handle: ({ call, args, subject }) => {
        const wanted = args.query?.toLowerCase() ?? '';
        const rows = invitationsOn(call, subject).filter((row) => wanted === '' || row.email === wanted);
        return paginate(call, args, rows, (row) => invitationEntity(call, row));
      },
    }),
    // PUT {groups,projects}/:id/invitations/:email: 404 before the demand for a field (18.9).
    route({
      method: 'PUT',
      path: `${base}/:email`,
      params: {
        access_level: { type: 'integer', values: levels },
        expires_at: { type: 'datetime' },
        member_role_id: { type: 'integer' },
      },
      access: managedInvitation(type),
      handle: ({ call, args, subject: { source, row } }) => {
        const { access_level, expires_at, member_role_id } = args;
        if (access_level === undefined && expires_at === undefined && member_role_id === undefined) {
          refuse(badRequest());
        }
        const roles = licensed(call.world.edition, 'ultimate');
        const wanted = {
          access_level: access_level ?? row.access_level,
          expires_at: expires_at === undefined ? row.expires_at : (expires_at?.slice(0, 10) ?? null),
          member_role_id: member_role_id === undefined || !roles ? row.member_role_id : member_role_id,
        };
        const errors = invitationErrors(call, source, wanted);
        if (Object.keys(errors).length > 0) refuse(invalid(errors));
        changeInvitation(call, source, row, wanted);
        return ok(invitationEntity(call, row));
      },
    }),
    // DELETE {groups,projects}/:id/invitations/:email (18.9).
    route({
      method: 'DELETE',
      path: `${base}/:email`,
      access: managedInvitation(type),
      handle: ({ call, subject: { source, row } }) => {
        requireUnmodified(call, row.updated_at);
        removeInvitation(call, source, row);
        return noContent();
      },
    }),
  ];
}

/** An instance may keep invitations for its administrators (POST invitations, 18.9). */
function mayInvite(call: Call): boolean {
  const { state, edition } = call.world;
  const kept = state.settings['disable_invite_members'] === true && licensed(edition, 'premium');
  return call.admin || !kept;
}

function managedMembers(type: SourceType): (call: Call, args: { readonly id: string }) => Source {
  return (call, args) => {
    const source = readableSource(type)(call, args);
    return managesMembers(call, source) ? source : refuse(forbidden());
  };
}

function managedInvitation(type: SourceType) {
  return (call: Call, args: { readonly id: string; readonly email: string }) => {
    const source = managedMembers(type)(call, args);
    const email = args.email.toLowerCase();
    const row = invitationsOn(call, source).find((one) => one.email === email) ?? refuse(notFound());
    return { source, row };
  };
}

function invitationsOn(call: Call, source: Source): readonly InvitationRow[] {
  return call.world.state.invitationsBySource(sourceKey(source.type, source.row.id));
}
