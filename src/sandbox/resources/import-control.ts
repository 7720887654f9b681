import { canRead, hasLevel } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireToken } from '../code-hosts.ts';
import { importedProject } from '../entities/project-import.ts';
import { cancelImport, hasEnded, importOf } from '../project-imports.ts';
import { forbidden, message, ok, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import type { UserRow } from '../rows.ts';

const gists = 'gists_import';

/** Whether the gists of a user are still being fetched. */
function fetchesGists(call: Call, user: UserRow): boolean {
  const row = call.world.state.recordByKey(`${gists} user:${user.id} import`);
  const age = call.world.clock.now().getTime() - Date.parse(row?.updated_at ?? '');
  return age < 2 * call.world.backgroundDelay;
}

function rememberGists(call: Call, user: UserRow): void {
  const { state, clock } = call.world;
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
    access: (call, args) => {
      actor(call);
      const project = call.world.state.projects.get(args.project_id);
      const found = project === undefined ? undefined : importOf(call, project);
      if (project === undefined || found?.type !== 'github') return refuse(rowNotFound());
      const source = { type: 'project', row: project } as const;
      if (!canRead(call, source)) refuse(message(404, 'Not Found'));
      return hasLevel(call, source, 50) ? { project, found } : refuse(message(403, 'Unauthorized access'));
    },
    handle: ({ call, subject: { project, found } }) => {
      if (hasEnded(found.status)) {
        refuse(message(400, `The import cannot be canceled because it is ${found.status}`));
      }
      cancelImport(call, found.row);
      return ok(importedProject(call, project));
    },
  }),
  // POST /import/github/gists: 202; one at a time; not for external users (18.9).
  route({
    method: 'POST',
    path: '/import/github/gists',
    params: { personal_access_token: { type: 'string', required: true } },
    access: (call) => {
      const user = actor(call);
      return user.external ? refuse(forbidden()) : user;
    },
    handle: ({ call, args, subject: user }) => {
      if (fetchesGists(call, user)) return { status: 422, body: { errors: 'Import already in progress' } };
      if (requireToken(call.world.state, 'github', args.personal_access_token) === 'unauthorized') {
        return { status: 401, body: { errors: 'Access denied to the GitHub account.' } };
      }
      rememberGists(call, user);
      return { status: 202 };
    },
  }),
];
