import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { reveal, SecretMissing } from '../../api/secrets.ts';
import type { Call, Change, Failure, Json, JsonObject, Read } from '../../model.ts';
import { TIER_NAMES } from '../../kind.ts';
import { partsOf } from '../address-parts.ts';
import { createLookup } from '../observe/lookup.ts';
import { notAccepted } from './accepted.ts';
import { discreet } from './discreet.ts';
import { fill } from './fill.ts';
import { writeSink } from './sink.ts';
import type { Workshop } from './workshop.ts';

/** Sends one call of a change, keeps the secret in its answer, and holds the answer against what was sent. Gives why it failed. */
export async function runCall(call: Call, change: Change, workshop: Workshop): Promise<Failure | undefined> {
  const { client, made, journal } = workshop;
  const revealed: string[] = [];
  try {
    const filled = await fillIn(call, change, workshop, revealed);
    await journal.intend(change, call);
    const answer = await client.send({ ...filled, headers: condition(call, workshop) });
    if (answer === undefined) return undefined;
    if (call.keep !== undefined) keepSecret(call.keep, answer);
    made.set(change.address, { ...made.get(change.address), ...answer });
    return discreet(checked(call, change, answer, workshop), revealed);
  } catch (error) {
    const failure = discreet(withTier(failureOf(error, call), change, workshop), revealed);
    if (failure.code === 'refused') await journal.refused(change);
    return failure;
  }
}

/** The call as it is sent; the secrets that it holds are added to `revealed`. */
export function fillIn(
  call: Call,
  change: Change,
  { client, made, env }: Workshop,
  revealed: string[],
): ReturnType<typeof fill> {
  return fill(call, {
    reveal(secret) {
      const value = reveal(secret, env);
      revealed.push(value);
      return value;
    },
    made: (address, field) => made.get(address)?.[field],
    own: (field) => made.get(change.address)?.[field],
    find: (read, field) => findOne(client, read, field),
  });
}

/** What was changed after this run looked at it is not deleted (DELETE with If-Unmodified-Since, 18.9). */
function condition({ unlessModified }: Call, { instance }: Workshop): { readonly [name: string]: string } {
  const asked = Date.parse(instance.askedAt);
  if (!unlessModified || Number.isNaN(asked)) return {};
  // The date has whole seconds, and what it is compared with has not.
  return { 'if-unmodified-since': new Date(asked + 1000).toUTCString() };
}

function checked(call: Call, change: Change, answer: JsonObject, { kinds, instance }: Workshop): Failure | undefined {
  if (call.method === 'DELETE' || call.answer === 'partial' || call !== change.calls.at(-1)) return undefined;
  const { kind, scope } = partsOf(change.address, kinds);
  const look = createLookup(scope, instance, new Map());
  const words = notAccepted(change, call, kind, answer, look);
  if (words === undefined) return undefined;
  return {
    code: 'not-accepted',
    message: 'GitLab took the call, and did not do what it asks for',
    call: { method: call.method, path: call.path },
    words,
    remedy: 'see whether this tier and this user may set it',
  };
}

async function findOne(client: Client, read: Read, field: string): Promise<Json> {
  const answer = await client.read(read);
  const rows = (Array.isArray(answer) ? answer : [answer]) as readonly (JsonObject | undefined)[];
  const [only, ...more] = rows;
  const value = only?.[field];
  if (value === undefined || more.length > 0) throw new NotFound(`${rows.length} objects answer GET ${read.path}`);
  return value;
}

function keepSecret(keep: NonNullable<Call['keep']>, answer: JsonObject): void {
  const secret = answer[keep.field];
  if (typeof secret !== 'string') throw new SinkFailed(`the answer has no ${keep.field}`);
  try {
    writeSink(keep.file, secret);
  } catch (error) {
    throw new SinkFailed(error instanceof Error ? error.message : String(error));
  }
}

/** The platform does not say that its tier lacks something: it answers as if the user had no right to it, or as if it were not there. */
function withTier(failure: Failure, change: Change, { kinds }: Workshop): Failure {
  const { kind } = partsOf(change.address, kinds);
  if (failure.code !== 'refused' || ![401, 403, 404].includes(failure.status ?? 0)) return failure;
  if (kind.tier === undefined || kind.tier === 'free') return failure;
  const remedy = `${kind.section} need GitLab ${TIER_NAMES[kind.tier]}: see whether this instance has it, and whether this user may`;
  return { ...failure, remedy };
}

class NotFound extends Error {}

class SinkFailed extends Error {}

function failureOf(error: unknown, { method, path }: Call): Failure {
  const call = { method, path };
  if (error instanceof SinkFailed) {
    const message = `the secret in the answer could not be kept: ${error.message}`;
    const remedy = 'mend the file that the secret goes to, and apply again: what was made without it is made anew';
    return { code: 'sink', message, call, remedy };
  }
  if (error instanceof SecretMissing) return { code: 'secret', message: error.message, call };
  if (error instanceof NotFound) return { code: 'refused', message: error.message, call };
  if (!(error instanceof ApiError)) throw error;
  const { status, words } = error;
  if (error.outcomeUnknown) {
    const message = 'the answer was lost, so that nobody can say whether this was done';
    return { code: 'unknown-outcome', message, call, status, words, remedy: 'plan again: it shows what is left to do' };
  }
  if (error.trouble === 'unreachable') return { code: 'unreachable', message: error.message, call };
  const message = words === undefined ? error.message : 'GitLab refuses it';
  return { code: 'refused', message, call, status, words };
}
