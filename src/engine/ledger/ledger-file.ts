import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { specialFile } from '../../base/special-file.ts';
import { writeWhole } from '../../base/whole-file.ts';

/** The format of the ledger that this version writes, and the only one that it reads. */
const FORMAT = 'keelson/ledger@1';

/** What the ledger knows of one field: a keyed hash of what was last sent, useless without the key. */
export interface LedgerEntry {
  readonly salt: string;
  readonly hash: string;
  /** The number of what it was sent to; undefined where that has none, and in what earlier versions wrote. */
  readonly object?: string;
}

/** The entries of one instance, by `address.field`. */
export type LedgerEntries = ReadonlyMap<string, LedgerEntry>;

/** There is no such file, or no folder for it. */
const NOWHERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);

type Targets = ReadonlyMap<string, LedgerEntries>;

/** Reads the entries of the instance at `target`; a file that is not there yet has none. It does not throw, whatever the file holds. */
export function readLedger(file: string, target: string): LedgerEntries | Diagnostic {
  const targets = readTargets(file);
  return 'code' in targets ? targets : (targets.get(target) ?? new Map<string, LedgerEntry>());
}

/** Writes the entries of the instance at `target`, whole or not at all; those of other instances stay. Its folder is made where it is missing. */
export function writeLedger(file: string, target: string, entries: LedgerEntries): Diagnostic | undefined {
  const targets = readTargets(file);
  if ('code' in targets) return targets;
  const all = new Map(targets).set(target, entries);
  const sorted = [...all].sort().map(([url, known]) => [url, Object.fromEntries([...known].sort())]);
  const text = JSON.stringify({ format: FORMAT, targets: Object.fromEntries(sorted) as unknown }, undefined, 1);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeWhole(file, `${text}\n`);
    return undefined;
  } catch (error) {
    return unwritable(file, error instanceof Error ? error.message : String(error));
  }
}

function readTargets(file: string): Targets | Diagnostic {
  const other = specialFile(file);
  if (other !== undefined) return trouble(file, `is ${other}, and no ledger`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    // What stands there and cannot be read would be lost to the next one that is written.
    return NOWHERE.has(why) ? new Map() : trouble(file, `cannot be read (${why})`);
  }
  const value = jsonOf(text);
  if (!isMap(value) || typeof value['format'] !== 'string') return trouble(file, 'is no ledger, or was cut');
  if (value['format'] !== FORMAT)
    return trouble(file, `has the format ${value['format']}, which this version does not know`);
  const targets = new Map<string, LedgerEntries>();
  if (!isMap(value['targets'])) return trouble(file, 'was edited');
  for (const [target, entries] of Object.entries(value['targets'])) {
    if (!isMap(entries)) return trouble(file, 'was edited');
    const known = new Map<string, LedgerEntry>();
    for (const [field, entry] of Object.entries(entries)) {
      if (!isMap(entry) || typeof entry['salt'] !== 'string' || typeof entry['hash'] !== 'string') {
        return trouble(file, 'was edited');
      }
      const object = entry['object'];
      if (object !== undefined && typeof object !== 'string') return trouble(file, 'was edited');
      known.set(field, { salt: entry['salt'], hash: entry['hash'], ...(object !== undefined && { object }) });
    }
    targets.set(target, known);
  }
  return targets;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isMap(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function trouble(file: string, what: string): Diagnostic {
  return {
    severity: 'error',
    code: 'bad-ledger',
    message: `the ledger ${file} ${what}`,
    remedy: 'restore it, or remove it: then every secret is unknown again, and sent on request',
  };
}

/** The run is over when the ledger is written: what it has sent is told, and not forgotten in a crash. */
function unwritable(file: string, why: string): Diagnostic {
  return {
    severity: 'error',
    code: 'bad-ledger',
    message: `the ledger ${file} cannot be written: ${why}`,
    remedy: 'let it be written, or name another file: until then every secret that was sent is sent again',
  };
}
