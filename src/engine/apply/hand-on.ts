import type { Call, Change } from '../../model.ts';
import type { Failure, Outcome } from '../../outcome.ts';
import type { ApplyContext } from './apply-context.ts';
import { bring } from './bring.ts';
import { bringShown } from './bring-shown.ts';
import { failureOf, SinkFailed } from './call-failure.ts';
import { numberOf } from './journal/journal-record.ts';
import { removeMade } from './own-making.ts';
import { filesOf } from './secret-files.ts';
import { draftSinks } from './sink.ts';

type Failed = Extract<Outcome, { readonly status: 'failed' }>;

/**
 * Brings the secret of what a change has made to where else it is to be, by these calls, and then to its files. Where one of these does not
 * get it, what was made is removed again, by its number, so that the next run makes another; gives what became of it then.
 */
export async function handOn(
  change: Change,
  calls: readonly Call[],
  context: ApplyContext,
): Promise<Failed | undefined> {
  const [first] = calls;
  if (first?.handsOn?.shownIn !== undefined) return bringShown(change, first.handsOn.shownIn, calls, context);
  const making = change.calls.find(({ saveSecretTo }) => saveSecretTo !== undefined);
  const secret = context.made.get(change.address)?.[making?.saveSecretTo?.field ?? ''];
  if (making === undefined || typeof secret !== 'string' || calls.length === 0) return undefined;
  // What can be wrong with the files shows before anything else has the secret.
  const drafts = written(() => draftSinks(filesOf(change), secret), making);
  if ('code' in drafts) return unmade(change, drafts, [], context);
  const brought: Call[] = [];
  for (const call of calls) {
    const missed = await bring(call, change, secret, context);
    if (missed !== undefined) {
      drafts.discard();
      const { failure, place } = missed;
      if (place === undefined)
        return { change, status: 'failed', failure: left(failure, change, context), sent: [making, ...brought] };
      return unmade(change, failure, place === 'it' ? [...brought, call] : brought, context);
    }
    brought.push(call);
  }
  const filed = written(() => {
    drafts.bring();
    return brought;
  }, making);
  return 'code' in filed ? unmade(change, filed, brought, context) : undefined;
}

/** What the file system lets be done, or why it does not. */
function written<Done extends object>(write: () => Done, making: Call): Done | Failure {
  try {
    return write();
  } catch (error) {
    return failureOf(new SinkFailed(error instanceof Error ? error.message : String(error)), making);
  }
}

/** Removes what was made, whose secret is not everywhere: nothing else is of this number. What has the secret by now has a void one. */
async function unmade(
  change: Change,
  failure: Failure,
  holding: readonly Call[],
  context: ApplyContext,
): Promise<Failed> {
  const live = context.made.get(change.address) ?? {};
  const id = numberOf(live['id']);
  const refused = await removeMade(change, { ...(id !== undefined && { id }), live }, context);
  if (refused !== undefined) {
    const message = `${failure.message}; ${refused.message}`;
    const sent = change.calls.filter((call) => call.saveSecretTo !== undefined || holding.includes(call));
    return { change, status: 'failed', failure: { ...failure, message, remedy: AGAIN }, sent };
  }
  context.made.delete(change.address);
  const isVoid = holding.flatMap(({ handsOn }) =>
    handsOn === undefined ? [] : [`; what ${handsOn.to} holds is void until then`],
  );
  const message = `${failure.message}; what was made (id ${String(id)}) was removed again, and the next run makes another${isVoid.join('')}`;
  return { change, status: 'failed', failure: { ...failure, message }, ...(holding.length > 0 && { sent: holding }) };
}

const AGAIN = 'apply again: another one is made, and what is left of this one is removed';

/** Nobody can say whether the secret is there: what was made is good, and stays until the next run makes another in its place. */
function left(failure: Failure, { address }: Change, { made }: ApplyContext): Failure {
  const id = numberOf(made.get(address)?.['id']);
  return { ...failure, message: `${failure.message}; what was made (id ${String(id)}) was left`, remedy: AGAIN };
}
