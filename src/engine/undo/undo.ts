import type { Desired, JsonObject, Plan, Scope } from '../../model.ts';
import type { SecretHash } from '../apply/secret-hash.ts';

/** What brings back what was live before an apply: entries in the words of the YAML, and no calls. It is planned afresh against what is live then. */
export interface Undo {
  readonly target: Plan['target'];
  /** Whether the run has told what it made: one that was killed has not. */
  readonly state: 'begun' | 'ended';
  readonly guards: Desired['guards'];
  readonly lock?: Desired['lock'];
  readonly ledger?: Desired['ledger'];
  readonly entries: readonly UndoEntry[];
  /** Whom and what the entries mean by their names. */
  readonly meant: readonly Meant[];
  readonly lost: readonly Lost[];
}

/** One thing that the apply changes, as it was and as it is left. */
export interface UndoEntry {
  /** Where it stood before the apply, and stands again once that is undone. */
  readonly address: string;
  /** The address that the apply has for it: in a group that it renames, another one. */
  readonly applied: string;
  readonly section: string;
  readonly scope: Scope;
  /** The number of the group or project in which it stood: another one may stand at that path later. */
  readonly within?: number;
  readonly key: string;
  /** What is written under its name, where the key says more than that: `devs` of `okta:devs`. */
  readonly name?: string;
  readonly alias?: string;
  /** The key that the apply gives it. */
  readonly previously?: string;
  /** The number by which a deleted group is brought back. */
  readonly restore?: number;
  readonly did: 'create' | 'update' | 'replace' | 'delete';
  /** The fields to be brought back; empty where it was not there. */
  readonly was: JsonObject;
  /** What the apply makes of them, as far as GitLab shows it; empty where it is gone. */
  readonly left: JsonObject;
  /** What decides beside these who may do what, and the apply leaves as it was: where one of them is another by now, the others mean something else. */
  readonly beside?: JsonObject;
  /** Where the secret of what the apply makes goes, by the field that says so: who undoes the undo hands the next one on to there. */
  readonly sinks?: JsonObject;
  /** What is known of the variables to which the secret goes of what is made anew: what somebody else has put there since is not written over. */
  readonly handed?: readonly Handed[];
  /** Its number before the apply. */
  readonly id?: number | string;
  /** The day on which what is to be brought back has ended, once that is known: no file holds it. */
  readonly ended?: string;
  /** The number of what the apply has made, once it is known. */
  readonly made?: number | string;
}

/** A variable to which a secret goes, as it was and as it is left; no secret is in it. */
export interface Handed {
  /** Its address before the apply. */
  readonly to: string;
  /**
   * What it held: nothing where it was not there, a token by its hash, something `hidden`, or something `other` of which nothing is kept. Where the
   * apply has brought its secret there for sure, only whether that is hidden is said.
   */
  readonly held?: 'nothing' | 'hidden' | 'other' | SecretHash;
  /** The hash of the secret that the apply has brought there, or may have. */
  readonly got?: SecretHash;
}

/** Somebody, or something of the instance, that entries name, and the number that it had before the apply. */
export interface Meant {
  readonly section: string;
  readonly name: string;
  readonly id: number | string;
}

/** What cannot be brought back, and why. */
export interface Lost {
  readonly address: string;
  /** One sentence without its full stop. */
  readonly why: string;
  /** The address that the apply has for it, where nobody knows what was there before: the undo can neither take back nor judge what it does there. */
  readonly applied?: string;
}
