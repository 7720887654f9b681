import type { AnyRoute } from '../http/route.ts';
import { mergeRequestApprovalRoutes } from './routes-approvals.ts';
import { mergeRequestAutoMergeRoutes } from './routes-auto-merges.ts';
import { labelEventRoutes } from './routes-label-events.ts';
import { mergeRequestMergeRoutes } from './routes-merge.ts';
import { commitMergeRequestRoutes } from './routes-of-commit.ts';
import { mergeRequestPipelineRoutes } from './routes-pipelines.ts';
import { mergeRequestReadRoutes } from './routes-reads.ts';
import { mergeRequestSubscriptionRoutes } from './routes-subscriptions.ts';
import { mergeRequestTimeRoutes } from './routes-times.ts';
import { mergeRequestRoutes } from './routes.ts';

/** The endpoints of merge requests. */
export const mergeRequestsArea: readonly AnyRoute[] = [
  ...commitMergeRequestRoutes,
  ...mergeRequestRoutes,
  ...mergeRequestMergeRoutes,
  ...mergeRequestPipelineRoutes,
  ...mergeRequestReadRoutes,
  ...mergeRequestApprovalRoutes,
  ...mergeRequestAutoMergeRoutes,
  ...mergeRequestSubscriptionRoutes,
  ...mergeRequestTimeRoutes,
  ...labelEventRoutes,
];
