import { ApiError } from '../../api/api-error.ts';
import { FileChanged } from '../../api/form.ts';
import { SecretMissing } from '../../api/secrets.ts';
import { isMap } from '../../base/shape.ts';
import { TIER_NAMES } from '../../kind.ts';
import type { Call, Change, Instance } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import { partsOf } from '../address-parts.ts';
import { Claimed } from './claim.ts';
import { JournalError } from './journal/journal-file.ts';
import type { Kinds } from '../kinds.ts';
import { instanceText } from '../licence.ts';

/** What a call looks for is not there, or there more than once. */
export class NotFound extends Error {
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.path = path;
  }
}

/** What a call names could not be looked up, so that it was not sent. */
export class LookUpFailed extends Error {
  override readonly cause: ApiError;

  constructor(cause: ApiError) {
    super(cause.message);
    this.cause = cause;
  }
}

/** What a call looks for is another one than the plan has seen. */
export class FoundAnother extends NotFound {}

/** The secret in an answer could not be written. */
export class SinkFailed extends Error {}

/** Something stands where the secret is to go, so that nothing was sent. */
export class SinkOccupied extends Error {}

/** Why a call failed, in words with a remedy. Throws what is a bug. */
export function failureOf(error: unknown, { method, path }: Call): Failure {
  const call = { method, path };
  if (error instanceof SinkFailed) {
    const message = `the secret in the answer could not be kept: ${error.message}`;
    const remedy = 'mend the file that the secret goes to, and apply again: what was made without it is made anew';
    return { code: 'sink', message, call, remedy };
  }
  if (error instanceof SinkOccupied) {
    const message = `the secret in the answer would have nowhere to go: ${error.message}`;
    return { code: 'secret', message, call, remedy: 'move that away, or name another file, and apply again' };
  }
  if (error instanceof JournalError)
    return { code: 'journal', message: 'nothing was sent, since it could not be written into the journal first', call };
  if (error instanceof SecretMissing) return { code: 'secret', message: error.message, call };
  if (error instanceof FileChanged)
    return { code: 'overtaken', message: `nothing was made: ${error.message}`, call, remedy: 'plan again' };
  if (error instanceof FoundAnother) {
    const message = `nothing was sent, since what answers ${error.message}`;
    return {
      code: 'overtaken',
      message,
      call: { method: 'GET', path: error.path },
      remedy: 'see who is meant, and plan again',
    };
  }
  if (error instanceof NotFound)
    return {
      code: 'refused',
      message: error.message,
      call: { method: 'GET', path: error.path },
      remedy:
        'check the spelling, or declare a new one in `users` of the instance; who comes from a directory may have to sign in first',
    };
  if (error instanceof LookUpFailed) return unread('what it names could not be looked up', error.cause);
  if (!(error instanceof ApiError)) throw error;
  const { status, serverMessage } = error;
  // It was taken into work, or waits for somebody's approval: sent once more it would be no more done.
  if (error.outcomeUnknown && status === 202) return notDone(call, serverMessage ?? error.message, status);
  if (error.outcomeUnknown) {
    // A 500 is an answer of GitLab itself; others come from what stands before it. What was done all the same the next look tells.
    const message =
      error.code === 'not-gitlab'
        ? `${error.message}, so that nobody can say whether this was done`
        : status !== 500
          ? 'the answer was lost, so that nobody can say whether this was done'
          : 'GitLab failed at it (500), and nobody can say whether any of it was done';
    return {
      code: 'unknown-outcome',
      message,
      call,
      status,
      serverMessage,
      remedy: 'plan again: it shows what is left to do',
      ...(status === undefined && { unanswered: true }),
    };
  }
  if (error.code === 'unreachable')
    return {
      code: 'unreachable',
      message: error.message,
      call,
      remedy: 'apply again once it answers: nothing of this was done',
      unanswered: true,
    };
  const code = refusalCode(error);
  const message = serverMessage === undefined && code === 'refused' ? error.message : REFUSED[code].message;
  const { remedy } = REFUSED[code];
  return { code, message, call, status, serverMessage, ...(remedy !== undefined && { remedy }) };
}

const REFUSED = {
  refused: { message: 'GitLab refuses it', remedy: undefined },
  'rate-limited': {
    message: 'GitLab still refuses it for a limit after several tries',
    remedy: 'lower --concurrency, or apply again later',
  },
  unauthorized: {
    message: 'GitLab does not accept the token any more',
    remedy: 'apply again with a token that is valid and not expired',
  },
} as const;

/** In which way GitLab says no. With 401 it answers also to what the user may not, or the tier lacks (POST /groups/:id/saml_group_links, 18.9). */
function refusalCode({ code, body }: ApiError): keyof typeof REFUSED {
  if (code === 'rate-limited') return code;
  return code === 'unauthorized' && isMap(body) && body['error'] === 'invalid_token' ? code : 'refused';
}

/** What was answered with success, and shows that nothing, or not all, was done. */
export function notDone(
  call: { readonly method: string; readonly path: string },
  serverMessage: string,
  status?: number,
): Failure {
  return {
    code: 'not-accepted',
    message: 'GitLab took the call, and did not do what it asks for',
    call,
    ...(status !== undefined && { status }),
    serverMessage,
    remedy: 'see whether this tier and this user may set it',
  };
}

/** Why what a change was computed from could not be looked at right before it, so that nothing was sent for it. Throws what is a bug. */
export function notLookedAt(error: unknown): Failure {
  if (!(error instanceof ApiError)) throw error;
  return unread('what is there could not be looked at', error);
}

function unread(what: string, error: ApiError): Failure {
  const { method, path, status, serverMessage } = error;
  return {
    code: error.code === 'unreachable' ? 'unreachable' : refusalCode(error),
    message: `nothing was sent, since ${what}: ${error.message}`,
    call: { method, path },
    ...(status !== undefined && { status }),
    ...(serverMessage !== undefined && { serverMessage }),
    remedy: 'apply again: what is done by now is known then',
    ...(error.code === 'unreachable' && { unanswered: true }),
  };
}

/** Why the place of a secret could not be taken, so that nothing was sent. Throws what is a bug. */
export function unclaimed(error: unknown): Failure {
  if (!(error instanceof Error)) throw error;
  const nothing = 'and nothing was sent';
  if (!(error instanceof Claimed))
    return {
      code: 'secret',
      message: `the secret in the answer would have nowhere to go, ${nothing}: ${error.message}`,
      remedy: 'let the file be written, or name another one, and apply again',
    };
  return {
    code: 'secret',
    message: `${error.message}, ${nothing}`,
    remedy: `wait for that run to end, and apply again; where none is at work, it was stopped in the middle: remove ${error.claim} first`,
  };
}

/** What the kind knows to do about a refusal. */
export function withRemedy(failure: Failure, call: Call, change: Change, kinds: Kinds): Failure {
  if (failure.code !== 'refused' || failure.status === undefined) return failure;
  const remedy = partsOf(change.address, kinds).kind.calls.refused?.(call, failure.status);
  return remedy === undefined ? failure : { ...failure, remedy };
}

/** The platform does not say that its tier lacks something: it answers as if the user had no right to it, or as if it were not there. */
export function withTier(failure: Failure, change: Change, kinds: Kinds, instance: Instance): Failure {
  const { kind } = partsOf(change.address, kinds);
  // What was looked up is not what needs the tier.
  if (failure.call?.method === 'GET') return failure;
  if (failure.code !== 'refused' || ![401, 403, 404].includes(failure.status ?? 0)) return failure;
  if (kind.tier === undefined || kind.tier === 'free') return failure;
  const needs = `${kind.section} need GitLab ${TIER_NAMES[kind.tier]}`;
  const remedy = instance.enterprise
    ? `${needs}: see whether this instance (${instanceText(instance)}) has it, and whether this user may`
    : `${needs}, and this is ${instanceText(instance)}: take them out of the configuration`;
  return { ...failure, remedy };
}
