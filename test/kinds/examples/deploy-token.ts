import type { KindExample } from './example.ts';

const reader = {
  scopes: ['read_registry', 'read_repository'],
  expires_at: '2099-01-31',
  token_to: { file: 'reader.token' },
};
const writer = { scopes: ['write_registry'], username: 'pusher', token_to: { file: 'writer.token' } };

export const examples: readonly KindExample[] = [
  {
    scope: 'group',
    section: 'deploy_tokens',
    before: { reader, writer },
    // The new value goes to a file of its own: what is there is not written over.
    after: {
      reader,
      writer: { ...writer, scopes: ['write_registry', 'read_registry'], token_to: { file: 'wider.token' } },
    },
    changes: 1,
    action: 'replace',
  },
  {
    scope: 'project',
    section: 'deploy_tokens',
    before: { reader, writer },
    after: { reader, writer: { ...writer, username: null, token_to: { file: 'other.token' } } },
    changes: 1,
    action: 'replace',
  },
];
