import { canRead, hasLevel } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireToken } from './code-hosts.ts';
import { importedProject } from './entity.ts';
import { cancelImport, hasEnded, importOf } from './project-imports.ts';
import { forbidden, message, ok, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { UserRow } from '../users/rows.ts';

const gists = 'gists_import';

/** Whether the gists of a user are still being fetched. */
function fetchesGists(context: RequestContext, user: UserRow): boolean {
  const row = context.platform.state.recordByKey(`${gists} user:${user.id} import`);
  const age = context.platform.clock.now().getTime() - Date.parse(row?.updated_at ?? '');
  return age < 2 * context.platform.backgroundDelay;
}

function rememberGists(context: RequestContext, user: UserRow): void {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  const known = state.recordByKey(`${gists} user:${user.id} import`);
  if (known !== undefined) state.records.update(known, { updated_at: now });
  else {
    state.records.insert({
      kind: gists,
      owner: `user:${user.id}`,
      key: 'import',
      data: {},
      created_at: now,
      updated_at: now,
    });
  }
}

export const importControlRoutes = [
  // POST /import/github/cancel: Owners; one that has ended is 400 (18.9).
  route({
    method: 'POST',
    path: '/import/github/cancel',
    params: { project_id: { type: 'integer', required: true } },
    access: (context, args) => {
      actor(context);
      const project = context.platform.state.projects.get(args.project_id);
      const found = project === undefined ? undefined : importOf(context, project);
      if (project === undefined || found?.type !== 'github') return refuse(rowNotFound());
      const source = { type: 'project', row: project } as const;
      if (!canRead(context, source)) refuse(message(404, 'Not Found'));
      return hasLevel(context, source, 50) ? { project, found } : refuse(message(403, 'Unauthorized access'));
    },
    handle: ({ context, subject: { project, found } }) => {
      if (hasEnded(found.status)) {
        refuse(message(400, `The import cannot be canceled because it is ${found.status}`));
      }
      cancelImport(context, found.row);
      return ok(importedProject(context, project));
    },
  }),
  // POST /import/github/gists: 202; one at a time; not for external users (18.9).
  route({
    method: 'POST',
    path: '/import/github/gists',
    params: { personal_access_token: { type: 'string', required: true } },
    access: (context) => {
      const user = actor(context);
      return user.external ? refuse(forbidden()) : user;
    },
    handle: ({ context, args, subject: user }) => {
      if (fetchesGists(context, user)) return { status: 422, body: { errors: 'Import already in progress' } };
      if (requireToken(context.platform.state, 'github', args.personal_access_token) === 'unauthorized') {
        return { status: 401, body: { errors: 'Access denied to the GitHub account.' } };
      }
      rememberGists(context, user);
      return { status: 202 };
    },
  }),
];
