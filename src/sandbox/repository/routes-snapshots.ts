import { requireAdmin } from '../http/request-context.ts';
import { defaultBranchOf } from './default-branch.ts';
import { findProject } from '../access/find.ts';
import { snapshotOf } from '../git/snapshot.ts';
import { route } from '../http/route.ts';

/** No project has this id: the repository of a wiki is empty here. */
const wikiRepository = 0;

export const projectSnapshotRoutes = [
  // GET /projects/:id/snapshot: administrators, who are asked for before the project (lib/api/project_snapshots.rb, 18.9).
  route({
    method: 'GET',
    path: '/projects/:id/snapshot',
    params: { wiki: { type: 'boolean' } },
    access: (context, args) => {
      requireAdmin(context);
      return findProject(context, args.id);
    },
    handle: ({ context, args, subject: project }) => {
      const { state, clock } = context.platform;
      const id = args.wiki === true ? wikiRepository : project.id;
      const seconds = Math.floor(clock.now().getTime() / 1000);
      const headers = {
        'Content-Type': 'application/x-tar',
        'Content-Disposition': 'attachment; filename="snapshot.tar"',
      };
      return { status: 200, bytes: snapshotOf(state, id, defaultBranchOf(state, project), seconds), headers };
    },
  }),
];
