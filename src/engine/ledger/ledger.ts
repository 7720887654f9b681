import { entryAddress } from '../../address.ts';
import { reveal, SecretMissing } from '../../api/secrets.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { parallel } from '../../base/parallel.ts';
import { Secret } from '../../base/secret.ts';
import type { Change, Desired, Value } from '../../model.ts';
import type { Outcome } from '../../outcome.ts';
import { addressIdentity } from '../address-identity.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { isSame, keyedHash } from './keyed-hash.ts';
import type { LedgerEntries, LedgerEntry } from './ledger-file.ts';
import { secretFields } from './secret-attributes.ts';

const AT_A_TIME = 8;

/** Whether a declared secret is the one that was last sent: one that was never sent is `changed`, and `unknown` one whose value is not to be had. */
export type SecretState = 'same' | 'changed' | 'unknown';

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
    if (known === undefined) return [field, 'changed'] as const;
    return [field, (await isSame(key, text, known)) ? 'same' : 'changed'] as const;
  });
  return new Map(states);
}

/** The ledger after a run: what its changes have sent is known now, and what they have removed is forgotten. */
export async function rememberSent(
  outcomes: readonly Outcome[],
  kinds: Kinds,
  entries: LedgerEntries,
  key: string,
  env: NodeJS.ProcessEnv,
): Promise<LedgerEntries> {
  const known = new Map(byIdentity(entries, kinds));
  const done = outcomes.filter(({ status }) => status === 'done').map(({ change }) => change);
  for (const change of done) if (change.action !== 'update') forget(known, change, kinds);
  const sent = done.flatMap((change) =>
    Object.entries(change.sends ?? {}).map(([field, value]) => ({ change, field, value })),
  );
  await parallel(sent, AT_A_TIME, async ({ change, field, value }) => {
    const text = textOf(value, env);
    if (text !== undefined) known.set(fieldIdentity(`${change.address}.${field}`, kinds), await keyedHash(key, text));
  });
  return known;
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
