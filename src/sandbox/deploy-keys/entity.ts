import type { RequestContext } from '../http/request-context.ts';
import { projectIdentity } from '../projects/entity-identity.ts';
import type { JsonObject } from '../store/json.ts';
import type { DeployKeyLinkRow, DeployKeyRow } from './rows.ts';

/** A deploy key as a project shows it (GET /projects/:id/deploy_keys, 18.9). */
export function linkedKeyEntity(key: DeployKeyRow, link: DeployKeyLinkRow): JsonObject {
  return { ...keyEntity(key), can_push: link.can_push };
}

/** A deploy key as the instance shows it, with the projects that have it (GET /deploy_keys, 18.9). */
export function deployKeyEntity(context: RequestContext, key: DeployKeyRow): JsonObject {
  const { state } = context.platform;
  const projects = (canPush: boolean) =>
    state.linksOfDeployKey(key.id).flatMap((link) => {
      const project = link.can_push === canPush ? state.projects.get(link.project_id) : undefined;
      return project === undefined ? [] : [projectIdentity(context, project)];
    });
  return {
    ...keyEntity(key),
    projects_with_write_access: projects(true),
    projects_with_readonly_access: projects(false),
  };
}

/** A deploy key by itself. */
export function keyEntity({
  id,
  title,
  created_at,
  expires_at,
  key,
  fingerprint,
  fingerprint_sha256,
}: DeployKeyRow): JsonObject {
  return {
    ...{ id, title, created_at, expires_at, last_used_at: null, key },
    ...{ usage_type: 'auth_and_signing', fingerprint, fingerprint_sha256 },
  };
}
