import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { canReadCode, canUse } from '../repository/code-access.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { changedProject } from './entity-detail.ts';
import { findProject, projectAtLevel, readableProject } from '../access/find.ts';
import { forkedFrom, forkSource, forksOf } from './forks.ts';
import { cloneRepository } from '../git/fetch.ts';
import { openRepository } from '../git/repository.ts';
import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { conflict, created, forbidden, invalid, message, noContent, notFound, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from './rows.ts';
import type { Visibility } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { initialAttributes, insertProject, mayCreateIn } from './creation.ts';
import { list, listParams } from './listing.ts';
import { lessVisible } from './rules.ts';
import { findNamespace } from './transfer.ts';
import type { Target } from './transfer.ts';

const text = { type: 'string' } as const;

export const projectForkRoutes = [
  // POST /projects/:id/fork: into the caller's own namespace, or one where the caller may create projects (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/fork',
    params: {
      namespace: text,
      namespace_id: { type: 'integer' },
      namespace_path: text,
      path: text,
      name: text,
      description: text,
      visibility: { type: 'string', values: ['private', 'internal', 'public'] },
      mr_default_target_self: { type: 'boolean' },
      branches: text,
    },
    access: (context, args) => {
      const user = actor(context);
      const source = findProject(context, args.id);
      return canFork(context, source) ? { user, source } : refuse(notFound());
    },
    handle: ({ context, args, subject: { user, source } }) => {
      const named = [args.namespace_id, args.namespace_path, args.namespace].find((sent) => textOf(sent) !== '');
      const target: Target = named == null ? { user } : findNamespace(context, textOf(named));
      const branch = textOf(args.branches);
      const repository = openRepository(context.platform.state, source.id);
      if (branch !== '' && repository.ref('heads', branch) === undefined) refuse(notFound('Source Branch'));
      if ('group' in target && !mayCreateIn(context, target.group)) refuse(notFound('Target Namespace'));
      const fork = makeFork(context, source, target, user, args);
      cloneRepository(context.platform.state, source.id, fork.id, branch === '' ? undefined : branch);
      return created(changedProject(context, fork));
    },
  }),
  // GET /projects/:id/forks: those that the caller may see, as GET /projects shows them (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/forks',
    anonymous: true,
    params: listParams,
    access: readableProject,
    handle: ({ context, args, subject }) => list(context, args, forksOf(context.platform.state, subject)),
  }),
  // POST /projects/:id/fork/:forked_from_id: Maintainers say that a project is a fork of another (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/fork/:forked_from_id',
    access: (context, args) => {
      const project = projectAtLevel(40)(context, args);
      const source = findProject(context, args.forked_from_id);
      return canFork(context, source) ? { project, source } : refuse(forbidden());
    },
    handle: ({ context, subject: { project, source } }) => {
      const { state, clock } = context.platform;
      if (forkSource(state, project) !== undefined) refuse(conflict('Project already forked'));
      if (project === source) refuse(message(400, 'Target project cannot be equal to source project'));
      const attributes = { ...project.attributes, [forkedFrom]: source.id };
      state.projects.update(project, { attributes, updated_at: timestamp(clock) });
      return created(changedProject(context, project));
    },
  }),
  // DELETE /projects/:id/fork: Owners; 304 where there is nothing to take away (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/fork',
    access: projectAtLevel(50),
    handle: ({ context, subject: project }) => {
      const { state, clock } = context.platform;
      requireUnmodified(context, project.updated_at);
      if (forkSource(state, project) === undefined) return { status: 304 };
      const attributes = { ...project.attributes, [forkedFrom]: null };
      state.projects.update(project, { attributes, updated_at: timestamp(clock) });
      return noContent();
    },
  }),
];

/** Whether the caller may fork a project: who may see its code, where forking is open to them. */
function canFork(context: RequestContext, project: ProjectRow): boolean {
  return context.user !== undefined && canReadCode(context, project) && canUse(context, project, 'forking');
}

interface Wanted {
  readonly path?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly visibility?: Visibility | null | undefined;
  readonly mr_default_target_self?: boolean | null | undefined;
}

/** A fork is called as its source unless told otherwise, and never more visible; a clash is 409. */
function makeFork(
  context: RequestContext,
  source: ProjectRow,
  target: Target,
  user: UserRow,
  wanted: Wanted,
): ProjectRow {
  const group = 'group' in target ? target.group : undefined;
  const owner = 'user' in target ? target.user : user;
  const allowed = group === undefined ? source.visibility : lessVisible(source.visibility, group.visibility);
  const visibility = wanted.visibility ?? allowed;
  if (lessVisible(visibility, source.visibility) !== visibility) {
    const problem = `${visibility} is not allowed since the fork source project has lower visibility.`;
    refuse(invalid({ visibility_level: [problem] }, 409));
  }
  const draft = { name: wanted.name ?? source.name, path: wanted.path ?? source.path, visibility };
  const attributes: Readonly<Record<string, Json>> = {
    ...initialAttributes(context, group, {}),
    ...kept(source),
    description: wanted.description ?? source.attributes['description'] ?? null,
    mr_default_target_self: wanted.mr_default_target_self ?? false,
    [forkedFrom]: source.id,
  };
  return insertProject(context, { group, user: owner }, draft, attributes, 409);
}

/** What a fork takes over: how far the parts of its source are open, and its default branch. */
function kept(source: ProjectRow): Readonly<Record<string, Json>> {
  const taken = (name: string) => name.endsWith('_access_level') || name === 'default_branch';
  return Object.fromEntries(Object.entries(source.attributes).filter(([name]) => taken(name)));
}
