import type { LatestEnd, PropertySchema } from '../kind.ts';
import { EXPIRES_AT } from './expiry.ts';

/** What a token for the API is for (POST …/access_tokens and …/personal_access_tokens, 18.9). */
export const tokenDescription: PropertySchema = {
  type: ['string', 'null'],
  maxLength: 255,
  'x-since': '17.7',
  'x-immutable': true,
  description: 'What it is for.',
};

/** The last day of a token for the API, which each of them has. */
export const tokenEnd: PropertySchema = {
  ...EXPIRES_AT,
  type: 'string',
  description:
    'The day on which it ends, within a year, or as far as the instance allows. `rotate` may stand in its place.',
};

/**
 * How far ahead tokens may end: 400 or 422 `Expiration date must be before …` (POST …/access_tokens, …/personal_access_tokens, 18.9). A feature
 * flag, which no read shows, makes 400 days of the 365.
 */
export const tokenLifetime: LatestEnd = {
  field: 'expires_at',
  read: { path: '/application/settings' },
  settings: ['max_personal_access_token_lifetime', 'require_personal_access_token_expiry'],
  days({ max_personal_access_token_lifetime: own, require_personal_access_token_expiry: ends }) {
    if (ends === false) return undefined;
    return typeof own === 'number' ? { most: own, usual: own } : { most: 400, usual: 365 };
  },
};
