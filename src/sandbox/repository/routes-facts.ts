import { createHash } from 'node:crypto';
import { requireAdmin } from '../http/request-context.ts';
import { findProject, projectAtLevel, readableProject } from '../access/find.ts';
import { languagesOf } from './languages.ts';
import { ok } from '../http/reply.ts';
import { route } from '../http/route.ts';

export const projectRepositoryFactRoutes = [
  // GET /projects/:id/languages: shares in per cent (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/languages',
    anonymous: true,
    access: readableProject,
    handle: ({ context, subject }) => ok(Object.fromEntries(languagesOf(context.platform.state, subject))),
  }),
  // GET /projects/:id/storage: administrators; others are refused before the project is looked for (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/storage',
    access: (context, args) => {
      requireAdmin(context);
      return findProject(context, args.id);
    },
    handle: ({ subject }) => {
      const hash = createHash('sha256').update(String(subject.id)).digest('hex');
      return ok({
        project_id: subject.id,
        disk_path: `@hashed/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`,
        created_at: subject.created_at,
        repository_storage: 'default',
      });
    },
  }),
  // POST /projects/:id/housekeeping: Maintainers; nothing is to be tidied here (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/housekeeping',
    params: { task: { type: 'string', values: ['eager', 'prune'] } },
    access: projectAtLevel(40),
    handle: () => ({ status: 201, body: null }),
  }),
];
