import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Desired, Json } from '../../../src/model.ts';
import { sandbox, type SandboxClient } from '../../sandbox/client.ts';
import { desiredOf } from '../../support/keelson.ts';
import { answerOf, look, off, type Interference } from './two-ways.ts';

const COUNT = 130;
const ALL = Array.from({ length: COUNT }, (_, index) => `build-${index}`);

/** What is declared of a runner that is as `add` makes it. */
const declared = (index: number) => ({
  token_to: { file: `${index}.token` },
  tags: ['linux', `n${index}`],
  run_untagged: false,
  access_level: 'ref_protected',
  maximum_timeout: 3600,
  maintenance_note: index % 2 === 0 ? 'even' : null,
});

function add(gl: SandboxClient, index: number, owner: { readonly [name: string]: Json }) {
  const { tags: tag_list, run_untagged, access_level, maximum_timeout, maintenance_note: note } = declared(index);
  const body = {
    tag_list,
    run_untagged,
    access_level,
    maximum_timeout,
    ...(note !== null && { maintenance_note: note }),
  };
  return gl.post('/user/runners', { ...owner, ...body, description: `build-${index}` });
}

/** A platform with runners of the instance and of three groups, and what is declared of them. */
async function world(): Promise<{
  readonly gl: SandboxClient;
  readonly desired: Desired;
  readonly of: (runners: object) => Desired;
}> {
  const gl = await sandbox();
  for (const [index] of ALL.entries()) await add(gl, index, { runner_type: 'instance_type' });
  const groups: { [path: string]: object } = {};
  for (const path of ['aa', 'aa/bb', 'cc']) {
    const id = await gl.group(path);
    await add(gl, 7, { runner_type: 'group_type', group_id: id });
    groups[path] = {
      runners: { 'build-7': { ...declared(7), token_to: { file: `${path.replace('/', '-')}.token` } } },
    };
  }
  const of = (runners: object): Desired => desiredOf(stringify({ version: 1, instance: { runners }, groups }));
  return { gl, of, desired: of(Object.fromEntries(ALL.map((name, index) => [name, declared(index)]))) };
}

async function bothWays(gl: SandboxClient, desired: Desired, interfere?: Interference) {
  const rest = await look(gl.sandbox, gl.token, desired, off);
  const seen = await look(gl.sandbox, gl.token, desired, interfere);
  expect(seen.plan).toEqual(rest.plan);
  const keysOf = ({ world: { sections } }: typeof seen): unknown =>
    Object.fromEntries([...sections].map(([address, entries]) => [address, entries.map(({ key }) => key)]));
  expect(keysOf(seen)).toEqual(keysOf(rest));
  return { ...seen, more: rest.requests };
}

describe('runners with all that is compared are read by GraphQL', () => {
  it('a hundred at a time, where they are just as declared', async () => {
    const { gl, desired } = await world();
    const { requests, more, plan, queries } = await bothWays(gl, desired);
    expect(plan.changes).toEqual([]);
    expect(queries.length).toBe(3);
    expect(requests).toBeLessThanOrEqual(12);
    expect(more).toBeGreaterThan(COUNT);
    const twice = await look(gl.sandbox, gl.token, desired, undefined, true);
    expect(twice.said).toEqual([]);
  });

  it('and by REST where one has changed, or declares what GraphQL does not tell', async () => {
    const { gl, desired, of } = await world();
    await gl.put(`/runners/${COUNT}`, { maximum_timeout: 7200 });
    const { plan, requests } = await bothWays(gl, desired);
    expect(plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
      `update instance/runner[build-${COUNT - 1}]`,
    ]);
    expect(requests).toBeGreaterThan(COUNT);
    const locked = of({ 'build-1': { ...declared(1), locked: true }, ...four() });
    expect((await bothWays(gl, locked)).plan.changes.length).toBe(1);
  });

  it.each<readonly [string, Interference]>([
    [
      'it is for administrators alone',
      (ask, { text }) => (text.includes('rows: runners') && !text.includes('scopes') ? refused() : ask()),
    ],
    [
      'its second page is not there',
      (ask, { text }, number) => (text.includes('INSTANCE') && number > 0 ? refused() : ask()),
    ],
    [
      'its pages go round',
      async (ask) => {
        const answer = await ask();
        const text = JSON.stringify(answer.body).replace(/"hasNextPage":false/g, '"hasNextPage":true');
        return { ...answer, body: JSON.parse(text) as Json };
      },
    ],
    [
      'its fields are of other types',
      async (ask) => {
        const answer = await ask();
        return {
          ...answer,
          body: JSON.parse(JSON.stringify(answer.body).replace(/"paused":false/g, '"paused":0')) as Json,
        };
      },
    ],
  ])('and by REST where %s', async (_, interfere) => {
    const { gl, desired } = await world();
    expect((await bothWays(gl, desired, interfere)).plan.changes).toEqual([]);
  });
});

const four = () => Object.fromEntries([2, 3, 4, 5].map((index) => [`build-${index}`, declared(index)]));

const refused = () =>
  Promise.resolve(answerOf(200, { data: { rows: null }, errors: [{ message: 'you do not have permission' }] }));
