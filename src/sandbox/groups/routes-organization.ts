import { hasLevel } from '../access/access.ts';
import { findGroup } from '../access/find.ts';
import { forbidden, message, notFound, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';

/** The instance has this one organization. */
const only = 1;

export const groupOrganizationRoutes = [
  // POST /groups/:id/transfer_to_organization: asked for in this order: group, organization, right, place (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/transfer_to_organization',
    params: { organization_id: { type: 'integer', required: true } },
    access: (context, args) => {
      const row = findGroup(context, args.id);
      if (args.organization_id !== only) refuse(notFound('Organization'));
      return hasLevel(context, { type: 'group', row }, 50) ? row : refuse(forbidden());
    },
    handle: ({ subject: group }) => {
      const problem =
        group.parent_id === null
          ? 'Group is already in the target organization.'
          : 'Only root groups can be transferred to a different organization.';
      return message(400, `Group organization transfer failed: ${problem}`);
    },
  }),
];
