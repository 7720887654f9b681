import type { AnyRoute } from '../http/route.ts';
import { userCreditCardRoutes } from './routes-credit-card.ts';
import { userEmailRoutes } from './routes-emails.ts';
import { userFollowRoutes } from './routes-follows.ts';
import { userGpgKeyRoutes } from './routes-gpg-keys.ts';
import { groupServiceAccountRoutes } from './routes-group-service-accounts.ts';
import { userKeyRoutes } from './routes-keys.ts';
import { userListRoutes } from './routes-list.ts';
import { userMembershipRoutes } from './routes-memberships.ts';
import { userPreferenceRoutes } from './routes-preferences.ts';
import { userProfileRoutes } from './routes-profile.ts';
import { userProjectKeyRoutes } from './routes-project-keys.ts';
import { projectServiceAccountRoutes } from './routes-project-service-accounts.ts';
import { serviceAccountTokenRoutes } from './routes-service-account-tokens.ts';
import { serviceAccountRoutes } from './routes-service-accounts.ts';
import { userStateRoutes } from './routes-states.ts';
import { userStatusRoutes } from './routes-status.ts';
import { userRoutes } from './routes.ts';

/** The endpoints of users and service accounts. */
export const usersArea: readonly AnyRoute[] = [
  ...userRoutes,
  ...userListRoutes,
  ...userStateRoutes,
  ...userKeyRoutes,
  ...userGpgKeyRoutes,
  ...userEmailRoutes,
  ...userMembershipRoutes,
  ...userProfileRoutes,
  ...userStatusRoutes,
  ...userPreferenceRoutes,
  ...userFollowRoutes,
  ...userProjectKeyRoutes,
  ...userCreditCardRoutes,
  ...serviceAccountRoutes,
  ...groupServiceAccountRoutes,
  ...projectServiceAccountRoutes,
  ...serviceAccountTokenRoutes,
];
