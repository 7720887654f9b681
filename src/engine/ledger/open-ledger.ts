import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Desired, Outcome } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import { readLedger, writeLedger } from './ledger-file.ts';
import { compareSecrets, rememberSent, type SecretState } from './ledger.ts';

/** A ledger with the key to it. */
export interface Ledger {
  /** What it says of every declared secret, by `address.field`. */
  compare(desired: Desired, kinds: Kinds): Promise<ReadonlyMap<string, SecretState>>;
  /** Writes down what a run has sent. */
  remember(outcomes: readonly Outcome[]): Promise<Diagnostic | undefined>;
}

/** Opens the ledger that a configuration names, for the instance at `target`; undefined where it names none. */
export function openLedger(
  named: Desired['ledger'],
  target: string,
  env: NodeJS.ProcessEnv,
): Ledger | Diagnostic | undefined {
  if (named === undefined) return undefined;
  const key = env['KEELSON_LEDGER_KEY'] ?? '';
  if (key === '') {
    const message = `the ledger ${named.file} cannot be used: KEELSON_LEDGER_KEY is not set`;
    return {
      severity: 'error',
      code: 'no-ledger-key',
      message,
      remedy: 'set it to the key that the ledger was made with',
    };
  }
  const entries = readLedger(named.file, target);
  if ('severity' in entries) return entries;
  return {
    compare: (desired, kinds) => compareSecrets(desired, kinds, entries, key, env),
    remember: async (outcomes) => writeLedger(named.file, target, await rememberSent(outcomes, entries, key, env)),
  };
}
