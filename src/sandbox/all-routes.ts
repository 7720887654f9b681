import type { AnyRoute } from './http/route.ts';
import { adminArea } from './admin/index.ts';
import { ciArea } from './ci/index.ts';
import { deployKeysArea } from './deploy-keys/index.ts';
import { deployTokensArea } from './deploy-tokens/index.ts';
import { groupsArea } from './groups/index.ts';
import { hooksArea } from './hooks/index.ts';
import { importsArea } from './imports/index.ts';
import { integrationsArea } from './integrations/index.ts';
import { membersArea } from './members/index.ts';
import { mergeRequestsArea } from './merge-requests/index.ts';
import { notesArea } from './notes/index.ts';
import { projectsArea } from './projects/index.ts';
import { pushRulesArea } from './push-rules/index.ts';
import { repositoryArea } from './repository/index.ts';
import { runnersArea } from './runners/index.ts';
import { settingsArea } from './settings/index.ts';
import { snippetsArea } from './snippets/index.ts';
import { terraformArea } from './terraform/index.ts';
import { tokensArea } from './tokens/index.ts';
import { usersArea } from './users/index.ts';
import { variablesArea } from './variables/index.ts';

/** Every endpoint of the platform, area by area. */
export const allRoutes: readonly AnyRoute[] = [
  ...adminArea,
  ...ciArea,
  ...deployKeysArea,
  ...deployTokensArea,
  ...groupsArea,
  ...hooksArea,
  ...importsArea,
  ...integrationsArea,
  ...membersArea,
  ...mergeRequestsArea,
  ...notesArea,
  ...projectsArea,
  ...pushRulesArea,
  ...repositoryArea,
  ...runnersArea,
  ...settingsArea,
  ...snippetsArea,
  ...terraformArea,
  ...tokensArea,
  ...usersArea,
  ...variablesArea,
];
