import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';
import { reviewFacts } from '../../src/kinds/review-facts.ts';
import { complexityOf } from '../../src/sandbox/graphql/complexity.ts';
import { parse } from '../../src/sandbox/graphql/parse.ts';
import { fieldErrors } from '../../src/sandbox/graphql/schema.ts';

/** What a caller who is no administrator may ask for at once (POST /api/graphql, 18.9). */
const MOST = 250;

const ofKinds = kinds.flatMap(({ section, reads: { batches }, calls: { lookUps } }) => [
  ...Object.entries(batches?.queries ?? {}).map(([type, query]) => [`${section} of many ${type}s`, query] as const),
  ...(batches?.unshown === undefined
    ? []
    : [[`what batches of ${section} do not show`, batches.unshown.query] as const]),
  ...(lookUps === undefined ? [] : [[`what ${section} look up`, lookUps.query] as const]),
]);

const { batches: members, lent } = reviewFacts.members;
const queries = [
  ...ofKinds,
  ...Object.entries(members.queries).map(([type, query]) => [`members of many ${type}s for a review`, query] as const),
  ...Object.entries(lent.queries).map(([type, query]) => [`whether many ${type}s have any by a share`, query] as const),
];

describe('what is asked by GraphQL', () => {
  it.each(queries)(
    '%s: has the fields and arguments of the platform, and costs no more than it permits',
    (_, query) => {
      const [operation, ...more] = parse(query);
      if (operation === undefined || more.length > 0) throw new Error('a query is one operation');
      expect(operation.kind).toBe('query');
      expect(fieldErrors(operation)).toEqual([]);
      const ids = Array.from({ length: 100 }, (__, index) => `gid://gitlab/Group/${index}`);
      expect(complexityOf(operation, { ids, names: ids })).toBeLessThanOrEqual(MOST);
    },
  );

  it('is asked of members', () => {
    expect(queries.length).toBeGreaterThanOrEqual(4);
  });
});
