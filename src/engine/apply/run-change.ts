import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { reveal, SecretMissing } from '../../api/secrets.ts';
import type { Lookup } from '../../kind.ts';
import type { Call, Change, Failure, Instance, Json, JsonObject, Read } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { notAccepted } from './accepted.ts';
import { fill } from './fill.ts';
import { writeSink } from './sink.ts';

/** What a run of apply needs to send calls, and what it has made so far. */
export interface Workshop {
  readonly client: Client;
  readonly kinds: Kinds;
  readonly instance: Instance;
  readonly env: NodeJS.ProcessEnv;
  /** The fields of what changes have made, by address. */
  readonly made: Map<string, { readonly [field: string]: Json }>;
}

/** Sends the calls of one change, one after the other. Gives why it did not come about; undefined when it is done. */
export async function runChange(change: Change, workshop: Workshop): Promise<Failure | undefined> {
  for (const call of change.calls) {
    const failure = await runCall(call, change, workshop);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

async function runCall(call: Call, change: Change, workshop: Workshop): Promise<Failure | undefined> {
  const { client, made, env } = workshop;
  try {
    const filled = await fill(call, {
      reveal: (secret) => reveal(secret, env),
      made: (address, field) => made.get(address)?.[field],
      own: (field) => made.get(change.address)?.[field],
      find: (read, field) => findOne(client, read, field),
    });
    const answer = await client.send(filled);
    if (answer === undefined) return undefined;
    if (call.keep !== undefined) keepSecret(call.keep, answer);
    made.set(change.address, { ...made.get(change.address), ...answer });
    return checked(call, change, answer, workshop);
  } catch (error) {
    return failureOf(error, call);
  }
}

function checked(call: Call, change: Change, answer: JsonObject, { kinds, instance }: Workshop): Failure | undefined {
  if (call.method === 'DELETE' || call.answer === 'partial' || call !== change.calls.at(-1)) return undefined;
  const { kind, scope } = partsOf(change.address, kinds);
  const look: Lookup = { scope, instance, nameOf: () => undefined };
  const words = notAccepted(change, kind, answer, look);
  if (words === undefined) return undefined;
  return {
    code: 'not-accepted',
    message: 'GitLab took the call, and did not do what it asks for',
    call: { method: call.method, path: call.path },
    words,
    remedy: 'see whether this tier and this user may set it',
  };
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

async function findOne(client: Client, read: Read, field: string): Promise<Json> {
  const answer = await client.read(read);
  const rows = (Array.isArray(answer) ? answer : [answer]) as readonly (JsonObject | undefined)[];
  const [only, ...more] = rows;
  const value = only?.[field];
  if (value === undefined || more.length > 0) throw new NotFound(`${rows.length} objects answer GET ${read.path}`);
  return value;
}

class NotFound extends Error {}

class SinkFailed extends Error {}

function failureOf(error: unknown, { method, path }: Call): Failure {
  const call = { method, path };
  if (error instanceof SinkFailed) {
    const message = `the secret in the answer could not be kept: ${error.message}`;
    return {
      code: 'sink',
      message,
      call,
      remedy: 'delete what was made, mend the file that the secret goes to, and apply again',
    };
  }
  if (error instanceof SecretMissing) return { code: 'secret', message: error.message, call };
  if (error instanceof NotFound) return { code: 'refused', message: error.message, call };
  if (!(error instanceof ApiError)) throw error;
  const { status, words } = error;
  if (error.outcomeUnknown) {
    const message = 'the answer was lost, so that nobody can say whether this was done';
    return { code: 'unknown-outcome', message, call, status, words, remedy: 'plan again: it shows what is left to do' };
  }
  return {
    code: error.trouble === 'unreachable' ? 'unreachable' : 'refused',
    message: error.message,
    call,
    status,
    words,
  };
}
