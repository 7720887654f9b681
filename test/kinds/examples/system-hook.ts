import type { KindExample } from './example.ts';

const TOKEN = { env: 'KEELSON_TEST_SECRET' };

export const example: KindExample = {
  scope: 'instance',
  section: 'system_hooks',
  before: {
    audit: {
      url: 'https://audit.example.com/in',
      description: 'Everything that happens',
      token: TOKEN,
      push_events: true,
      tag_push_events: true,
      repository_update_events: false,
      enable_ssl_verification: true,
      custom_headers: { 'X-Source': TOKEN },
    },
  },
  after: {
    audit: {
      url: 'https://audit.example.com/v2/in',
      description: 'Everything that happens',
      token: TOKEN,
      push_events: false,
      tag_push_events: true,
      repository_update_events: false,
      enable_ssl_verification: true,
      custom_headers: { 'X-Source': TOKEN },
    },
  },
  changes: 1,
  action: 'update',
};
