import type { AnyRoute } from '../http/route.ts';
import { archiveRoutes } from './routes-archives.ts';
import { branchRoutes } from './routes-branches.ts';
import { changelogRoutes } from './routes-changelogs.ts';
import { commitCreationRoutes } from './routes-commit-creation.ts';
import { commitPickRoutes } from './routes-commit-picks.ts';
import { commitRoutes } from './routes-commits.ts';
import { comparisonRoutes } from './routes-comparisons.ts';
import { projectRepositoryFactRoutes } from './routes-facts.ts';
import { fileChangeRoutes } from './routes-file-changes.ts';
import { fileRoutes } from './routes-files.ts';
import { groupProtectedBranchRoutes } from './routes-group-protected-branches.ts';
import { protectedBranchRoutes } from './routes-protected-branches.ts';
import { protectedTagRoutes } from './routes-protected-tags.ts';
import { projectSnapshotRoutes } from './routes-snapshots.ts';
import { tagRoutes } from './routes-tags.ts';
import { treeRoutes } from './routes-trees.ts';

/** The endpoints of repositories. */
export const repositoryArea: readonly AnyRoute[] = [
  ...projectRepositoryFactRoutes,
  ...commitRoutes,
  ...commitCreationRoutes,
  ...commitPickRoutes,
  ...branchRoutes,
  ...protectedBranchRoutes,
  ...groupProtectedBranchRoutes,
  ...treeRoutes,
  ...fileRoutes,
  ...fileChangeRoutes,
  ...comparisonRoutes,
  ...archiveRoutes,
  ...tagRoutes,
  ...protectedTagRoutes,
  ...changelogRoutes,
  ...projectSnapshotRoutes,
];
