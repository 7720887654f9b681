import { hasAbility, hasLevel } from '../access/access.ts';
import { findProject } from '../access/find.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, forbidden, noContent, ok, refuse, rowNotFound } from '../http/reply.ts';
import type { RequestContext } from '../http/request-context.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { JsonObject } from '../store/json.ts';
import type { RecordRow } from '../store/rows.ts';
import { levelsOf, roleLevel } from './branch-levels.ts';
import { levelEntity } from './entity-protected-branch.ts';
import { entries, levelIn, pushRoles } from './protection-levels.ts';
import { protectedTag, protectedTagsOf, protectTag, unprotectTag } from './protected-tags.ts';

/** There is no change of one: it is removed and made again (18.9). */
export const protectedTagRoutes = [
  // GET /projects/:id/protected_tags: for Maintainers (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/protected_tags',
    anonymous: true,
    params: paged,
    access: tagged,
    handle: ({ context, args, subject }) =>
      paginate(context, args, protectedTagsOf(context.platform.state, subject), (tag) => tagEntity(context, tag)),
  }),
  // GET /projects/:id/protected_tags/:name: by exactly this name or pattern (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/protected_tags/:name',
    anonymous: true,
    access: (context, args) => found(context, args),
    handle: ({ context, subject }) => ok(tagEntity(context, subject)),
  }),
  // POST /projects/:id/protected_tags: Maintainers, where nobody else is named; the tag need not be there (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/protected_tags',
    anonymous: true,
    params: {
      name: { type: 'string', required: true },
      create_access_level: { type: 'integer', values: pushRoles },
      allowed_to_create: entries(pushRoles),
    },
    before: tagged,
    access: tagged,
    handle: ({ context, args, subject }) => {
      const { name } = args;
      const place = { type: 'project', row: subject } as const;
      const levels = (args.allowed_to_create ?? []).map((entry) => levelIn(context, place, 'create', entry));
      const role = args.create_access_level ?? (levels.length === 0 ? 40 : undefined);
      if (name.trim() === '') refuse(invalid("Name can't be blank"));
      if (protectedTag(context.platform.state, subject, name) !== undefined)
        refuse(invalid('Name has already been taken'));
      const all = role === undefined ? levels : [...levels, roleLevel(role)];
      return created(tagEntity(context, protectTag(context, subject, name, all)));
    },
  }),
  // DELETE /projects/:id/protected_tags/:name: takes the protection away, and leaves the tag (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/protected_tags/:name',
    anonymous: true,
    access: (context, args) => found(context, args),
    handle: ({ context, subject }) => {
      requireUnmodified(context, subject.updated_at);
      unprotectTag(context.platform.state, subject);
      return noContent();
    },
  }),
];

/** The project, for its Maintainers; that a custom role may do it as well is a guess, by the name of the permission. */
function tagged(context: RequestContext, { id }: { readonly id: string }): ProjectRow {
  const project = findProject(context, id);
  const source = { type: 'project', row: project } as const;
  const mayManage = hasLevel(context, source, 40) || hasAbility(context, source, 'manage_protected_tags');
  return mayManage ? project : refuse(forbidden());
}

function found(context: RequestContext, args: { readonly id: string; readonly name: string }): RecordRow {
  return protectedTag(context.platform.state, tagged(context, args), args.name) ?? refuse(rowNotFound());
}

function tagEntity(context: RequestContext, tag: RecordRow): JsonObject {
  const { state } = context.platform;
  const levels = levelsOf(state, tag, 'create').map((level) => levelEntity(state, 'create', level));
  return { name: tag.key, create_access_levels: levels };
}

const invalid = (text: string) => ({ status: 422, body: { message: [text] } });
