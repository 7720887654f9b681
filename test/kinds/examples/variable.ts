import type { KindExample } from './example.ts';

const SECRET = { env: 'KEELSON_TEST_SECRET' };

export const examples: readonly KindExample[] = [
  {
    scope: 'instance',
    section: 'variables',
    before: {
      MIRROR: { value: SECRET, masked: true, protected: true, raw: true, description: 'Where packages come from' },
      REGION: { plain_value: 'north', variable_type: 'env_var' },
    },
    after: {
      MIRROR: { value: SECRET, masked: true, protected: true, raw: true, description: 'Where packages come from' },
      REGION: { plain_value: 'south', variable_type: 'file' },
    },
    changes: 1,
    action: 'update',
  },
  {
    scope: 'group',
    section: 'variables',
    before: {
      KEY: [
        { value: SECRET, environment_scope: 'prod/*', protected: true, variable_type: 'file' },
        { value: SECRET, environment_scope: 'test' },
        { plain_value: '', environment_scope: '*' },
      ],
    },
    after: {
      KEY: [
        { value: SECRET, environment_scope: 'prod/*', protected: true, variable_type: 'file' },
        { value: SECRET, environment_scope: 'test', masked: true, description: 'For tests' },
        { plain_value: '', environment_scope: '*' },
      ],
    },
    changes: 1,
    action: 'update',
    tier: 'premium',
  },
  {
    scope: 'project',
    section: 'variables',
    before: { TOKEN: { value: SECRET, masked: true }, LOG: { plain_value: 'debug', environment_scope: 'test' } },
    after: { TOKEN: { value: SECRET, masked: true }, LOG: { value: SECRET, environment_scope: 'test', raw: true } },
    changes: 1,
    action: 'update',
  },
  {
    scope: 'project',
    section: 'variables',
    before: { TOKEN: { value: SECRET, masked: true } },
    after: { TOKEN: { value: SECRET, hidden: true } },
    changes: 1,
    action: 'replace',
  },
];
