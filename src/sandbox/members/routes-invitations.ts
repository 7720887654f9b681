import { gradeParam, levelParam } from '../access/levels.ts';
import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { licensed } from '../store/edition.ts';
import { invitationEntity } from './entity-invitation.ts';
import { readableSource } from '../access/find.ts';
import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { badRequest, created, failure, forbidden, invalid, noContent, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { InvitationRow, SourceType } from './rows.ts';
import { sourceKey } from '../store/state.ts';
import { changeInvitation, invitationErrors, inviteAll, removeInvitation } from './invitation-rules.ts';
import { managesMembers } from './rules.ts';

const address = /^[^@\s]+@[^@\s]+$/;

export const invitationRoutes = [...invitationsOf('group'), ...invitationsOf('project')];

function invitationsOf(type: SourceType) {
  const base = `/${type}s/:id/invitations` as const;
  return [
    // POST {groups,projects}/:id/invitations: 201 whatever becomes of each address (18.9).
    route({
      method: 'POST',
      path: base,
      params: {
        access_level: { ...levelParam, required: true },
        email: { type: 'strings' },
        user_id: { type: 'json' },
        expires_at: { type: 'datetime' },
        invite_source: { type: 'string' },
        member_role_id: { type: 'integer' },
      },
      access: (context, args) => {
        if (args.email?.every((email) => address.test(email)) === false) {
          refuse(failure(400, 'email contains an invalid email address'));
        }
        const source = managedMembers(type)(context, args);
        return mayInvite(context) ? source : refuse(forbidden());
      },
      handle: ({ context, args, subject }) => {
        const emails = args.email ?? [];
        const ids = invitedIds(args.user_id);
        if (emails.length + ids.length === 0) {
          refuse(badRequest('Must provide either email or user_id as a parameter'));
        }
        const wanted = {
          access_level: args.access_level,
          expires_at: args.expires_at?.slice(0, 10) ?? null,
          member_role_id: licensed(context.platform.edition, 'ultimate') ? (args.member_role_id ?? null) : null,
        };
        return created(inviteAll(context, subject, { emails, ids }, wanted));
      },
    }),
    // GET {groups,projects}/:id/invitations: `query` is the whole address (18.9).
    route({
      method: 'GET',
      path: base,
      params: { query: { type: 'string' }, ...paged },
      access: managedMembers(type),
      handle: ({ context, args, subject }) => {
        const wanted = args.query?.toLowerCase() ?? '';
        const rows = invitationsOn(context, subject).filter((row) => wanted === '' || row.email === wanted);
        return paginate(context, args, rows, (row) => invitationEntity(context, row));
      },
    }),
    // PUT {groups,projects}/:id/invitations/:email: 404 before the demand for a field (18.9).
    route({
      method: 'PUT',
      path: `${base}/:email`,
      params: {
        access_level: gradeParam,
        expires_at: { type: 'datetime' },
        member_role_id: { type: 'integer' },
      },
      access: managedInvitation(type),
      handle: ({ context, args, subject: { source, row } }) => {
        const { access_level, expires_at, member_role_id } = args;
        if (access_level === undefined && expires_at === undefined && member_role_id === undefined) {
          refuse(badRequest());
        }
        const roles = licensed(context.platform.edition, 'ultimate');
        const wanted = {
          access_level: access_level ?? row.access_level,
          expires_at: expires_at === undefined ? row.expires_at : (expires_at?.slice(0, 10) ?? null),
          member_role_id: member_role_id === undefined || !roles ? row.member_role_id : member_role_id,
        };
        const errors = invitationErrors(context, source, wanted);
        if (Object.keys(errors).length > 0) refuse(invalid(errors));
        changeInvitation(context, source, row, wanted);
        return ok(invitationEntity(context, row));
      },
    }),
    // DELETE {groups,projects}/:id/invitations/:email (18.9).
    route({
      method: 'DELETE',
      path: `${base}/:email`,
      access: managedInvitation(type),
      handle: ({ context, subject: { source, row } }) => {
        requireUnmodified(context, row.updated_at);
        removeInvitation(context, source, row);
        return noContent();
      },
    }),
  ];
}

/** An instance may keep invitations for its administrators (POST invitations, 18.9). */
function mayInvite(context: RequestContext): boolean {
  const { state, edition } = context.platform;
  const kept = state.settings['disable_invite_members'] === true && licensed(edition, 'premium');
  return context.admin || !kept;
}

function managedMembers(type: SourceType): (context: RequestContext, args: { readonly id: string }) => Source {
  return (context, args) => {
    const source = readableSource(type)(context, args);
    return managesMembers(context, source) ? source : refuse(forbidden());
  };
}

function managedInvitation(type: SourceType) {
  return (context: RequestContext, args: { readonly id: string; readonly email: string }) => {
    const source = managedMembers(type)(context, args);
    const email = args.email.toLowerCase();
    const row = invitationsOn(context, source).find((one) => one.email === email) ?? refuse(notFound());
    return { source, row };
  };
}

function invitationsOn(context: RequestContext, source: Source): readonly InvitationRow[] {
  return context.platform.state.invitationsBySource(sourceKey(source.type, source.row.id));
}

/** Ids are a text with commas or a list; a number is as good as none (POST …/invitations, 18.9). */
function invitedIds(sent: Json | undefined): readonly string[] {
  const ids = Array.isArray(sent)
    ? (sent as readonly Json[]).map(textOf)
    : typeof sent === 'string'
      ? sent.split(',')
      : [];
  return ids.map((id) => id.trim()).filter((id) => id !== '');
}
