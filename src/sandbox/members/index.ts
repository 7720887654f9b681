import type { AnyRoute } from '../http/route.ts';
import { accessRequestRoutes } from './routes-access-requests.ts';
import { adminMemberRoleRoutes } from './routes-admin-roles.ts';
import { billableMemberRoutes } from './routes-billable.ts';
import { groupMemberRoleRoutes } from './routes-group-roles.ts';
import { invitationRoutes } from './routes-invitations.ts';
import { ldapLinkRoutes } from './routes-ldap-links.ts';
import { ldapSyncRoutes } from './routes-ldap-sync.ts';
import { memberOverrideRoutes } from './routes-overrides.ts';
import { pendingMemberRoutes } from './routes-pending.ts';
import { memberReadRoutes } from './routes-reads.ts';
import { memberRoleRoutes } from './routes-roles.ts';
import { samlLinkRoutes } from './routes-saml-links.ts';
import { memberStateRoutes } from './routes-states.ts';
import { memberRoutes } from './routes.ts';

/** The endpoints of members, their links, invitations and roles. */
export const membersArea: readonly AnyRoute[] = [
  ...memberReadRoutes,
  ...memberRoutes,
  ...accessRequestRoutes,
  ...memberOverrideRoutes,
  ...memberStateRoutes,
  ...pendingMemberRoutes,
  ...billableMemberRoutes,
  ...ldapSyncRoutes,
  ...invitationRoutes,
  ...memberRoleRoutes,
  ...groupMemberRoleRoutes,
  ...adminMemberRoleRoutes,
  ...samlLinkRoutes,
  ...ldapLinkRoutes,
];
