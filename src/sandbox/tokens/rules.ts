import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { fullMessages, toSentence } from '../http/full-messages.ts';
import { textOf } from '../store/json.ts';
import type { TokenRow } from './rows.ts';
import { numberSetting } from '../settings/typed-settings.ts';
import { allScopes } from './scopes.ts';

const dayLength = 86_400_000;

/** How long a token lives at most, in days. */
const longestLife = 365;

type Draft = Omit<TokenRow, 'id' | 'created_at' | 'revoked' | 'last_used_at' | 'secret'>;

/** So many days from now, as a date. */
export function inDays(context: RequestContext, days: number): string {
  return new Date(context.platform.clock.now().getTime() + days * dayLength).toISOString().slice(0, 10);
}

/** Whether every token must have a last day. */
export function expiryEnforced(context: RequestContext): boolean {
  return context.platform.state.settings['require_personal_access_token_expiry'] !== false;
}

/** What the model finds wrong with a new token; empty when all is well. */
export function tokenErrors(context: RequestContext, draft: Draft): Readonly<Record<string, readonly string[]>> {
  const errors: Record<string, readonly string[]> = {};
  if (draft.name.trim() === '') errors['name'] = ["can't be blank"];
  if (draft.scopes.length === 0) errors['scopes'] = ["can't be blank"];
  else if (!draft.scopes.every(isScope)) errors['scopes'] = ['can only contain available scopes'];
  const expiry = expiryError(context, draft.expires_at);
  if (expiry !== undefined) errors['expires_at'] = [expiry];
  if ((draft.description ?? '').length > 255) errors['description'] = ['is too long (maximum is 255 characters)'];
  return errors;
}

function isScope(scope: string): boolean {
  return allScopes.some((known) => known === scope);
}

/** Only an instance that enforces expiry looks at the date at all. */
function expiryError(context: RequestContext, expiresAt: string | null): string | undefined {
  if (!expiryEnforced(context)) return undefined;
  if (expiresAt === null) return "can't be blank";
  const last = inDays(context, lifetime(context));
  return expiresAt > last ? `must be before ${last}` : undefined;
}

/** The errors as one sentence, or undefined when there are none. */
export function tokenProblem(context: RequestContext, draft: Draft): string | undefined {
  const texts = fullMessages(tokenErrors(context, draft));
  if (texts.length === 0) return undefined;
  // The platform's own label of this one field differs from its name.
  return toSentence(texts).replaceAll('Expires at ', 'Expiration date ');
}

/** Stores a new token, with a fresh secret. */
export function issueToken(context: RequestContext, draft: Draft): TokenRow {
  const { state, clock } = context.platform;
  const prefix = textOf(state.settings['personal_access_token_prefix'] ?? '');
  return state.tokens.insert({
    ...draft,
    revoked: false,
    created_at: timestamp(clock),
    last_used_at: null,
    secret: `${prefix}${randomBytes(15).toString('base64url')}`,
  });
}

/** What a rotated token begins as: all that the old one was, with its own last day. */
export function successorOf(context: RequestContext, token: TokenRow, expiresAt: string | null | undefined): Draft {
  const { kind, user_id, name, description, scopes, source_type, source_id } = token;
  // Without a wish a rotated token lives for a week, where expiry is enforced.
  const fallback = expiryEnforced(context) ? inDays(context, 7) : null;
  const expires_at = expiresAt ?? fallback;
  return { kind, user_id, name, description, scopes, source_type, source_id, expires_at, previous_id: token.id };
}

/** Ends a token for good. */
export function revokeToken(context: RequestContext, token: TokenRow): void {
  context.platform.state.tokens.update(token, { revoked: true });
}

/** The last day of a token that was made without one: the furthest allowed, or none. */
export function defaultExpiry(context: RequestContext): string | null {
  return expiryEnforced(context) ? inDays(context, lifetime(context)) : null;
}

function lifetime(context: RequestContext): number {
  return numberSetting(context.platform.state.settings, 'max_personal_access_token_lifetime', longestLife);
}
