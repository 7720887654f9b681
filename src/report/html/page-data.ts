import type { Action } from '../../model.ts';
import type { Outcome } from '../../outcome.ts';

/** What a page shows, as the JSON that stands in it. All texts are ready to be read, and show no secret. */
export interface PageData {
  /** `Plan for https://gitlab.example.com (GitLab 18.9.2-ee)`. */
  readonly heading: string;
  /** How it stands, in one word that gives it its colour. */
  readonly standing: Standing;
  /** What happens, in one sentence. */
  readonly sum: string;
  /** What it took, and the checksum of a plan. */
  readonly forecast?: string;
  readonly footer: string;
  readonly refusals: readonly RefusalData[];
  /** What stands above the refusals: `It will not be applied as it is:`. */
  readonly refusalIntroduction: string;
  /** What guards would refuse without the flags that were given. */
  readonly permitted: readonly RefusalData[];
  readonly permittedIntroduction: string;
  /** The risks that there are, each with the sentence that tells how many changes have it. */
  readonly risks: readonly RiskData[];
  /** Errors and warnings. */
  readonly said: readonly SaidData[];
  /** What was left alone, and what could not be compared. */
  readonly notes: readonly NoteData[];
  readonly words: PageWords;
  readonly items: readonly Item[];
  /** Calls that do the work of several items. */
  readonly joint: readonly { readonly together: string; readonly lines: readonly string[] }[];
}

/** `refused` by a guard, `failed` for errors or changes that failed, `differs` where there is something to do, `well` where there is not. */
export type Standing = 'refused' | 'failed' | 'differs' | 'well';

/** The words that are others in a drift than in a plan. */
export interface PageWords {
  /** What an item is counted as: `change`, `difference`. */
  readonly one: string;
  readonly many: string;
  /** What the deeds are told as: `What happens`. */
  readonly deed: string;
  readonly deeds: { readonly [Name in Deed]: string };
  readonly before: string;
  readonly after: string;
}

/** What happens to something, or that it is only told: what nobody declared, and that somebody may do something, or nothing. */
export type Deed = Action | 'undeclared' | 'held' | 'lacks';

/** One change, or one thing that nobody declared. */
export interface Item {
  readonly address: string;
  /** `group[platform]`, the address of what it stands in. */
  readonly scope: string;
  /** `member`, the word for its kind in its address. */
  readonly kind: string;
  /** What it is called in its scope. */
  readonly name: string;
  readonly deed: Deed;
  readonly reason: string;
  /** What happens to one field, that which makes it risky where there is one, and how many there are beside it, where it is short. */
  readonly glance?: string;
  /** What somebody is, to choose by: `administrator`, `blocked`. */
  readonly traits?: readonly string[];
  readonly fields: readonly FieldData[];
  /** What goes along with it: `3 members`, `no projects`, with the names that are known, and how many there are beside those. */
  readonly goes?: readonly { readonly count: string; readonly names: readonly string[]; readonly more: number }[];
  readonly calls: readonly (readonly string[])[];
  /** Which of the joint calls does its work. */
  readonly joint?: number;
  /** The addresses of what has to be done before. */
  readonly needs: readonly string[];
  readonly place?: string;
  /** The path that a group or project has before it is renamed or moved. */
  readonly previously?: string;
  readonly risks: readonly RiskName[];
  /** Which of the refusals are about it. */
  readonly refusals: readonly number[];
  /** And which of those that a flag permits. */
  readonly permitted: readonly number[];
  /** Which of what is said is said at its line. */
  readonly said: readonly number[];
  /** With how many others it shares its name and all that happens to it, in other scopes, and the address of the first of them all. */
  readonly alike?: { readonly first: string; readonly others: number };
  /** Who touched it last, and when. */
  readonly who?: string;
  readonly outcome?: { readonly status: Outcome['status']; readonly lines: readonly string[] };
}

/** One field: what it was, what it will be, and of lists what comes and goes. */
export interface FieldData {
  readonly path: string;
  readonly from?: string;
  readonly to?: string;
  /** What is made anew has it as it was. */
  readonly kept?: true;
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  /** Where a default says it that the entry leaves open: `default at groups.yaml:4:7`. */
  readonly place?: string;
  /** How many items that line of a default changes. */
  readonly changes?: number;
}

/** What makes a change worth a second look. */
export type RiskName =
  | 'refused'
  | 'permitted'
  | 'among-many'
  | 'many-permitted'
  | 'removal'
  | 'replacement'
  | 'new-path'
  | 'takes-access'
  | 'gives-access'
  | 'changes-access';

/** A risk that some items have. */
export interface RiskData {
  readonly name: RiskName;
  /** For a filter: `takes access`. */
  readonly label: string;
  /** `2 changes take access away`. */
  readonly sentence: string;
  /** The word beside the name of what has it, where its sign does not say it. */
  readonly mark?: string;
}

/** What a guard says, and the flag that permits it all the same. */
export interface RefusalData {
  readonly guard: string;
  readonly message: string;
  readonly flag: string;
  /** What to do where the flag would not help. */
  readonly instead?: string;
  /** What permits it for good, where that is set. */
  readonly forGood?: string;
  /** How many items it is about. */
  readonly about: number;
  /** That the flag was given. */
  readonly isPermitted?: true;
}

/** What is folded below one line. */
export interface NoteData {
  readonly headline: string;
  readonly lines: readonly string[];
}

/** An error or a warning. */
export interface SaidData {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly place?: string;
  readonly related: readonly string[];
  readonly remedy?: string;
}
