import { isArchived } from '../repository/code-access.ts';
import { projectEntity } from './entity.ts';
import { projectAtLevel } from '../access/find.ts';
import { forbidden, message, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { printedErrors } from '../groups/rules.ts';
import { findNamespace, transferProblem, moveProject } from './transfer.ts';

export const projectTransferRoutes = [
  // PUT /projects/:id/transfer: Owners; an archived project stays where it is (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/transfer',
    params: { namespace: { type: 'string', required: true } },
    access: projectAtLevel(50),
    handle: ({ context, args, subject: project }) => {
      if (isArchived(context.platform.state, project)) refuse(forbidden());
      const target = findNamespace(context, args.namespace);
      const problem = transferProblem(context, project, target);
      if (problem !== undefined) {
        refuse(message(400, `Failed to transfer project ${printedErrors({ new_namespace: [problem] })}`));
      }
      moveProject(context, project, target);
      return ok(projectEntity(context, project));
    },
  }),
];
