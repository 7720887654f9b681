import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import schema from '../../schemas/outcome.schema.json' with { type: 'json' };
import type { Failure, Overtaken } from '../../src/outcome.ts';
import type { OutcomeDocument } from '../../src/report/outcome-json.ts';
import { team, teamYaml } from './team.ts';

const fits = new Ajv2020({ allErrors: true }).compile(schema);
const APPLY = ['apply', '--auto-approve', '--json'];

/** What a run printed, which has to fit the schema. */
function outcomeIn(out: string): OutcomeDocument {
  const document = JSON.parse(out) as OutcomeDocument;
  fits(document);
  expect(fits.errors ?? []).toEqual([]);
  return document;
}

const statuses = ({ outcomes }: OutcomeDocument): readonly string[] => [
  ...new Set(outcomes.map(({ status }) => status)),
];

test('schemas/outcome.schema.json fits what is done, and what had nothing to do', async () => {
  const { keelson } = await team();
  expect(statuses(outcomeIn((await keelson.run(...APPLY)).out))).toEqual(['done']);
  expect(outcomeIn((await keelson.run(...APPLY)).out).outcomes).toEqual([]);
});

test('… what failed, and what waited for it', async () => {
  const { gitlab, keelson } = await team(
    teamYaml.replace('    members:', '    request_access_enabled: false\n    members:'),
  );
  gitlab.sandbox.fail('500@POST /groups');
  const { status, out } = await keelson.run(...APPLY);
  const document = outcomeIn(out);
  expect([status, statuses(document)]).toEqual([1, ['failed', 'not-attempted']]);
  expect(document.outcomes[0]?.failure?.call).toMatchObject({ method: 'POST', path: '/groups' });
});

test('… what an interrupt kept from being done', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `  group-${index}: {}`).join('\n');
  const { gitlab, keelson } = await team(`groups:\n${many}\n`, { latency: 40 });
  const { child, ran } = keelson.start(...APPLY, '--concurrency', '1');
  while (!gitlab.sandbox.log.some(({ method, url }) => method === 'POST' && url === '/api/v4/groups'))
    await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGINT');
  const { status, out } = await ran;
  expect([status, statuses(outcomeIn(out))]).toEqual([130, ['done', 'not-attempted']]);
});

test('… what a saved plan found changed, or done already', async () => {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', teamYaml.replace('bob: developer', 'bob: maintainer').replace('Team', 'Crew'));
  await keelson.run('plan', '--out', 'plan.json');
  const people = (await gitlab.get('/groups/team/members')).list;
  const bob = Number(people.find(({ username }) => username === 'bob')?.['id']);
  await gitlab.put(`/groups/team/members/${bob}`, { access_level: 10 });
  await gitlab.put('/groups/team', { name: 'Crew' });
  const { status, out } = await keelson.run(...APPLY, 'plan.json', '--on-stale', 'skip');
  const document = outcomeIn(out);
  expect([status, [...statuses(document)].sort()]).toEqual([3, ['done', 'stale']]);
  expect(document.outcomes).toContainEqual(expect.objectContaining({ already: true }));
  expect(document.outcomes.find(({ status: is }) => is === 'stale')?.overtaken).toMatchObject({ code: 'fields' });
});

test('what a guard refuses has no outcome: nothing was begun', async () => {
  const { keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', 'groups: { team: { state: absent } }\n');
  expect(await keelson.run(...APPLY)).toMatchObject({ status: 3, out: '' });
});

test('the schema knows every code of a failure, and of what was overtaken', () => {
  const failures: { readonly [code in Failure['code']]: true } = {
    ...{ refused: true, unreachable: true, 'not-accepted': true, 'unknown-outcome': true },
    ...{ overtaken: true, secret: true, sink: true, journal: true },
    ...{ 'rate-limited': true, unauthorized: true },
  };
  const overtaken: { readonly [code in Overtaken['code']]: true } = {
    ...{
      gone: true,
      unseen: true,
      there: true,
      several: true,
      another: true,
      'another-scope': true,
      'other-end': true,
    },
    ...{ fields: true, 'one-of': true, renamed: true, unreadable: true, modified: true },
    ...{ held: true, 'more-along': true, 'somebody-elses': true, 'secret-elsewhere': true },
  };
  const { failed, overtaken: told } = schema.$defs;
  expect([...failed.properties.failure.properties.code.enum].sort()).toEqual(Object.keys(failures).sort());
  expect(told.oneOf.map(({ properties }) => properties.code.const).sort()).toEqual(Object.keys(overtaken).sort());
});
