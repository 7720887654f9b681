import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Desired } from '../../model.ts';
import type { Outcome } from '../../outcome.ts';
import type { Kinds } from '../kinds.ts';
import { isSame, keyedHash } from './keyed-hash.ts';
import { readLedger, writeLedger } from './ledger-file.ts';
import { compareSecrets, rememberSent, stateFor, type Answers, type SecretState, type SentTo } from './ledger.ts';

/** What is hashed with the key itself, so that another key is noticed. No address is like it. */
const PROOF = '(key)';

/** A ledger with the key to it. */
export interface Ledger {
  /** What it says of every declared secret, by `address.field`, whatever stands there. */
  compare(desired: Desired, kinds: Kinds): Promise<ReadonlyMap<string, SecretState>>;
  /** The same by the number of what stands there: what was sent to another says nothing of it. */
  states(desired: Desired, kinds: Kinds): Promise<(field: string, object?: SentTo) => SecretState>;
  /** Why the key cannot be the one that the ledger was made with: every secret would seem to have changed. */
  keyTrouble(): Promise<Diagnostic | undefined>;
  /** Writes down what a run has sent. */
  remember(outcomes: readonly Outcome[], kinds: Kinds, answers?: Answers): Promise<Diagnostic | undefined>;
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
      remedy: existsSync(named.file)
        ? 'set it to the key that the ledger was made with'
        : 'set it to a long random text, and keep that: the ledger will be a file there that remembers by keyed hashes which secrets were last sent, so that a plan can tell a changed one; or take `ledger` out',
    };
  }
  const entries = readLedger(named.file, target);
  if ('severity' in entries) return entries;
  return {
    async keyTrouble() {
      const proof = entries.get(PROOF);
      if (proof === undefined || (await isSame(key, PROOF, proof))) return undefined;
      const message = `KEELSON_LEDGER_KEY is not the key that the ledger ${named.file} was made with`;
      const remedy = 'set the key that it was made with, or remove the ledger: then every secret is unknown again';
      return { severity: 'error', code: 'wrong-ledger-key', message, remedy };
    },
    compare: (desired, kinds) => compareSecrets(desired, kinds, entries, key, env),
    states: async (desired, kinds) => stateFor(await compareSecrets(desired, kinds, entries, key, env), entries, kinds),
    async remember(outcomes, kinds, answers = new Map()) {
      // Another run may have written meanwhile: what it has sent is not forgotten for what this one has read before.
      let now = readLedger(named.file, target);
      for (;;) {
        if ('severity' in now) return now;
        const sent = await rememberSent(outcomes, kinds, now, key, env, answers);
        const proof = now.get(PROOF) ?? (await keyedHash(key, PROOF));
        const before = now;
        now = readLedger(named.file, target);
        if ('severity' in now || !isDeepStrictEqual(before, now)) continue;
        return writeLedger(named.file, target, new Map([...sent, [PROOF, proof]]));
      }
    },
  };
}
