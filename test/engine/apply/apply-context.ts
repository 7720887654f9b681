import type { FilledCall } from '../../../src/api/client.ts';
import type { LookAgain, Recheck } from '../../../src/engine/apply/look-again.ts';
import type { Journal } from '../../../src/engine/apply/journal/journal.ts';
import type { ApplyContext } from '../../../src/engine/apply/apply-context.ts';
import type { Change, JsonObject, LiveEntry } from '../../../src/model.ts';
import type { Read } from '../../../src/read.ts';
import { fakeClient } from '../../api/fake-client.ts';
import { instance, kinds } from '../instance.ts';

/** What a test says of the platform. */
export interface Bench {
  readonly send?: (call: FilledCall) => JsonObject | undefined;
  readonly read?: (read: Read) => JsonObject | readonly JsonObject[] | undefined;
  readonly lookAgain?: LookAgain;
  readonly env?: NodeJS.ProcessEnv;
  readonly askedAt?: string;
}

/** A workshop without a wire or a disk: `sent` has its calls, `log` all that was done and written down, in order. */
export interface FakeWorkshop extends ApplyContext {
  readonly sent: FilledCall[];
  readonly log: string[];
}

/** A workshop whose platform answers as a test says; what the test does not expect is an error. */
export function workshopOf({ send, read, lookAgain, env = {}, askedAt = '' }: Bench = {}): FakeWorkshop {
  const sent: FilledCall[] = [];
  const log: string[] = [];
  const journal: Journal = {
    broken: new AbortController().signal,
    made: () => Promise.resolve(),
    intend: (change, call) => written(`intend ${change.address} ${call.method} ${call.path}`),
    refused: ({ address }) => written(`refused ${address}`),
    done: ({ address }) => written(`done ${address}`),
    end: () => written('end'),
    release: () => Promise.resolve(),
  };
  const written = (line: string): Promise<void> => {
    log.push(line);
    return Promise.resolve();
  };
  const client = fakeClient({
    async send(call) {
      sent.push(call);
      await written(`${call.method} ${call.path}`);
      return send?.(call);
    },
    ...(read && { read: (asked) => Promise.resolve(asked).then(read) }),
  });
  const nobody: LookAgain = ({ address }) => Promise.reject(new Error(`nobody expected a look at ${address}`));
  return {
    client,
    kinds,
    instance: { ...instance, askedAt },
    env,
    journal,
    lookAgain: lookAgain ?? nobody,
    stop: new AbortController().signal,
    follows: () => undefined,
    made: new Map(),
    found: new Map(),
    listed: new Map(),
    sent,
    log,
  };
}

/** How a change stands: with these entries, and otherwise as a test says. */
export function standing(entries: readonly LiveEntry[], more: Partial<Recheck> = {}): LookAgain {
  return () => Promise.resolve({ entries, asSeen: false, asWanted: 'differs', ...more });
}

/** A live entry as far as it is looked at here. */
export function liveEntry(id: number, more: Partial<LiveEntry> = {}): LiveEntry {
  return { key: 'ci', id, spec: {}, live: { id }, ...more };
}

/** The addresses of changes, for short. */
export function addressesOf(changes: readonly Change[]): string[] {
  return changes.map(({ address }) => address);
}
