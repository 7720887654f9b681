import { administrationDepartures } from './departures/administration.ts';
import { deployDepartures } from './departures/deploy.ts';
import { groupsDepartures } from './departures/groups.ts';
import { integrationsDepartures } from './departures/integrations.ts';
import { membersDepartures } from './departures/members.ts';
import { mergeRequestsDepartures } from './departures/merge-requests.ts';
import { pipelinesDepartures } from './departures/pipelines.ts';
import { projectsDepartures } from './departures/projects.ts';
import { recordedDepartures } from './departures/recorded.ts';
import { repositoriesDepartures } from './departures/repositories.ts';
import { tokensDepartures } from './departures/tokens.ts';
import { usersDepartures } from './departures/users.ts';
import { variablesDepartures } from './departures/variables.ts';
import type { Explanation } from './departures/explanation.ts';

/** The departures of the recorded traffic from GitLab's description of its API that are right as they are (18.9). */
export const explainedDepartures: readonly Explanation[] = [
  ...administrationDepartures,
  ...deployDepartures,
  ...groupsDepartures,
  ...integrationsDepartures,
  ...membersDepartures,
  ...mergeRequestsDepartures,
  ...pipelinesDepartures,
  ...projectsDepartures,
  ...recordedDepartures,
  ...repositoriesDepartures,
  ...tokensDepartures,
  ...usersDepartures,
  ...variablesDepartures,
];
