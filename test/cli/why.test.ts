import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import planSchema from '../../schemas/plan.schema.json' with { type: 'json' };
import schema from '../../schemas/why.schema.json' with { type: 'json' };
import type { WhyDocument } from '../../src/report/why-json.ts';
import { stage, writes } from '../apply/stage.ts';
import { idOf } from '../sandbox/client.ts';
import { refusingGateway } from './refusing-gateway.ts';

const yaml = `defaults:
  groups:
    '**': { visibility: private, request_access_enabled: false }
    'eng/**': { visibility: internal, prune: [members] }
    'eng/*': { description: from a pattern }
groups:
  eng:
    visibility: internal
    members: { alice: owner, bob: developer }
    ignore: { members: [svc-*] }
    hooks:
      ci: { url: https://ci.example.com/hook, token: { env: CI_HOOK_TOKEN }, push_events: true }
  eng/infra:
    visibility: private
    members: { alice: owner }
`;

const VALUE = 'sesame-sesame';
const fits = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);

/** What a run printed, which has to fit the schema. */
function documentIn(out: string): WhyDocument {
  const document = JSON.parse(out) as WhyDocument;
  fits(document);
  expect(fits.errors ?? []).toEqual([]);
  return document;
}

/** An instance that is as declared but for what somebody has changed since. */
async function changed() {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml }, {}, { CI_HOOK_TOKEN: VALUE });
  for (const username of ['svc-deploy', 'mallory']) await gitlab.user(username);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const [top, below] = [idOf(await gitlab.get('/groups/eng')), idOf(await gitlab.get('/groups/eng%2Finfra'))];
  await gitlab.put(`/groups/${below}`, { description: 'by hand' });
  const [hook] = (await gitlab.get(`/groups/${top}/hooks`)).list;
  await gitlab.put(`/groups/${top}/hooks/${Number(hook?.['id'])}`, { url: hook?.['url'] ?? '', push_events: false });
  const people = (await gitlab.get('/users')).list;
  const idOfUser = (name: string) => people.find(({ username }) => username === name)?.['id'] ?? 0;
  await gitlab.post(`/groups/${top}/members`, { user_id: idOfUser('svc-deploy'), access_level: 30 });
  await gitlab.post(`/groups/${below}/members`, { user_id: idOfUser('mallory'), access_level: 30 });
  const asked = async (address: string, ...more: readonly string[]) => {
    const ran = await keelson.run('why', address, ...more);
    expect(ran.out + ran.err).not.toContain(VALUE);
    return ran;
  };
  const data = async (address: string) => documentIn((await asked(address, '--json')).out);
  return { gitlab, keelson, asked, data };
}

test('a field is told with its layers, what is live, who changed it and what a plan would send; and nothing is written', async () => {
  const { gitlab, asked, data } = await changed();
  gitlab.sandbox.log.length = 0;
  expect(await asked('group[eng/infra].description')).toEqual({
    status: 0,
    err: '',
    out: expect.stringMatching(
      new RegExp(
        String.raw`^group\[eng/infra\]\.description

Wanted: from a pattern, by the default 'eng/\*'
  keelson\.yaml:5:29
  5 \|     'eng/\*': \{ description: from a pattern \}
    \|                             \^{14}
  default 'eng/\*\*' fits, and says nothing of it  \(keelson\.yaml:4:5\)
  default '\*\*' fits, and says nothing of it  \(keelson\.yaml:3:5\)

Live: by hand \(id \d+\)
  last touched by root, .* UTC

A plan would change it:
  ~ group\[eng/infra\]: description differs  \(keelson\.yaml:13:3\)
      description  by hand → from a pattern  \(default at keelson\.yaml:5:29\)
      PUT /groups/\d+
        description: "from a pattern"
$`,
      ),
    ) as unknown,
  });
  expect(writes(gitlab)).toEqual([]);
  // What is beside it is not looked at.
  expect(gitlab.sandbox.log.filter(({ url }) => url.includes('/hooks'))).toEqual([]);
  const overruled = (await asked('group[ENG/infra].visibility')).out;
  expect(overruled).toContain("default 'eng/**' is overruled: internal  (keelson.yaml:4:29)");
  expect(overruled).toContain('Nothing to change in visibility. A plan would change other parts');
  const { fields, differs, change } = await data('group[eng/infra].visibility');
  expect(fields[0]?.layers.map(({ pattern, value }) => [pattern, value])).toEqual([
    [undefined, 'private'],
    ['eng/*', undefined],
    ['eng/**', 'internal'],
    ['**', 'private'],
  ]);
  const place = expect.objectContaining({ file: 'keelson.yaml', line: 5, column: 29 }) as unknown;
  const ofDescription = { path: 'description', from: 'by hand', to: 'from a pattern', place };
  expect([differs, change?.fields]).toEqual([false, [ofDescription]]);
  expect((await asked('group[eng].name')).out).toContain('the field is not declared, and is left as it is');
});

test('a resource is told with all of its fields; a secret as one, which nobody can compare', async () => {
  const { data, asked } = await changed();
  const { fields, wanted, live, differs, change } = await data('group[eng]/hook[ci]');
  expect(wanted).toMatchObject({ state: 'present', place: { file: 'keelson.yaml', line: 12, column: 7 } });
  expect([live.state, differs, change?.calls.length]).toEqual(['there', true, 1]);
  expect(fields.map(({ path, wanted: said, differs: is, unverifiable }) => [path, said, is, unverifiable])).toEqual([
    ['url', 'https://ci.example.com/hook', false, undefined],
    ['token', '(secret)', false, 'hidden'],
    ['push_events', true, true, undefined],
  ]);
  const { out } = await asked('group[eng]/hook[ci].token');
  expect(out).toContain('Wanted: (secret), by its own entry');
  expect(out).toContain('Live: GitLab does not show it');
  expect(out).toContain('nobody is named: no audit event');
  expect((await asked('group[eng]/hook[ci]')).out).toContain('  push_events  true, live false  (keelson.yaml:12:91)');
});

test('what nobody declares is told with what becomes of it, and by which line', async () => {
  const { gitlab, data, asked } = await changed();
  const because = async (address: string) => {
    const { wanted, change } = await data(address);
    if (wanted.state !== 'undeclared') throw new Error(`${address} is declared`);
    return [wanted.because, wanted.place?.line, change?.action];
  };
  expect(await because('group[eng]/member[root]')).toEqual(['additive', undefined, undefined]);
  expect(await because('group[eng]/member[svc-deploy]')).toEqual(['ignored', 10, undefined]);
  expect(await because('group[eng/infra]/member[mallory]')).toEqual(['pruned', 4, 'delete']);
  expect(await because('group[eng/infra]/member[root]')).toEqual(['kept', 4, undefined]);
  expect(await because('instance/settings.signup_enabled')).toEqual(['unwritten', undefined, undefined]);
  await gitlab.group('other');
  expect(await because('group[other]')).toEqual(['scope', undefined, undefined]);
  const { out } = await asked('group[eng/infra]/member[mallory]');
  for (const line of [
    'is pruned, so that it is to go',
    '  made by root, ',
    '  - member[mallory]: not declared',
    'DELETE /groups/',
  ])
    expect(out).toContain(line);
});

test('what is missing tells what it waits for, what waits for it, and which guard refuses it', async () => {
  const { keelson, asked, data } = await changed();
  const missing = yaml.replace(/( +)members: { alice: owner }\n$/, '$1members: { alice: owner, carol: owner }\n');
  keelson.write('keelson.yaml', `${missing}  eng/late: { members: { alice: owner } }\n`);
  expect(await data('group[eng/late]/member[alice]')).toMatchObject({
    ...{ live: { state: 'missing' }, differs: true, change: { action: 'create', needs: ['group[eng/late]'] } },
  });
  const late = (await asked('group[eng/late]/member[alice]')).out;
  expect(late).toContain('      after group[eng/late]');
  // What an entry leaves empty without a word is not declared.
  expect(late).not.toMatch(/^ +role/m);
  // Whoever is not declared goes once all are there.
  expect((await data('group[eng/infra]/member[carol]')).waiting).toEqual(['group[eng/infra]/member[mallory]']);
  expect((await asked('group[eng/infra]/member[carol]')).out).toContain(
    'waits for it: group[eng/infra]/member[mallory]',
  );
  keelson.write('keelson.yaml', 'groups: { eng: {}, eng/infra: { state: absent, protect: true } }\n');
  const { refusals, wanted } = await data('group[eng/infra]');
  expect(wanted.state).toBe('absent');
  expect(refusals.map(({ guard }) => guard)).toContain('protected');
  expect((await asked('group[eng/infra]')).out).toContain('The guard protected would refuse it: ');
});

test('what cannot be read is said so, and is no answer of 0', async () => {
  const { gitlab, keelson } = await changed();
  const KEELSON_URL = await refusingGateway(gitlab.sandbox.url, { method: 'GET', path: /\/hooks/, status: 403 });
  const { status, out } = await keelson.told({ KEELSON_URL }).run('why', 'group[eng]/hook[ci]');
  expect(status).toBe(1);
  expect(out).toContain('Live: unknown, as told below');
  expect(out).toContain('error[unreadable]: group[eng]/hooks cannot be read');
});

test('an address that fits nothing is an error with the nearest ones', async () => {
  const { asked } = await changed();
  const said = async (address: string) => {
    const { status, out, err } = await asked(address);
    expect([status, out]).toEqual([1, '']);
    return err;
  };
  expect(await said('group[eng]/hok[ci].url')).toContain('the nearest are group[eng]/hook[ci]');
  expect(await said('group[eng]/hook[cii]')).toContain('the nearest are group[eng]/hook[ci]');
  expect(await said('group[eng].visibilty')).toContain('= help: Write group[eng].visibility\n');
  for (const none of ['group[gone]', 'group[gone]/hook[ci]', 'group[eng]/hook', 'group[eng]/settings', '', 'eng'])
    expect(await said(none)).toContain('error[unknown-address]');
});

test('the schema has the definitions of the plan’s', () => {
  const { answered, ...shared } = schema.$defs;
  expect(answered.required).toContain('layers');
  expect(shared).toEqual(planSchema.$defs);
  const { refusals, diagnostics, joint } = planSchema.properties;
  expect(schema.properties).toMatchObject({ refusals, diagnostics, joint: joint.items });
});
