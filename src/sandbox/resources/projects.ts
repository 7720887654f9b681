import { hasLevel } from '../access.ts';
import { actor, requireAdmin } from '../call.ts';
import { projectDetail } from '../entities/project-detail.ts';
import { projectEntity } from '../entities/project.ts';
import { findUser, projectAtLevel, readableProject } from '../find.ts';
import type { Json } from '../json.ts';
import { created, forbidden, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import { sharedParams, updateParams } from './project-attributes.ts';
import { createProject } from './project-creation.ts';
import { updateProject } from './project-update.ts';

type Sent = Readonly<Record<string, Json | undefined>>;

const updatable = ['name', 'path', 'default_branch', ...Object.keys(sharedParams), ...Object.keys(updateParams)];

const createParams = {
  ...sharedParams,
  path: { type: 'string' },
  default_branch: { type: 'string' },
  namespace_id: { type: 'integer' },
  initialize_with_readme: { type: 'boolean' },
  repository_object_format: { type: 'string', values: ['sha1', 'sha256'] },
  template_name: { type: 'string' },
  template_project_id: { type: 'integer' },
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
    handle: ({ call, args, subject }) => {
      // No repository here has a licence that is recognised.
      const licence = args.license === true ? { license: null, license_url: null } : {};
      return ok({ ...projectDetail(call, subject, args.statistics === true), ...licence });
    },
  }),
  // POST /projects: name or path, in a group or in the caller's own namespace (18.9).
  route({
    method: 'POST',
    path: '/projects',
    params: { ...createParams, name: { type: 'string' } },
    rules: [{ atLeastOne: ['name', 'path'] }, oneOrigin],
    access: actor,
    handle: ({ call, args, subject }) => {
      const sent: Sent = args;
      return created(projectEntity(call, createProject(call, subject, sent)));
    },
  }),
  // POST /projects/user/:user_id: administrators, in the name of a user (18.9).
  route({
    method: 'POST',
    path: '/projects/user/:user_id',
    params: { ...createParams, name: { type: 'string', required: true }, user_id: { type: 'integer', required: true } },
    rules: [oneOrigin],
    access: (call, args) => {
      requireAdmin(call);
      return findUser(call, args.user_id);
    },
    handle: ({ call, args, subject }) => {
      const sent: Sent = args;
      return created(projectEntity(call, createProject(call, subject, sent)));
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
    handle: ({ call, args, subject: project }) => {
      const sent: Sent = args;
      const ownersOnly = sent['visibility'] != null || sent['ci_delete_pipelines_in_seconds'] !== undefined;
      if (ownersOnly && !hasLevel(call, { type: 'project', row: project }, 50)) refuse(forbidden());
      updateProject(call, project, sent);
      return ok(projectEntity(call, project));
    },
  }),
];
