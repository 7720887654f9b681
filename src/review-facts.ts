import type { Batches } from './batches.ts';
import type { JsonObject, LiveObject, Scope } from './model.ts';
import type { Read } from './read.ts';

/** What somebody is: a person, what signs in nowhere, or the platform's own. */
export type Nature = 'person' | 'bot' | 'service account' | 'bot or service account';

/** A user, as far as the caller is shown one: what is undefined was not shown, which is no "no". */
export interface UserFacts {
  readonly id: number;
  readonly username: string;
  readonly name?: string | undefined;
  /** `active`, or why nobody signs in by it. */
  readonly state: string;
  readonly nature: Nature;
  readonly admin?: boolean | undefined;
  readonly auditor?: boolean | undefined;
  readonly external?: boolean | undefined;
  readonly twoFactor?: boolean | undefined;
  /** Whether it takes a seat. */
  readonly billable?: boolean | undefined;
  /** ISO 8601. */
  readonly created?: string | undefined;
  readonly createdBy?: string | undefined;
  /** The day of the last activity and the time of the last sign-in; null for never. */
  readonly lastActivity?: string | null | undefined;
  readonly lastSignIn?: string | null | undefined;
}

/** A token as a list shows it: never its value. */
export interface TokenFacts {
  readonly user: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created: string;
  /** Null for never. */
  readonly ends: string | null;
  readonly lastUsed: string | null;
}

/** When a membership was made, and by whom, as far as it is shown. */
export interface Made {
  readonly at?: string | undefined;
  readonly by?: string | undefined;
}

/** How memberships are read. */
export interface MemberFacts {
  /** The direct members of many groups or projects, with who made each and when. */
  readonly batches: Batches;
  /** Whether anybody has access by a share of a group, or of one above it: one row will do. */
  readonly lent: Batches;
  made(row: LiveObject): Made;
  user(row: LiveObject): UserFacts | undefined;
}

/** How the platform shows who may do what: what a review reads beside the kinds. */
export interface ReviewFacts {
  readonly users: {
    /** All of them; who is no administrator is shown little of each. */
    readonly all: Read;
    of(row: LiveObject): UserFacts | undefined;
  };
  /** Those who take a seat of a group at the top, for its Owners. */
  readonly seats: { in(group: string): Read; of(row: LiveObject): Partial<UserFacts> };
  readonly members: MemberFacts;
  /** The number of the one to whom a project of somebody's own belongs. */
  ownerOf(project: JsonObject): number | undefined;
  /** The projects in a group and below it. */
  projectsBelow(group: string): Read;
  readonly tokens: {
    /** All that are good, for administrators. */
    readonly all: Read;
    /** Those that are good no longer, and were used since a day; those that end on the day of the run are good for nobody's list. */
    spent(since: string, tomorrow: string): readonly Read[];
    /** Those of the bots of a group or project. */
    in(scope: Scope): Read;
    of(row: LiveObject): TokenFacts | undefined;
    /** The group or project whose token a bot is for, by its name. */
    placeOf(username: string): { readonly type: 'group' | 'project'; readonly id: number } | undefined;
  };
}
