import type { Diagnostic } from '../../base/diagnostic.ts';
import type { ConfigurationEdit } from '../../configuration-edit.ts';
import type { Change, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import type { FieldCheck } from '../export/exportable.ts';

/** What the configuration has to say otherwise so that it says what is live, and what no edit of it can say, told as warnings. */
export interface Adoption {
  readonly edits: readonly ConfigurationEdit[];
  readonly left: readonly Diagnostic[];
}

/** What the edits of a section are made from. */
export interface Site {
  readonly world: World;
  readonly kinds: Kinds;
  readonly check: FieldCheck;
  readonly changes: ReadonlyMap<string, Change>;
  /** The addresses of what is live and nobody declares, and is told or pruned. */
  readonly undeclared: ReadonlySet<string>;
  /** The addresses of entries that name what is not there, each with what is said of it behind: no change is planned of them. */
  readonly unknown: readonly string[];
}
