import type { KindExample } from '../../test/kinds/examples/example.ts';

export const examples: readonly KindExample[] = [
  {
    scope: 'group',
    section: 'sample_things',
    // TODO(new-kind): as many fields as make sense, and one pair for each scope; secrets as { env: KEELSON_TEST_SECRET }.
    before: { first: { description: 'The first' }, second: {} },
    after: { first: { description: 'Still the first' }, second: {} },
    changes: 1,
    action: 'update',
  },
];
