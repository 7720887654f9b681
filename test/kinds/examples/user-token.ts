import { inDays } from '../../support/in-days.ts';
import type { KindExample } from './example.ts';

/** Days within the year that tokens may last. */
const soon = inDays(200);
const later = inDays(300);

const reader = {
  ...{ name: 'reader', scopes: ['read_api'], description: 'Reads for the portal' },
  ...{ expires_at: soon, token_to: { file: 'reader.token' } },
};
const pusher = {
  ...{ name: 'pusher', scopes: ['write_repository', 'api'] },
  ...{ rotate: { before: '30d', lifetime: '180d' }, token_to: { file: 'pusher.token' } },
};
/** As the page of reference shows it, which says that the day is to be chosen. */
const shown = { ...reader, expires_at: '2027-06-30' };

const changed = { changes: 1, action: 'replace' } as const;

export const examples: readonly KindExample[] = [
  {
    ...{ ...changed, scope: 'instance', section: 'personal_access_tokens', users: ['dora'] },
    before: { dora: [reader, pusher] },
    shown: { dora: [shown, pusher] },
    after: { dora: [{ ...reader, scopes: ['api'], token_to: { file: 'wider.token' } }, pusher] },
  },
  {
    ...{ ...changed, scope: 'group', section: 'personal_access_tokens', tier: 'premium' },
    needs: { groups: { team: { service_accounts: { robot: {} } } } },
    before: { robot: [reader, pusher] },
    shown: { robot: [shown, pusher] },
    after: { robot: [{ ...reader, expires_at: later, token_to: { file: 'longer.token' } }, pusher] },
  },
  {
    ...{ ...changed, scope: 'instance', section: 'impersonation_tokens', users: ['dora'] },
    before: { dora: reader },
    shown: { dora: shown },
    after: { dora: { ...reader, description: 'Reads for the new portal', token_to: { file: 'renamed.token' } } },
  },
];
