import { accessSync, constants, existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { specialFile } from '../../base/special-file.ts';
import { replacedAt } from '../../base/whole-file.ts';
import type { Place } from '../../base/place.ts';
import { fileIdentity } from '../../config/file-identity.ts';
import { disk } from '../../config/files.ts';
import { journalTrouble } from '../../engine/apply/journal/journal-file.ts';
import type { Desired } from '../../model.ts';
import { parsePlan } from '../../report/parse-plan.ts';
import { isOwnTraffic } from './own-traffic.ts';

/** A file that a command is going to write: what it is for, and whether its folder is made where it is missing. */
export interface Output {
  readonly file: string;
  readonly what: string;
  readonly makesFolder?: boolean;
  /** Set where a new file takes its place, for which its folder has to be writable as well. */
  readonly whole?: boolean;
  /** Whether a text is such a one as it may replace; what else stands there may be the only copy of something. */
  readonly replaces?: (text: string) => boolean;
  /** Set where this run does not write it, and only nothing else may be written there. */
  readonly untouched?: boolean;
  /** Why what stands there is nothing that the run may add to or remove, though it can be written. */
  readonly trouble?: (file: string) => Diagnostic | undefined;
  /** The line that names it, where one of the configuration does. */
  readonly place?: Place | undefined;
}

/** A saved plan takes the place of another one alone, as it was saved, and traffic that of other traffic of this program. */
export const PLAN = { what: 'the plan', whole: true, replaces: (text: string) => 'plan' in parsePlan(text) } as const;
export const TRAFFIC = { what: 'the traffic', whole: true, replaces: isOwnTraffic } as const;

/** The traffic, where it is asked for. */
export function trafficOf({ har }: { readonly har?: string | undefined }): readonly Output[] {
  return har === undefined ? [] : [{ file: har, ...TRAFFIC }];
}

/** What runs write down for the next one, beside the secrets that they are given. */
export function recordsOf(journal: string, ledger: Desired['ledger']): readonly Output[] {
  return [
    { file: journal, what: 'the journal', makesFolder: true, trouble: journalTrouble },
    ...(ledger === undefined ? [] : [{ file: ledger.file, what: 'the ledger', makesFolder: true, whole: true }]),
  ];
}

/** The journal, where it is yet to be made: one that is there is looked into by whoever opens it. */
export function newJournal(journal: string): readonly Output[] {
  return existsSync(journal) ? [] : recordsOf(journal, undefined);
}

/** Which of the files cannot be written, found out before the first request: nothing is half done for want of a folder. */
export function unwritable(outputs: readonly Output[]): Diagnostic[] {
  const clashes = clashesOf(outputs);
  if (clashes.length > 0) return clashes;
  return outputs.flatMap((output): Diagnostic[] => {
    const { file, what, place } = output;
    const other = specialFile(file) ?? (namesFolder(file) ? 'the name of a folder' : undefined);
    if (other !== undefined)
      return [
        problem(`${file} is to hold ${what}, and is ${other}`, 'name a file, or one that is yet to be made', place),
      ];
    const trouble = output.untouched ? undefined : troubleWith(output);
    if (trouble !== undefined) {
      const message = `${file} cannot be written, which is to hold ${what}: ${trouble.why}`;
      return [problem(message, `${trouble.first}, or name another file`, place)];
    }
    return [output.trouble?.(file) ?? []].flat();
  });
}

/** Whether a path can be that of a folder alone, whether or not one is there. */
function namesFolder(file: string): boolean {
  return /(^|\/)\.{0,2}$/.test(file);
}

function problem(message: string, remedy: string, place: Place | undefined): Diagnostic {
  return { severity: 'error', code: 'unwritable', message, remedy, ...(place && { place }) };
}

/** Two things that would be written to one file: the second would overwrite the first. */
function clashesOf(outputs: readonly Output[]): Diagnostic[] {
  const owners = new Map<string, Output>();
  return outputs.flatMap((output): Diagnostic[] => {
    const identity = fileIdentity(output.file, disk);
    const first = owners.get(identity);
    if (first === undefined) owners.set(identity, output);
    if (first === undefined || specialFile(identity) !== undefined) return [];
    return [
      {
        severity: 'error',
        code: 'shared-file',
        message: `${output.file} is to hold ${first.what} and ${output.what}, of which one would overwrite the other`,
        remedy: 'name a file for each',
      },
    ];
  });
}

interface Trouble {
  readonly why: string;
  readonly first: string;
}

/** Why a file cannot be written, and what to do about it first. */
function troubleWith({ file, makesFolder = false, whole = false, replaces }: Output): Trouble | undefined {
  try {
    const known = statSync(file, { throwIfNoEntry: false });
    if (known !== undefined) accessSync(file, constants.W_OK);
    // What a link leads to is replaced in the folder in which that stands.
    const made = whole && lstatSync(file, { throwIfNoEntry: false }) ? replacedAt(file) : file;
    if (made !== undefined && (whole || known === undefined)) accessSync(folderOf(made, makesFolder), constants.W_OK);
    if (replaces !== undefined && known?.isFile() && known.size > 0 && !replaces(readFileSync(file, 'utf8')))
      return {
        why: 'something else stands there, and may be the only copy of a token',
        first: 'look into it, and remove it if nobody needs it',
      };
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { why, first: 'make its folder, let it be written' };
  }
}

/** The folder in which something is going to be made: where folders are made too, the nearest one that is there. */
function folderOf(file: string, makesFolder: boolean): string {
  let folder = dirname(resolve(file));
  while (makesFolder && statSync(folder, { throwIfNoEntry: false }) === undefined && dirname(folder) !== folder)
    folder = dirname(folder);
  if (statSync(folder).isDirectory()) return folder;
  throw new Error(`${folder} is no folder`);
}
