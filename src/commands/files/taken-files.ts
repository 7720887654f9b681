import type { Diagnostic } from '../../base/diagnostic.ts';
import { fileIdentity } from '../../config/file-identity.ts';
import { disk } from '../../config/files.ts';
import type { RunRecord } from '../../report/pipeline/run-record.ts';
import type { Plan } from '../../model.ts';
import { filesNamedBy } from './plan-folder.ts';
import type { Output } from './writable.ts';

/** Of what the command line asks to be written, that whose file is for something else, by whichever way it is named. */
export function takenFiles(asked: readonly Output[], isTaken: (identity: string) => boolean): readonly Output[] {
  return asked.filter(({ file }) => isTaken(fileIdentity(file, disk)));
}

/** A test whether a file is one of these. */
export function isOneOf(files: readonly string[]): (identity: string) => boolean {
  const identities = new Set(files.map((file) => fileIdentity(file, disk)));
  return (identity) => identities.has(identity);
}

/** Keeps the reports of a run out of files: they are written at its end, however it ends, and would be in the way of what belongs there. */
export function barReports(record: RunRecord | undefined, taken: readonly Output[]): void {
  if (record === undefined) return;
  record.barred = [...(record.barred ?? []), ...taken.map(({ file }) => file)];
}

/** That nothing is written to a file which the configuration, or a saved plan, has for something else. */
export function takenBy(whose: string): (taken: Output) => Diagnostic {
  return ({ file, what }) => ({
    severity: 'error',
    code: 'shared-file',
    message: `${file} is to hold ${what}, and ${whose}`,
    remedy: 'name a file that is for nothing else',
  });
}

/** The same of what is asked for beside saved plans, out of whose files the reports are kept. */
export function overPlans(
  plans: readonly Plan[],
  asked: readonly Output[],
  record: RunRecord | undefined,
): readonly Diagnostic[] {
  const taken = takenFiles(asked, isOneOf(plans.flatMap(filesNamedBy)));
  barReports(record, taken);
  return taken.map(takenBy('is named in the plan'));
}
