import type { Diagnostic } from '../../base/diagnostic.ts';
import { kindsByName } from '../../engine/kinds.ts';
import { desiredOf } from '../../engine/undo/desired-of.ts';
import type { Undo } from '../../engine/undo/undo.ts';
import { kinds } from '../../kinds/index.ts';
import type { RunRecord } from '../../report/pipeline/run-record.ts';
import { declaredSinks } from '../files/declared-sinks.ts';
import { barReports, isOneOf, takenBy, takenFiles } from '../files/taken-files.ts';
import type { Output } from '../files/writable.ts';
import { placeIn } from './place-in.ts';

/** An undo, as it was read from its file. */
export interface UndoFile {
  readonly file: string;
  readonly text: string;
  readonly undo: Undo;
}

/** The files to which the secrets of what an undo may make anew go. */
export function secretsOf({ file, text, undo }: UndoFile): readonly Output[] {
  const desired = desiredOf(undo, kindsByName(kinds), (entry) => placeIn(file, text, entry));
  return declaredSinks(desired, []);
}

/**
 * What of all that is asked to be written would be written over an undo, or over what that names: the secret of what it makes anew is in no other
 * place. The reports are kept out of that.
 */
export function overUndo(
  given: UndoFile,
  asked: readonly Output[],
  record: RunRecord | undefined,
): readonly Diagnostic[] {
  const { ledger } = given.undo;
  const named = [...secretsOf(given).map(({ file }) => file), ...(ledger === undefined ? [] : [ledger.file])];
  const itself = takenFiles(asked, isOneOf([given.file]));
  const taken = takenFiles(asked, isOneOf(named));
  barReports(record, [...itself, ...taken]);
  return [
    ...itself.map(takenBy('is the undo that is applied')),
    ...taken.map(takenBy('is named in the undo that is applied')),
  ];
}
