import { canRead, hasLevel } from '../access.ts';
import { audit } from '../audit.ts';
import { scheduleAfterRetention } from '../background.ts';
import { actor, dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { projectEntity } from '../entities/project.ts';
import { findGroup, projectAtLevel, readableProject } from '../find.ts';
import { textOf } from '../json.ts';
import { keyset, paginate, paginateById } from '../pagination.ts';
import { accepted, created, forbidden, invalid, message, ok, refuse } from '../reply.ts';
import { anyone, route } from '../route.ts';
import type { GroupRow, ProjectRow } from '../rows.ts';
import { visibilitySetting } from '../settings.ts';
import { childPath, pathTaken } from './group-rules.ts';

const visibility = { type: 'string', values: ['private', 'internal', 'public'] } as const;

export const projectRoutes = [
  // GET /projects: newest first, by number or by id (18.9).
  route({
    method: 'GET',
    path: '/projects',
    anonymous: true,
    params: { search: { type: 'string' }, visibility, sort: { type: 'string', values: ['asc', 'desc'] }, ...keyset },
    access: anyone,
    handle: ({ call, args }) => {
      const text = (args.search ?? '').toLowerCase();
      const rows = call.world.state.projects.all().filter((row) => {
        if (args.visibility != null && row.visibility !== args.visibility) return false;
        return row.name.toLowerCase().includes(text) && canRead(call, { type: 'project', row });
      });
      const show = (row: ProjectRow) => projectEntity(call, row);
      const sort = args.sort ?? 'desc';
      if (args.pagination === 'keyset') return paginateById(call, args, rows, show, sort);
      return paginate(call, args, sort === 'desc' ? rows.toReversed() : rows, show);
    },
  }),
  // GET /projects/:id (18.9).
  route({
    method: 'GET',
    path: '/projects/:id',
    anonymous: true,
    access: readableProject,
    handle: ({ call, subject }) => ok(projectEntity(call, subject)),
  }),
  // POST /projects: name or path, in a group or in the caller's own namespace (18.9).
  route({
    method: 'POST',
    path: '/projects',
    params: {
      name: { type: 'string' },
      path: { type: 'string' },
      namespace_id: { type: 'integer' },
      description: { type: 'string' },
      visibility,
    },
    rules: [{ atLeastOne: ['name', 'path'] }],
    access: actor,
    handle: ({ call, args, subject: user }) => {
      const own = args.namespace_id == null || args.namespace_id === user.id;
      const asGroup = args.namespace_id == null ? undefined : call.world.state.groups.get(args.namespace_id);
      const group = asGroup === undefined && own ? undefined : findGroup(call, args.namespace_id ?? 0);
      requireCreation(call, group);
      const name = args.name ?? args.path ?? '';
      const path = args.path ?? name.toLowerCase().replaceAll(/[^a-z0-9_.-]+/g, '-');
      const fullPath = group === undefined ? `${user.username}/${path}` : childPath(group, path);
      if (pathTaken(call.world.state, fullPath)) {
        refuse(invalid({ path: ['has already been taken'], name: ['has already been taken'] }));
      }
      const now = timestamp(call.world.clock);
      const project = call.world.state.projects.insert({
        name,
        path,
        full_path: fullPath,
        group_id: group?.id ?? null,
        owner_id: group === undefined ? user.id : null,
        visibility: args.visibility ?? visibilitySetting(call.world.state.settings, 'default_project_visibility'),
        archived: false,
        marked_for_deletion_on: null,
        creator_id: user.id,
        created_at: now,
        updated_at: now,
        attributes: { description: args.description ?? null },
      });
      audit(call, { event: 'project_created', entity: { type: 'Project', row: project }, details: { add: 'project' } });
      return created(projectEntity(call, project));
    },
  }),
  // PUT /projects/:id (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id',
    params: { name: { type: 'string' }, description: { type: 'string' }, visibility },
    access: projectAtLevel(40),
    handle: ({ call, args, subject: project }) => {
      call.world.state.projects.update(project, {
        name: args.name ?? project.name,
        visibility: args.visibility ?? project.visibility,
        updated_at: timestamp(call.world.clock),
        attributes:
          args.description === undefined
            ? project.attributes
            : { ...project.attributes, description: args.description },
      });
      return ok(projectEntity(call, project));
    },
  }),
  // DELETE /projects/:id: marked first, removed later (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id',
    access: projectAtLevel(50),
    handle: ({ call, subject: project }) => {
      requireUnmodified(call, project.updated_at);
      if (project.marked_for_deletion_on !== null) {
        refuse(message(400, 'Project has already been marked for deletion'));
      }
      const suffix = `-deletion_scheduled-${project.id}`;
      call.world.state.projects.update(project, {
        marked_for_deletion_on: dayOf(call),
        name: `${project.name}${suffix}`,
        path: `${project.path}${suffix}`,
        full_path: `${project.full_path}${suffix}`,
        updated_at: timestamp(call.world.clock),
      });
      scheduleAfterRetention(call.world, 'delete_project', project.id);
      const details = { custom_message: 'Project marked for deletion' };
      audit(call, { event: 'project_deletion_marked', entity: { type: 'Project', row: project }, details });
      return accepted();
    },
  }),
];

const creators: Readonly<Record<string, number>> = { owner: 50, maintainer: 40, developer: 30 };

function requireCreation(call: Call, group: GroupRow | undefined): void {
  if (group === undefined || call.admin) return;
  const level = creators[textOf(group.attributes['project_creation_level'])];
  if (level === undefined || !hasLevel(call, { type: 'group', row: group }, level)) refuse(forbidden());
}
