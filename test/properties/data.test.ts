import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { fill } from '../../src/engine/fill-call.ts';
import { parsePlan } from '../../src/report/parse-plan.ts';
import { planJson } from '../../src/report/plan-json.ts';
import type { Json } from '../../src/model.ts';
import { desiredOf } from '../support/keelson.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import { instance, kinds } from '../engine/instance.ts';

/** Data as somebody may write it, with the words that a saved plan gives a meaning to among its keys. */
const word = fc.constantFrom(
  '$secret',
  '$ref',
  '$find',
  '$joined',
  '$$secret',
  'env',
  'type',
  'name',
  '__proto__',
  'constructor',
);
const data: fc.Arbitrary<Json> = fc.letrec<{ data: Json }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>('KEELSON_TOKEN', 'env', 'text', 'id', 1, true),
    fc.array(tie('data'), { maxLength: 2 }),
    fc.dictionary(word, tie('data'), { maxKeys: 3 }),
    fc.constant({ $secret: { type: 'env', name: 'KEELSON_TOKEN' } }),
    fc.constant({ $ref: { address: 'group[a]', field: 'id' } }),
    fc.constant({ $find: { read: { path: '/users' }, field: 'id' } }),
  ),
})).data;

const SETTING = 'default_branch_protection_defaults';

const nobody = (): never => {
  throw new Error('nothing in data is to be filled in');
};

it('data of the YAML stays data, through a plan and its file, to the request', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(word, data, { minKeys: 1, maxKeys: 3 }), async (value) => {
      // A setting whose value is a free map: the kind is given one, so that every word may be a key in it.
      const settings = kinds.get('settings');
      if (settings === undefined) throw new Error('there are no settings');
      const free = {
        ...settings,
        schema: { properties: { [SETTING]: { type: 'object', additionalProperties: true } } },
      };
      const written = desiredOf('instance: { settings: { signup_enabled: true } }');
      const desired = {
        ...written,
        sections: written.sections.map((section) => ({
          ...section,
          entries: section.entries.map((entry) => ({ ...entry, spec: { [SETTING]: value } })),
        })),
      };
      const world = {
        instance,
        sections: new Map([['instance/settings', [{ key: '', spec: { [SETTING]: null }, live: {} }]]]),
      };
      const made = plan(desired, world, new Map([...kinds, ['settings', free]]));
      const read = parsePlan(planJson(made, 0));
      if (!('plan' in read)) throw new Error(read.diagnostic.message);
      for (const { calls } of [...made.changes, ...read.plan.changes]) {
        for (const call of calls) {
          const sent = await fill(call, { reveal: nobody, made: nobody, own: nobody, find: nobody });
          expect(canonicalJson(sent.body?.[SETTING])).toBe(canonicalJson(value));
        }
      }
      expect(read.plan.changes).toHaveLength(1);
    }),
    { numRuns: 80 },
  );
});
