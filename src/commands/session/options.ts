import type { IntendedGroups } from '../../engine/scopes/intended-groups.ts';
import type { Shard } from '../../engine/parts/shard.ts';
import type { RemoteConfiguration } from '../remote/repository-path.ts';
import type { HarRecorder } from '../../api/har.ts';
import type { ReportOptions } from '../files/pipeline-reports.ts';

/** The traffic of a run that connects more than once: one file has all of it. */
export interface Traffic {
  recorder?: HarRecorder;
}

/** What every command that talks to an instance can be told. */
export interface ConnectionOptions extends ReportOptions {
  readonly url?: string;
  readonly tokenFile?: string;
  readonly concurrency: number;
  readonly har?: string;
  /** Set where a run connects more than once. */
  readonly traffic?: Traffic;
  /** The configuration in a repository that is read in place of files here. */
  readonly config?: RemoteConfiguration;
}

/** What every command that makes a plan can be told. */
export interface PlanningOptions extends ConnectionOptions {
  readonly target: readonly string[];
  readonly resend: readonly string[];
  readonly json?: boolean;
  readonly verbose?: boolean;
  /** Of how many days it is told what will be due within them. */
  readonly dueWithin?: number;
  /** Where a run writes down what it does, for the next one. */
  readonly journal: string;
  /** The part of the configuration that is planned: whole group trees, so that several runs share the work. */
  readonly shard?: Shard;
  /** The swaps that are permitted: which group, by its number, comes to a path; the paths in lower case. */
  readonly allowSwap?: IntendedGroups;
  /** More requests than this are not made to look at the instance. */
  readonly maxRequests?: number;
  /** The file of the last look: what no event tells of since is believed, and this look is kept there for the next. */
  readonly cache?: string;
  /** The same in the usual file, where none is named. */
  readonly since?: 'last';
  /** For how many hours what was read may be believed. */
  readonly fullAfter?: number;
  /** What GraphQL shows of many groups at once is held against what REST shows of each. */
  readonly verifyReads?: boolean;
}
