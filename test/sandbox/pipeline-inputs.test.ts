import { expect, test } from 'vitest';
import { column, told } from './cast.ts';
import { workshop } from './ci.ts';
import { idOf } from './client.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';

const config = `
spec:
  inputs:
    suite: { options: [quick, whole] }
    level: { type: number, default: 1 }
    release: { regex: '^v[0-9]+$', default: v1 }
    steps: { type: array, default: [make] }
---
"$[[ inputs.suite ]]-tests": { script: $[[ inputs.steps ]] }
"level-$[[ inputs.level ]]": { script: "make $[[ inputs.release ]]" }
`;

async function withConfig(text: string) {
  const shop = await workshop();
  await shop.write('.gitlab-ci.yml', text);
  const start = (inputs: JsonObject) => shop.developer.post(`${shop.at}/pipeline`, { ref: 'main', inputs });
  const jobs = async (id: number) =>
    column(await shop.developer.get(`${shop.at}/pipelines/${id}/jobs`), 'name').toSorted();
  return { ...shop, start, jobs };
}

test('the inputs of a pipeline are put into its configuration; what is not given has its default', async () => {
  const shop = await withConfig(config);
  const plain = await shop.start({ suite: 'quick' });
  expect(plain.status).toBe(201);
  expect(await shop.jobs(idOf(plain))).toEqual(['level-1', 'quick-tests']);
  const other = await shop.start({ suite: 'whole', level: 7, release: 'v2', steps: ['make', 'test'] });
  expect(await shop.jobs(idOf(other))).toEqual(['level-7', 'whole-tests']);
});

test.each<[string, JsonObject, string]>([
  ['a required one that is not given', {}, '`suite` input: required value has not been provided'],
  [
    'one that is no option',
    { suite: 'slow' },
    '`suite` input: `slow` cannot be used because it is not in the list of allowed options',
  ],
  ['one of another type', { suite: 'quick', level: 'high' }, '`level` input: provided value is not a number'],
  [
    'one that does not fit its pattern',
    { suite: 'quick', release: 'two' },
    '`release` input: provided value does not match required RegEx pattern',
  ],
  [
    'several, of which three are told',
    { level: 'x', release: '2', steps: 'make' },
    '`suite` input: required value has not been provided, `level` input: provided value is not a number, ' +
      '`release` input: provided value does not match required RegEx pattern',
  ],
])('a pipeline is refused with 400 for an input: %s', async (_, inputs, text) => {
  const shop = await withConfig(config);
  expect(told(await shop.start(inputs))).toEqual([400, { message: { base: [text] } }]);
});

test('inputs that the configuration does not ask for are 400, also those of a trigger', async () => {
  const shop = await withConfig('unit: { script: make }\n');
  const text = 'Given inputs not defined in the `spec` section of the included configuration file';
  expect(told(await shop.start({ suite: 'quick' }))).toEqual([400, { message: { base: [text] } }]);
  expect((await shop.start({})).status).toBe(201);
  const trigger = await shop.owner.post(`${shop.at}/triggers`, { description: 'nightly' });
  const token = trigger.object['token'] ?? '';
  const triggered = await shop.gl.post(`${shop.at}/trigger/pipeline`, { token, ref: 'main', inputs: { suite: 'x' } });
  expect(told(triggered)).toEqual([400, { message: { base: [text] } }]);
});
