import type { Call, Change, FieldChange, Json, NamedAs } from './model.ts';

/** How GitLab says no, so that nothing of the call was done: to this call, for a limit, or to the token. */
type RefusalCode = 'refused' | 'rate-limited' | 'unauthorized';

/** Why a change did not come about: the call that failed, and what the platform said of it. */
export interface Failure {
  readonly code:
    RefusalCode | 'unreachable' | 'not-accepted' | 'unknown-outcome' | 'overtaken' | 'secret' | 'sink' | 'journal';
  /** One sentence without its full stop. */
  readonly message: string;
  readonly call?: { readonly method: string; readonly path: string } | undefined;
  readonly status?: number | undefined;
  /** What GitLab says of it. */
  readonly serverMessage?: string | undefined;
  readonly remedy?: string | undefined;
  /** Set where nothing came back, after several tries, be it that it could not be sent or that the answer was lost. */
  readonly unanswered?: true;
}

const REFUSALS: ReadonlySet<string> = new Set<RefusalCode>(['refused', 'rate-limited', 'unauthorized']);

/** Whether GitLab has said no to a call, and has done nothing of it. */
export function isRefusal({ code }: Pick<Failure, 'code'>): boolean {
  return REFUSALS.has(code);
}

/** How what a change was computed from is another by now. */
export type Overtaken =
  /** It is not there any more. */
  | { readonly code: 'gone' }
  /** It is not seen any more, by a token that is not shown all there is: it may be there. */
  | { readonly code: 'unseen' }
  /** It was to be made, and something of this key is there, which is not all as it was to be. */
  | { readonly code: 'there' }
  /** It is there by now, made by nobody knows whom: its secret was shown to its maker alone, and is not in the file that was to hold it. */
  | { readonly code: 'secret-elsewhere'; readonly id: number | string | undefined; readonly file: string }
  /** It was to be made, and is there: nothing shows that the token's own user has made it, and others are to be made in it. */
  | { readonly code: 'somebody-elses'; readonly id: number | string | undefined }
  /** What has its name by now is another one than was seen: by their numbers. */
  | { readonly code: 'another'; readonly id: number | string | undefined; readonly was: number | string | undefined }
  /** Several have its key. */
  | { readonly code: 'several'; readonly count: number }
  /** More would go along with what it removes than the plan has told: the names of some of that. */
  | { readonly code: 'more-along'; readonly names: readonly string[] }
  /** Its group or project is another one than that which stood at this path. */
  | { readonly code: 'another-scope'; readonly scope: string }
  /** It was to make way for something, which does not hold any more itself. */
  | { readonly code: 'other-end'; readonly address: string }
  /** What it names, such as a role, and has by its number, has another name by now, or is gone; `unseen` where this token may not be shown it. */
  | ({ readonly code: 'renamed'; readonly unseen?: true } & NamedAs)
  /** It comes from elsewhere by now, or is what this very run needs, and cannot be changed here: what it is. */
  | { readonly code: 'held'; readonly what: string }
  /** Fields that the change is about: `from` as they were seen, `to` as they are. */
  | { readonly code: 'fields'; readonly fields: readonly FieldChange[] }
  /** One of these fields, which were as declared, or where it stands. */
  | { readonly code: 'one-of'; readonly fields: readonly string[] }
  | { readonly code: 'unreadable'; readonly status: number }
  /** The platform says that it was changed since. */
  | { readonly code: 'modified' };

/** What became of one change. */
export type Outcome =
  /** `already` where this run did nothing for it, or `gaveWay`: another run made the same at the same time, and this one removed its own. */
  | {
      readonly change: Change;
      readonly status: 'done';
      readonly already?: true;
      readonly gaveWay?: true;
      /** The number of what its first try had made, and which was removed again, since the answer was lost and the secret with it. */
      readonly remade?: Json;
      /** The fields that were sent and need a licence, and of which GitLab's answer shows nothing: it did not accept them. */
      readonly unshown?: readonly string[];
    }
  | {
      readonly change: Change;
      readonly status: 'failed';
      readonly failure: Failure;
      /** Those of its calls that went through before it failed: it is done in part. */
      readonly sent?: readonly Call[];
    }
  /** What it was computed from has changed since, so that it was not done. */
  | { readonly change: Change; readonly status: 'stale'; readonly overtaken: Overtaken }
  | { readonly change: Change; readonly status: 'not-attempted'; readonly because: string };
