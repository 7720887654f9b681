import { hasLevel } from '../access/access.ts';
import { findProject } from '../access/find.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, forbidden, invalid, noContent, notFound, ok, refuse, rowNotFound } from '../http/reply.ts';
import { requireAdmin, type RequestContext } from '../http/request-context.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { timestamp } from '../store/clock.ts';
import { deployKeyEntity, linkedKeyEntity } from './entity.ts';
import { deployKeysOf, disableKey, enableKey, type LinkedKey } from './rules.ts';

const path = '/projects/:id/deploy_keys';
const one = { key_id: { type: 'integer', required: true } } as const;

export const deployKeyRoutes = [
  // GET /deploy_keys: for administrators (18.9).
  route({
    method: 'GET',
    path: '/deploy_keys',
    params: paged,
    access: requireAdmin,
    handle: ({ context, args }) =>
      paginate(context, args, context.platform.state.deployKeys.all(), (key) => deployKeyEntity(context, key)),
  }),
  // GET /projects/:id/deploy_keys: for Maintainers (18.9).
  route({
    method: 'GET',
    path,
    params: paged,
    before: maintained,
    access: maintained,
    handle: ({ context, args, subject }) =>
      paginate(context, args, deployKeysOf(context.platform.state, subject), ({ key, link }) =>
        linkedKeyEntity(key, link),
      ),
  }),
  // GET /projects/:id/deploy_keys/:key_id: 404 in other words than a removal's (a guess, by the look-up of both).
  route({
    method: 'GET',
    path: `${path}/:key_id`,
    params: one,
    before: maintained,
    access: (context, args) => enabled(context, args) ?? refuse(rowNotFound()),
    handle: ({ subject: { key, link } }) => ok(linkedKeyEntity(key, link)),
  }),
  // POST /projects/:id/deploy_keys: 201 also for a key that is there (18.9).
  route({
    method: 'POST',
    path,
    params: {
      key: { type: 'string', required: true },
      title: { type: 'string', required: true },
      can_push: { type: 'boolean' },
      expires_at: { type: 'datetime' },
    },
    before: maintained,
    access: maintained,
    handle: ({ context, args, subject }) => {
      const { title, key, can_push: canPush, expires_at = null } = args;
      const made = enableKey(context, subject, { title, key, can_push: canPush === true, expires_at });
      return created(linkedKeyEntity(made.key, made.link));
    },
  }),
  // PUT /projects/:id/deploy_keys/:key_id: the title is that of all projects; the end and the material stay (18.9).
  route({
    method: 'PUT',
    path: `${path}/:key_id`,
    params: { ...one, title: { type: 'string' }, can_push: { type: 'boolean' } },
    rules: [{ atLeastOne: ['title', 'can_push'] }],
    before: maintained,
    access: (context, args) => enabled(context, args) ?? refuse(rowNotFound()),
    handle: ({ context, args: { title, can_push: canPush }, subject: { key, link } }) => {
      const { state, clock } = context.platform;
      if (title?.trim() === '') refuse(invalid({ 'deploy_key.title': ["can't be blank"] }));
      if (title != null) state.deployKeys.update(key, { title });
      if (canPush != null) state.deployKeyLinks.update(link, { can_push: canPush, updated_at: timestamp(clock) });
      return ok(linkedKeyEntity(key, link));
    },
  }),
  // DELETE /projects/:id/deploy_keys/:key_id: takes it out of this project alone (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:key_id`,
    params: one,
    before: maintained,
    access: (context, args) => enabled(context, args) ?? refuse(notFound('Deploy key')),
    handle: ({ context, subject }) => {
      requireUnmodified(context, subject.link.updated_at);
      disableKey(context.platform.state, subject);
      return noContent();
    },
  }),
];

/** Access rule: the project, for its Maintainers. */
function maintained(context: RequestContext, { id }: { readonly id: string }): ProjectRow {
  const row = findProject(context, id);
  return hasLevel(context, { type: 'project', row }, 40) ? row : refuse(forbidden());
}

function enabled(
  context: RequestContext,
  args: { readonly id: string; readonly key_id: number },
): LinkedKey | undefined {
  return deployKeysOf(context.platform.state, maintained(context, args)).find(({ key }) => key.id === args.key_id);
}
