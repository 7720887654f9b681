import type { Kind } from '../kind.ts';
import { accessTokens } from './access-token.ts';
import { deployKeys } from './deploy-key.ts';
import { deployTokens } from './deploy-token.ts';
import { errorTracking } from './error-tracking.ts';
import { groups } from './groups/group.ts';
import { hooks } from './hooks/hook.ts';
import { impersonationTokens } from './impersonation-token.ts';
import { integrations } from './integrations/integration.ts';
import { ldapLinks } from './ldap-link.ts';
import { memberRoles } from './member-role.ts';
import { members } from './member.ts';
import { personalAccessTokens } from './personal-token.ts';
import { planLimits } from './plan-limit.ts';
import { projects } from './projects/project.ts';
import { protectedBranches } from './protection/protected-branch.ts';
import { protectedTags } from './protection/protected-tag.ts';
import { pushRules } from './push-rule.ts';
import { runners } from './runner.ts';
import { samlLinks } from './saml-link.ts';
import { shares } from './share.ts';
import { settings } from './settings/settings.ts';
import { snippetStorages } from './snippet-storage.ts';
import { systemHooks } from './hooks/system-hook.ts';
import { serviceAccounts } from './service-account.ts';
import { users } from './user.ts';
import { variables } from './variables/variable.ts';

/** Every kind there is. Their order is that of the sections in what is printed and exported, and nothing else. */
export const kinds: readonly Kind[] = [
  settings,
  planLimits,
  snippetStorages,
  memberRoles,
  systemHooks,
  users,
  serviceAccounts,
  groups,
  projects,
  members,
  shares,
  samlLinks,
  ldapLinks,
  hooks,
  integrations,
  runners,
  pushRules,
  errorTracking,
  variables,
  protectedBranches,
  protectedTags,
  deployKeys,
  deployTokens,
  accessTokens,
  personalAccessTokens,
  impersonationTokens,
];
