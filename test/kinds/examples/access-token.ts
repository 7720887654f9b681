import type { KindExample } from './example.ts';

/** A day within the year that tokens may last. */
const soon = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10);
const later = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);

const bot = { scopes: ['read_api'], access_level: 'reporter', expires_at: soon, token_to: { file: 'bot.token' } };
/** As the page of reference shows them, which says that the day is to be chosen. */
const dated = { expires_at: '2027-06-30' };
const pusher = { scopes: ['write_repository', 'api'], expires_at: soon, token_to: { file: 'pusher.token' } };

/** Its secret goes to a variable of the group above as well. */
const goingTo = (group: string) => ({ ...bot, token_to: [bot.token_to, { variable: { group, key: 'APP_BOT' } }] });
const handed = goingTo('team');

export const examples: readonly KindExample[] = [
  {
    scope: 'group',
    section: 'access_tokens',
    before: { bot, pusher },
    shown: { bot: { ...bot, ...dated }, pusher: { ...pusher, ...dated } },
    after: { bot: { ...bot, access_level: 'developer', token_to: { file: 'higher.token' } }, pusher },
    changes: 1,
    action: 'replace',
  },
  {
    scope: 'project',
    section: 'access_tokens',
    before: { bot: handed, pusher },
    shown: { bot: { ...goingTo('shop'), ...dated }, pusher: { ...pusher, ...dated } },
    after: { bot: handed, pusher: { ...pusher, expires_at: later, token_to: { file: 'longer.token' } } },
    changes: 1,
    action: 'replace',
  },
];
