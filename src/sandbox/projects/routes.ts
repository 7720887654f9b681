import { hasLevel } from '../access/access.ts';
import { actor, requireAdmin } from '../http/request-context.ts';
import { changedProject, projectDetail } from './entity-detail.ts';
import { findUser, projectAtLevel, readableProject } from '../access/find.ts';
import type { Json } from '../store/json.ts';
import { created, forbidden, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { sharedParams, updateParams } from './attributes.ts';
import { createProject } from './creation.ts';
import { updateProject } from './update.ts';

type Sent = Readonly<Record<string, Json | undefined>>;

/** One of these has to be there; what is for mirrors goes along, and is nothing alone (PUT /projects/:id, 18.9). */
const updatable = ['name', 'path', 'default_branch', ...Object.keys(sharedParams), ...Object.keys(updateParams)].filter(
  (name) => name !== 'only_mirror_protected_branches',
);

const createParams = {
  ...sharedParams,
  path: { type: 'string' },
  default_branch: { type: 'string' },
  namespace_id: { type: 'integer' },
  initialize_with_readme: { type: 'boolean' },
  repository_object_format: { type: 'string', values: ['sha1', 'sha256'] },
  template_name: { type: 'string' },
  template_project_id: { type: 'integer' },
  use_custom_template: { type: 'boolean' },
  group_with_project_templates_id: { type: 'integer' },
} as const;

const oneOrigin = { exclusive: ['import_url', 'template_name', 'template_project_id'] };

export const projectRoutes = [
  // GET /projects/:id: an old path answers 301 (18.9).
  route({
    method: 'GET',
    path: '/projects/:id',
    anonymous: true,
    params: {
      statistics: { type: 'boolean' },
      with_custom_attributes: { type: 'boolean' },
      license: { type: 'boolean' },
    },
    access: readableProject,
    handle: ({ context, args, subject }) => {
      // No repository here has a licence that is recognised.
      const licence = args.license === true ? { license: null, license_url: null } : {};
      return ok({ ...projectDetail(context, subject, args.statistics === true), ...licence });
    },
  }),
  // POST /projects: name or path, in a group or in the caller's own namespace (18.9).
  route({
    method: 'POST',
    path: '/projects',
    params: { ...createParams, name: { type: 'string' } },
    rules: [{ atLeastOne: ['name', 'path'] }, oneOrigin],
    access: actor,
    handle: ({ context, args, subject }) => {
      const sent: Sent = args;
      return created(changedProject(context, createProject(context, subject, sent)));
    },
  }),
  // POST /projects/user/:user_id: administrators, in the name of a user (18.9).
  route({
    method: 'POST',
    path: '/projects/user/:user_id',
    params: { ...createParams, name: { type: 'string', required: true }, user_id: { type: 'integer', required: true } },
    rules: [oneOrigin],
    access: (context, args) => {
      requireAdmin(context);
      return findUser(context, args.user_id);
    },
    handle: ({ context, args, subject }) => {
      const sent: Sent = args;
      return created(changedProject(context, createProject(context, subject, sent)));
    },
  }),
  // PUT /projects/:id: Maintainers; the visibility is the Owners' (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id',
    params: {
      ...sharedParams,
      ...updateParams,
      name: { type: 'string' },
      path: { type: 'string' },
      default_branch: { type: 'string' },
    },
    rules: [{ atLeastOne: updatable }],
    access: projectAtLevel(40),
    handle: ({ context, args, subject: project }) => {
      const sent: Sent = args;
      const ownersOnly = sent['visibility'] != null || sent['ci_delete_pipelines_in_seconds'] !== undefined;
      if (ownersOnly && !hasLevel(context, { type: 'project', row: project }, 50)) refuse(forbidden());
      updateProject(context, project, sent);
      return ok(changedProject(context, project));
    },
  }),
];
