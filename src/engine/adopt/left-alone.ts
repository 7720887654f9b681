import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Place } from '../../base/place.ts';
import type { Change } from '../../model.ts';

/** Why something stays as it is declared, or undeclared. */
export type Why =
  | 'elsewhere'
  | 'leaving'
  | 'hidden'
  | 'unshown'
  | 'gone'
  | 'protected'
  | 'held'
  | 'unnamed'
  | 'secret'
  | 'refused'
  | 'group'
  | 'secret-sent'
  | 'due'
  | 'one-way';

const REASONS: { readonly [why in Why]: { readonly message: string; readonly remedy: string } } = {
  elsewhere: {
    message: 'has another name or path than it is declared with',
    remedy: 'apply the rename, or write the configuration for the path that it has',
  },
  leaving: { message: 'waits for its deletion', remedy: 'apply brings it back; else take its entry out yourself' },
  hidden: {
    message: 'is live with another value, which is a secret or may be one, and is not written down',
    remedy: 'declare what is meant, or apply what is declared',
  },
  unshown: {
    message: 'is live with another value, which names what this token is not shown',
    remedy: 'use a token whose user may see it; or edit it yourself',
  },
  gone: {
    message: 'is declared, and is not there, or not shown to this token',
    remedy:
      'take its entry out yourself if it is gone and that was meant, with all that is declared in it; nothing of this kind is taken out unasked',
  },
  protected: {
    message: 'is protected, and is not there, or not shown to this token',
    remedy: 'take its entry out yourself if that was meant',
  },
  held: {
    message: 'is live and no person or thing to be declared: GitLab keeps it',
    remedy: 'write its name under `ignore` if it is meant to be there',
  },
  unnamed: {
    message: 'is live, and no entry can mean it: it has no name, or shares it with another',
    remedy: 'give it a name of its own in GitLab',
  },
  secret: {
    message: 'is live with a secret in it, which cannot be written down',
    remedy: 'declare it yourself, with a reference to the secret',
  },
  refused: { message: 'is live with a value that no configuration may have', remedy: 'correct it in GitLab' },
  group: {
    message: 'is live and undeclared',
    remedy: 'see `keelson export` with its address as --target, or name it under `ignore`',
  },
  'secret-sent': {
    message: 'differs in a secret, which GitLab does not show',
    remedy: 'apply sends the declared one',
  },
  due: {
    message: 'is due to be made anew, as it is declared to be',
    remedy: 'apply makes it anew',
  },
  'one-way': {
    message: 'is not brought about yet',
    remedy: 'apply it, or take its entry out if it is not meant any more',
  },
};

/** That something was left alone, and what to do about it. */
export function left(address: string, why: Why, place: Place | undefined, detail?: string): Diagnostic {
  const { message, remedy } = REASONS[why];
  const told = detail === undefined ? message : `${message} (${detail})`;
  return { severity: 'warning', code: 'not-adopted', message: `${address} ${told}`, place, remedy };
}

/** What is said of a change in which nothing that can be written differs: a secret, as far as anybody knows, or the day. */
export function besides({ address, reason, place }: Change): readonly Diagnostic[] {
  switch (reason.code) {
    case 'resent':
    case 'secret-changed':
    case 'unsent':
    case 'differs':
      return [left(address, 'secret-sent', place)];
    case 'secret-lost':
      return [left(address, 'hidden', place)];
    // As it is declared, and a difference all the same: a drift tells it.
    case 'due':
      return [left(address, 'due', place)];
    // They follow from another change, and are gone with it.
    case 'missing':
    case 'points-elsewhere':
    case 'handed-down':
    case 'renamed':
    case 'leaving':
    case 'makes-way':
    case 'immutable':
    case 'no-update':
    case 'replaced':
    case 'pruned':
    case 'absent':
    case 'ended':
    case 'comes':
    case 'undeclared':
      return [];
  }
}
