import type { AnyRoute } from '../route.ts';
import { applicationSettingRoutes } from './application-settings.ts';
import { groupArchiveRoutes } from './group-archive.ts';
import { groupDeletionRoutes } from './group-deletion.ts';
import { groupListRoutes } from './group-list.ts';
import { groupServiceAccountRoutes } from './group-service-accounts.ts';
import { groupShareRoutes } from './group-shares.ts';
import { groupTransferRoutes } from './group-transfer.ts';
import { groupRoutes } from './groups.ts';
import { impersonationTokenRoutes } from './impersonation-tokens.ts';
import { issuedTokenRoutes } from './issued-tokens.ts';
import { memberReadRoutes } from './member-reads.ts';
import { memberRoleRoutes } from './member-roles.ts';
import { memberRoutes } from './members.ts';
import { metadataRoutes } from './metadata.ts';
import { personalTokenRoutes } from './personal-tokens.ts';
import { planLimitRoutes } from './plan-limits.ts';
import { projectRoutes } from './projects.ts';
import { resourceTokenRotationRoutes } from './resource-token-rotation.ts';
import { resourceTokenRoutes } from './resource-tokens.ts';
import { runnerAssignmentRoutes } from './runner-assignments.ts';
import { runnerCreationRoutes } from './runner-creation.ts';
import { runnerListRoutes } from './runner-lists.ts';
import { runnerRegistrationRoutes } from './runner-registration.ts';
import { runnerTokenRoutes } from './runner-tokens.ts';
import { runnerRoutes } from './runners.ts';
import { serviceAccountTokenRoutes } from './service-account-tokens.ts';
import { serviceAccountRoutes } from './service-accounts.ts';
import { userListRoutes } from './user-list.ts';
import { userStateRoutes } from './user-states.ts';
import { userRoutes } from './users.ts';

/** Every endpoint of the platform; a new resource file is one line here. */
export const allRoutes: readonly AnyRoute[] = [
  ...metadataRoutes,
  ...userRoutes,
  ...userListRoutes,
  ...userStateRoutes,
  ...groupRoutes,
  ...groupListRoutes,
  ...groupDeletionRoutes,
  ...groupArchiveRoutes,
  ...groupTransferRoutes,
  ...groupShareRoutes,
  ...memberReadRoutes,
  ...memberRoutes,
  ...memberRoleRoutes,
  ...projectRoutes,
  ...resourceTokenRoutes,
  ...resourceTokenRotationRoutes,
  ...personalTokenRoutes,
  ...issuedTokenRoutes,
  ...impersonationTokenRoutes,
  ...serviceAccountRoutes,
  ...groupServiceAccountRoutes,
  ...serviceAccountTokenRoutes,
  ...applicationSettingRoutes,
  ...planLimitRoutes,
  ...runnerListRoutes,
  ...runnerTokenRoutes,
  ...runnerRoutes,
  ...runnerCreationRoutes,
  ...runnerAssignmentRoutes,
  ...runnerRegistrationRoutes,
];
