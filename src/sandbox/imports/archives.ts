import { actor, type RequestContext } from '../http/request-context.ts';
import { isJsonObject, textOf, type Json } from '../store/json.ts';
import { limitEndpoint } from '../http/application-limit.ts';
import { forbidden, refuse } from '../http/reply.ts';
import { numberSetting } from '../settings/typed-settings.ts';
import { isEnabled } from './creation.ts';

/** Asked before the parameters: exports are no source of imports unless the instance says so (POST /projects/import, 18.9). */
export function requireExports(context: RequestContext): void {
  actor(context);
  if (!isEnabled(context, 'gitlab_project')) refuse(forbidden());
}

/** An export is told by its name (POST /projects/import, 18.9). */
export function requireArchive(file: Json): void {
  const name = isJsonObject(file) ? textOf(file['filename']) : '';
  if (name.endsWith('.gz')) return;
  const error = 'You need to upload a GitLab project export archive (ending in .gz).';
  refuse({ status: 422, body: { message: { error } } });
}

/** Imports of one user are limited by the minute (POST /projects/import, 18.9). */
export function limitImports(context: RequestContext): void {
  const requests = numberSetting(context.platform.state.settings, 'project_import_limit', 6);
  if (requests > 0) limitEndpoint(context.platform, `project_import ${actor(context).id}`, { requests, seconds: 60 });
}
