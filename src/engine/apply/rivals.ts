import type { Call, Json, LiveEntry } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import type { VoidSecret } from './void-secret.ts';

/** Another one was made beside what was to be replaced: what this run made was removed again, and what it was to replace is left as it is. */
export function leftBeside({ id }: LiveEntry, replaced: LiveEntry['id'], secret: VoidSecret | undefined): Failure {
  const isVoid = secret === undefined ? '' : voidIn(secret);
  return {
    code: 'overtaken',
    message: `another one was made at the same time (id ${String(id)}), so that what this run made was removed again, and what it was to replace (id ${String(replaced)}) was left${isVoid}`,
    remedy: 'see which of the two is meant, remove the other one in GitLab, and plan again',
  };
}

/** A later one was made beside what was to be replaced, and stays: which of them somebody has the secret of, nobody here can say. */
export function laterBeside({ id }: LiveEntry, made: Json | undefined, replaced: LiveEntry['id']): Failure {
  return {
    code: 'overtaken',
    message: `it was made (id ${JSON.stringify(made ?? null)}), and somebody made another one of its name at the same time (id ${String(id)}), so that what it was to replace (id ${String(replaced)}) was left`,
    remedy:
      'see which of them is meant, remove the other new one in GitLab, and apply again: that takes away what is left',
  };
}

/** What this run has made was removed by somebody while its secret was brought to where it is to be: what it was to replace may be all that there is. */
export function goneBefore(
  made: Json,
  replaced: LiveEntry['id'],
  secret: VoidSecret,
  handing: readonly Call[],
): Failure {
  const isVoid = handing.flatMap(({ handsOn }) =>
    handsOn === undefined ? [] : [`; what ${handsOn.to} holds is void`],
  );
  return {
    code: 'overtaken',
    message: `it was made (id ${JSON.stringify(made)}), and is gone again, so that what it was to replace (id ${String(replaced)}) was left${voidIn(secret)}${isVoid.join('')}`,
    remedy: 'see who has removed it, and plan again: another one is made',
  };
}

/** What stands beside the new one could not be looked at: what it is to replace may be the only one that somebody has the secret of. */
export function unseenBeside(made: Json | undefined): Failure {
  return {
    code: 'unknown-outcome',
    message: `it was made (id ${JSON.stringify(made ?? null)}), and what stands beside it could not be looked at: what it is to replace was left`,
    remedy: 'apply again: it takes away what is left of it',
  };
}

/** Another run has made the same at the same time, and its secret is with that one alone. */
export function secretElsewhere(secret: VoidSecret): Failure {
  return {
    code: 'sink',
    message: `another run made the same at the same time, and has its secret${voidIn(secret)}`,
    remedy: 'take the secret from where the other run has put it',
  };
}

/** What became of the files that a void secret was written to, as the end of a sentence. */
function voidIn({ removed, left }: VoidSecret): string {
  const gone = removed.map((file) => `; what ${file} got was void, and is removed`);
  return [...gone, ...left.map((file) => `; what ${file} holds is void`)].join('');
}

/** What stays is another run's, and differs from what was asked for in these fields. */
export function madeOtherwise({ id }: LiveEntry, fields: readonly string[]): Failure {
  const differ = fields.length === 1 ? 'differs' : 'differ';
  return {
    code: 'overtaken',
    message: `another run made the same at the same time (id ${String(id)}), of which ${fields.join(', ')} ${differ}; what this run made was removed again`,
    remedy: 'see which of the two is meant, and plan again',
  };
}

/** Another run's was seen to stand, and this run has removed its own; now the other one is gone, too. */
export function bothGaveWay(secret: VoidSecret | undefined): Failure {
  const message = 'another run made the same at the same time, and both were removed again';
  const remedy = 'apply again: it is made anew';
  if (secret === undefined || secret.left.length === 0) return { code: 'overtaken', message, remedy };
  return {
    code: 'overtaken',
    message: `${message}${voidIn({ ...secret, removed: [] })}`,
    remedy: `move ${secret.left.join(' and ')} away, and ${remedy}`,
  };
}

/** Something stands where a secret is to go; what stands at the address by now, where anything does, was made by somebody else. */
export function noPlaceLeft(occupied: string, there: LiveEntry | undefined): Failure {
  if (there === undefined)
    return {
      code: 'secret',
      message: `the secret in the answer would have nowhere to go, and nothing was sent: ${occupied}`,
      remedy: 'move that away, or name another file, and apply again',
    };
  return {
    code: 'overtaken',
    message: `it was made meanwhile (id ${String(there.id)}), by another run as it seems, and nothing was sent: ${occupied}`,
    remedy: 'plan again: it shows what is left to do',
  };
}
