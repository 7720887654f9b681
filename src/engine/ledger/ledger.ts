import { entryAddress, scopeAddress } from '../../address.ts';
import { reveal, SecretMissing } from '../../api/secrets.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { parallel } from '../../base/parallel.ts';
import { Secret } from '../../base/secret.ts';
import type { Change, Desired, Json, Value } from '../../model.ts';
import type { Outcome } from '../../outcome.ts';
import { addressIdentity } from '../address-identity.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { isSame, keyedHash } from './keyed-hash.ts';
import type { LedgerEntries, LedgerEntry } from './ledger-file.ts';
import { secretFields } from './secret-attributes.ts';

const AT_A_TIME = 8;

/**
 * Whether a declared secret is the one that was last sent, or that stands there where GitLab shows it: `differs` where it shows another,
 * `unsent` where the ledger knows of none that was sent to what stands there, and `unknown` where its value is not to be had.
 */
export type SecretState = 'same' | 'changed' | 'differs' | 'unsent' | 'unknown';

/** What runs have made or changed, by address, as the platform answered. */
export type Answers = ReadonlyMap<string, { readonly [field: string]: Json }>;

/** The state of every declared secret, by `address.field`. */
export async function compareSecrets(
  desired: Desired,
  kinds: Kinds,
  entries: LedgerEntries,
  key: string,
  env: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<string, SecretState>> {
  const fields = desired.sections.flatMap(({ name, scope, entries: declared }) =>
    declared.flatMap((entry) =>
      secretFields(entry.spec).map(
        ([field, value]) => [`${entryAddress(kindOf(kinds, name), scope, entry.key)}.${field}`, value] as const,
      ),
    ),
  );
  const sent = byIdentity(entries, kinds);
  const states = await parallel(fields, AT_A_TIME, async ([field, value]) => {
    const known = sent.get(fieldIdentity(field, kinds));
    const text = textOf(value, env);
    if (text === undefined) return [field, 'unknown'] as const;
    if (known === undefined) return [field, 'unsent'] as const;
    return [field, (await isSame(key, text, known)) ? 'same' : 'changed'] as const;
  });
  return new Map(states);
}

/**
 * What a secret was sent to, or would be: the number of the object, and of the group or project that it stands in, by which what has no number of
 * its own, such as a CI/CD variable, is told from its like in another one that has the path by now.
 */
export interface SentTo {
  readonly id: Json | undefined;
  readonly within: Json | undefined;
}

/** What the ledger says of a secret by its `address.field`, and by what stands there: it may have been made anew by somebody. */
export function stateFor(
  states: ReadonlyMap<string, SecretState>,
  entries: LedgerEntries,
  kinds: Kinds,
): (field: string, object?: SentTo) => SecretState {
  const sent = byIdentity(entries, kinds);
  return (field, { id, within } = { id: undefined, within: undefined }) => {
    const state = states.get(field) ?? 'unknown';
    const to = sent.get(fieldIdentity(field, kinds))?.object;
    if (state === 'unknown' || to === undefined) return state;
    const now = to.startsWith(WITHIN) ? within && `${WITHIN}${canonicalJson(within)}` : id && canonicalJson(id);
    return now === undefined || now === null || to === now ? state : 'unsent';
  };
}

/** What stands before the number of a group or project, in the place of an object's own. */
const WITHIN = 'in ';

/**
 * The ledger after a run: what its changes have sent is known now, and what they have removed is forgotten. What was so already, another
 * run's doing, tells nothing of what this one would have sent.
 */
export async function rememberSent(
  outcomes: readonly Outcome[],
  kinds: Kinds,
  entries: LedgerEntries,
  key: string,
  env: NodeJS.ProcessEnv,
  answers: Answers = new Map(),
): Promise<LedgerEntries> {
  const known = new Map(byIdentity(entries, kinds));
  const done = outcomes.flatMap((outcome) => (outcome.status === 'done' && !outcome.already ? [outcome.change] : []));
  for (const change of done) if (change.action !== 'update') forget(known, change, kinds);
  // Nobody knows which of the two GitLab has.
  for (const { address, sends = {} } of outcomes.filter(mayHaveSent).map(({ change }) => change))
    for (const field of Object.keys(sends)) known.delete(fieldIdentity(`${address}.${field}`, kinds));
  const sent = done.flatMap((change) =>
    Object.entries(change.sends ?? {}).map(([field, value]) => ({ change, field, value })),
  );
  await parallel(sent, AT_A_TIME, async ({ change, field, value }) => {
    const text = textOf(value, env);
    const object = sentTo(change, answers, kinds);
    if (text === undefined) return;
    const entry = await keyedHash(key, text);
    known.set(fieldIdentity(`${change.address}.${field}`, kinds), {
      ...entry,
      ...(object !== undefined && { object }),
    });
  });
  return known;
}

/** The number of what a change has sent its secrets to, or of what that stands in; undefined where neither is known. */
function sentTo({ address, seen }: Change, answers: Answers, kinds: Kinds): string | undefined {
  const { kind, scope } = partsOf(address, kinds);
  const id = answers.get(address)?.['id'];
  if (id !== undefined) return canonicalJson(id);
  // What has a number that this answer does not show is known by neither.
  if (scope.type === 'instance' || kind.calls.shown?.always.includes('id')) return undefined;
  const within = seen.within ?? answers.get(scopeAddress(scope))?.['id'];
  return within === undefined ? undefined : `${WITHIN}${canonicalJson(within)}`;
}

/** Whether a change that failed may have sent its secrets all the same. */
function mayHaveSent(outcome: Outcome): boolean {
  if (outcome.status !== 'failed') return false;
  const { failure, sent = [] } = outcome;
  return sent.length > 0 || failure.code === 'unknown-outcome' || failure.code === 'not-accepted';
}

function forget(known: Map<string, LedgerEntry>, { address }: Change, kinds: Kinds): void {
  const gone = fieldIdentity(`${address}.`, kinds);
  for (const field of [...known.keys()]) if (field.startsWith(gone)) known.delete(field);
}

/** The entries by what their addresses are compared by; where two are of one thing, nobody knows which was sent last. */
function byIdentity(entries: LedgerEntries, kinds: Kinds): Map<string, LedgerEntry> {
  const known = new Map<string, LedgerEntry>();
  const twice = new Set<string>();
  for (const [field, entry] of entries) {
    const name = fieldIdentity(field, kinds);
    if (known.has(name)) twice.add(name);
    known.set(name, entry);
  }
  for (const name of twice) known.delete(name);
  return known;
}

/** `address.field` as it is compared; what names nothing of ours stays as it is. */
function fieldIdentity(field: string, kinds: Kinds): string {
  const dot = field.lastIndexOf('.');
  try {
    const { kind, scope, key } = partsOf(field.slice(0, Math.max(0, dot)), kinds);
    return `${addressIdentity(kind, scope, key)}${field.slice(dot)}`;
  } catch {
    return field;
  }
}

/** A field with its secrets filled in, as one text; undefined where one is not to be had. */
function textOf(value: Value, env: NodeJS.ProcessEnv): string | undefined {
  const filled = (part: Value): unknown => {
    if (part instanceof Secret) return reveal(part, env);
    if (Array.isArray(part)) return (part as readonly Value[]).map(filled);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, filled(inner as Value)]));
  };
  try {
    return canonicalJson(filled(value));
  } catch (error) {
    if (error instanceof SecretMissing) return undefined;
    throw error;
  }
}
