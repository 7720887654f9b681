import type { LiveEntry } from '../../model.ts';
import type { LogMark } from './audit-log.ts';

/** A section as it was when it was read, and how it was. */
export interface KeptSection {
  readonly address: string;
  /** The number and the path of its group or project then. */
  readonly host: number;
  readonly path: string;
  /** The requests that show it, as text: others may show something else. */
  readonly reads: string;
  /** When it was read, by the clock of the platform (ISO 8601): the beginning of that look. */
  readonly at: string;
  readonly entries: readonly LiveEntry[];
}

/** Something that entries stand for and that is being removed, by the type and the number that events call it by: a user. */
export interface Leaving {
  readonly type: string;
  readonly id: number;
}

/** Whose look it was: what another program, token or version has seen may be something else. */
export interface Origin {
  readonly url: string;
  /** The version of the platform. */
  readonly gitlab: string;
  /** The version of this program. */
  readonly keelson: string;
  readonly user: number;
}

/** What a look leaves for the next one: the sections that were just as declared and may be believed until an event tells of them. No secret is in it. */
export interface KeptLook {
  readonly origin: Origin;
  readonly mark: LogMark;
  readonly leaving: readonly Leaving[];
  readonly sections: readonly KeptSection[];
}
