import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import schema from '../../schemas/undo.schema.json' with { type: 'json' };
import type { Undo } from '../../src/engine/undo/undo.ts';
import { undoJson } from '../../src/report/undo-json.ts';
import type { Workspace } from '../cli/keelson.ts';
import { idOf } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

const before = `instance:
  settings: { signup_enabled: true, home_page_url: 'https://home.example.com' }
groups:
  eng:
    description: as it was
    members: { alice: owner, bob: developer, carol: guest }
    hooks:
      ci: { url: https://ci.example.com/hook, push_events: true, token: { env: CI_HOOK_TOKEN } }
      old: { url: https://old.example.com/hook, tag_push_events: true }
    saml_links: { engineers: developer }
  eng/infra:
    visibility: private
    members: { alice: owner }
`;

const after = `instance:
  settings: { signup_enabled: false, home_page_url: '' }
groups:
  eng:
    description: as it is
    prune: [members]
    members: { alice: owner, bob: maintainer, dave: reporter, root: owner }
    hooks:
      ci: { url: https://ci.example.com/hook, push_events: false }
      old: { state: absent }
      new: { url: https://new.example.com/hook, push_events: true }
    saml_links: { engineers: maintainer }
  eng/infra:
    visibility: private
    members: { alice: owner }
  eng/late:
    members: { bob: owner }
`;

const GUARDS = [
  '--allow-scope-deletion',
  '--allow-mass-change',
  '--allow-mass-removal',
  '--allow-sign-in-closed',
  '--allow-own-access',
];
const APPLY = ['apply', '--auto-approve', ...GUARDS];

async function started() {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': before }, {}, { CI_HOOK_TOKEN: 'sesame-sesame' });
  await gitlab.user('dave');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  return { gitlab, keelson };
}

const fits = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);

const undoIn = ({ folder }: Workspace, file = 'undo.json'): Undo =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as Undo;

/** That a configuration plans to nothing. */
async function expectAs(keelson: Workspace, text: string): Promise<void> {
  keelson.write('keelson.yaml', text);
  const { out } = await keelson.run('plan');
  expect(out).toContain('Nothing to do: ');
}

test('what was updated, made, removed and replaced is as before, but for what was named; and an undo is undone', async () => {
  const { keelson } = await started();
  keelson.write('keelson.yaml', after);
  const { status, err } = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect(status).toBe(0);
  for (const line of [
    'What the undo will not bring back:',
    '  group[eng]/saml_link[engineers]: it is made anew, with another number and without its history',
    '  group[eng]/hook[old].token: GitLab does not show what it was',
    '`keelson apply undo.json` brings back what was live before, but for what is told above.',
  ])
    expect(err).toContain(line);
  fits(undoIn(keelson));
  expect(fits.errors ?? []).toEqual([]);
  expect(statSync(join(keelson.folder, 'undo.json')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(keelson.folder, 'undo.json'), 'utf8')).not.toContain('sesame');
  const back = await keelson.run(...APPLY, 'undo.json', '--undo', 'redo.json');
  expect(back).toMatchObject({ status: 0 });
  expect(back.out).toContain('Plan: 2 to create, 4 to update, 1 to replace, 3 to delete');
  await expectAs(keelson, before);
  expect((await keelson.run(...APPLY, 'undo.json')).out).toContain('Nothing to do: ');
  const again = await keelson.run(...APPLY, 'redo.json');
  expect(again.err).not.toContain('error');
  await expectAs(keelson, after);
});

test('a renamed group gets its name back, with what was changed in it; a deleted one is restored', async () => {
  const { keelson } = await started();
  const renamed = `groups:
  labs: { previously: eng, description: as it is, members: { bob: maintainer, dave: guest } }
  labs/infra: { members: { carol: guest } }
`;
  keelson.write('keelson.yaml', renamed);
  expect((await keelson.run(...APPLY, '--undo', 'undo.json')).status).toBe(0);
  expect(undoIn(keelson).entries.map(({ address, applied }) => [address, applied])).toContainEqual([
    'group[eng/infra]/member[carol]',
    'group[labs/infra]/member[carol]',
  ]);
  expect(await keelson.run(...APPLY, 'undo.json')).toMatchObject({ status: 0 });
  await expectAs(keelson, before);
  keelson.write('keelson.yaml', 'groups: { eng/infra: { state: absent } }\n');
  const { err } = await keelson.run(...APPLY, '--undo', 'second.json');
  expect(err).toContain('group[eng/infra]: it comes back with what is in it until GitLab deletes it for good');
  expect(await keelson.run(...APPLY, 'second.json')).toMatchObject({ status: 0 });
  await expectAs(keelson, before);
});

test('what somebody else has changed since is told with its place, and not written over', async () => {
  const { gitlab, keelson } = await started();
  keelson.write('keelson.yaml', after);
  await keelson.run(...APPLY, '--undo', 'undo.json');
  const eng = idOf(await gitlab.get('/groups/eng'));
  await gitlab.put(`/groups/${eng}`, { description: 'by somebody' });
  await gitlab.put('/application/settings', { home_page_url: 'https://else.example.com' });
  const made = (await gitlab.get(`/groups/${eng}/hooks`)).list.find(({ name }) => name === 'new');
  await gitlab.delete(`/groups/${eng}/hooks/${Number(made?.['id'])}`);
  await gitlab.post(`/groups/${eng}/hooks`, { name: 'new', url: 'https://new.example.com/hook', push_events: true });
  gitlab.sandbox.log.length = 0;
  const { status, err } = await keelson.run(...APPLY, 'undo.json');
  expect(status).toBe(3);
  expect(err).toContain(
    'undo.json:19:7: error[undo-stale]: group[eng] was changed since: its description is "by somebody" now, and was left as "as it is"',
  );
  expect(err).toMatch(/error\[undo-stale\]: group\[eng\]\/hook\[new\] is another one now \(id \d+\)/);
  expect(gitlab.sandbox.log.filter(({ method }) => method !== 'GET')).toEqual([]);
  // The rest is brought back where that is asked for.
  const skipped = await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip');
  expect([skipped.status, skipped.err.includes('give --on-stale'), skipped.err.includes('error')]).toEqual([
    3,
    false,
    false,
  ]);
  for (const told of [
    'group[eng] was changed since: its description is "by somebody" now, and was left as "as it is"; it is left out\n',
    'home_page_url is "https://else.example.com" now, and was left as null; that is left as it is, and the rest is brought back\n',
  ])
    expect(skipped.err).toContain(told);
  expect(skipped.err).toMatch(/group\[eng\]\/hook\[new\] is another one now \(id \d+\); it is left out\n/);
  expect((await gitlab.get('/groups/eng')).object['description']).toBe('by somebody');
  expect((await gitlab.get('/application/settings')).object).toMatchObject({
    signup_enabled: true,
    home_page_url: 'https://else.example.com',
  });
  expect((await gitlab.get(`/groups/${eng}/hooks`)).list.map(({ name }) => name).sort()).toEqual(['ci', 'new', 'old']);
});

test('what somebody else has made by its name, or its value, is not taken away', async () => {
  const wanted = `groups:
  eng:
    variables: { DEPLOY: { value: { env: CI_HOOK_TOKEN } } }
    protected_branches: { 'rel/*': { push_access_level: maintainer, merge_access_level: maintainer } }
    saml_links: { devs: { access_level: developer } }
`;
  const { gitlab, keelson } = await started();
  keelson.write('wanted.yaml', wanted);
  const applied = await keelson.run('apply', 'wanted.yaml', '--auto-approve', '--undo', 'undo.json');
  expect([applied.status, applied.err]).toEqual([
    0,
    expect.stringContaining('group[eng]/variable[DEPLOY]: it stays: nothing tells it from what others make'),
  ]);
  const at = `/groups/${idOf(await gitlab.get('/groups/eng'))}`;
  const branch = { name: 'rel/*', push_access_level: 40, merge_access_level: 40 };
  await gitlab.delete(`${at}/protected_branches/rel%2F*`);
  await gitlab.post(`${at}/protected_branches`, { ...branch, allow_force_push: true });
  const refused = await keelson.run(...APPLY, 'undo.json');
  expect([refused.status, refused.err]).toEqual([
    3,
    expect.stringContaining('group[eng]/protected_branch[rel/*] is another one now'),
  ]);
  // Also where it is just as the run has made it: it has another number.
  await gitlab.delete(`${at}/protected_branches/rel%2F*`);
  await gitlab.post(`${at}/protected_branches`, branch);
  // What has no number is known by its values alone.
  await gitlab.delete(`${at}/saml_group_links/devs`);
  const role = idOf(await gitlab.post('/member_roles', { name: 'reader', base_access_level: 30, read_code: true }));
  await gitlab.post(`${at}/saml_group_links`, { saml_group_name: 'devs', access_level: 30, member_role_id: role });
  const skipped = await keelson.run(...APPLY, '--on-stale', 'skip', 'undo.json');
  expect([skipped.status, skipped.err]).toEqual([
    3,
    expect.stringContaining("group[eng]/saml_link[devs] may be somebody else's: its role is"),
  ]);
  expect((await gitlab.get(`${at}/protected_branches`)).list).toMatchObject([{ name: 'rel/*' }]);
  expect((await gitlab.get(`${at}/saml_group_links`)).list).toMatchObject([{}, { name: 'devs' }]);
  expect((await gitlab.get(`${at}/variables`)).list).toMatchObject([{ key: 'DEPLOY' }]);
});

test('an undo whose run was killed brings back what that has done, and removes nothing that may be anybody’s', async () => {
  const { gitlab, keelson } = await started();
  keelson.write('keelson.yaml', after);
  // It ends in the middle: at a hook, whose change never comes.
  gitlab.sandbox.fail('delay=20000:1x@PUT /groups/*/hooks/*');
  const { child, ran } = keelson.start(...APPLY, '--undo', 'undo.json', '--concurrency', '1');
  const isAtHook = (): boolean => [...gitlab.sandbox.underway].some((one) => one.startsWith('PUT /groups/'));
  while (!isAtHook()) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await ran;
  gitlab.sandbox.fail('');
  expect(undoIn(keelson).state).toBe('begun');
  expect((await gitlab.get('/application/settings')).object['signup_enabled']).toBe(false);
  expect(await keelson.run(...APPLY, 'undo.json')).toMatchObject({ status: 0 });
  await expectAs(keelson, before);
});

test('a file that was edited, or is for another instance, is refused; so is an undo of a saved plan, or over another file', async () => {
  const { keelson } = await started();
  keelson.write('keelson.yaml', after);
  await keelson.run('plan', '--out', 'plan.json');
  const said = async (...args: readonly string[]) => {
    const { status, err } = await keelson.run(...APPLY, ...args);
    return [status, /error\[([a-z-]+)\]/.exec(err)?.[1]];
  };
  expect(await said('plan.json', '--undo', 'undo.json')).toEqual([3, 'saved-plan-option']);
  expect(await said('--undo', 'plan.json')).toEqual([1, 'unwritable']);
  expect(await said('--undo', 'undo.json')).toEqual([0, undefined]);
  expect(await said('--undo', 'undo.json')).toEqual([1, 'unwritable']);
  for (const [command, status] of [
    ['show', 1],
    ['merge', 3],
    ['validate', 1],
  ] as const)
    expect(await keelson.run(command, 'undo.json')).toMatchObject({
      status,
      err: expect.stringMatching(/error\[saved-file\]: [^]*`keelson apply undo.json`/) as string,
    });
  const file = join(keelson.folder, 'undo.json');
  const text = readFileSync(file, 'utf8');
  // As a run leaves it that is killed, and its journal is gone.
  const begun = JSON.stringify({ ...undoIn(keelson), state: 'begun' }, (name, value: unknown) =>
    name === 'made' ? undefined : value,
  );
  writeFileSync(file, undoJson(JSON.parse(begun) as Undo));
  const { status, err } = await keelson.run(...APPLY, 'undo.json');
  expect(status).toBe(3);
  expect(err).toContain('group[eng/late] is there, and no journal shows');
  writeFileSync(file, text.replace('as it was', 'as it never was'));
  expect(await said('undo.json')).toEqual([3, 'plan-file-edited']);
  writeFileSync(file, text.slice(0, 500));
  expect(await said('undo.json')).toEqual([3, 'plan-file-cut']);
  writeFileSync(file, '{ "format": "keelson/undo@2" }');
  expect(await said('undo.json')).toEqual([3, 'plan-file-invalid']);
  writeFileSync(file, text.replace('keelson/undo@2', 'keelson/undo@1'));
  expect(await said('undo.json')).toEqual([3, 'plan-file-newer']);
});

test('what others have done while the question stood, or where the run has not come to, is not undone', async () => {
  const { gitlab, keelson } = await started();
  const next = before
    .replace('carol: guest }', 'carol: { state: absent } }')
    .replace('      old: {', '      new: { url: https://new.example.com/hook }\n      old: {')
    .replace("home_page_url: 'https://home.example.com'", "home_page_url: 'https://there.example.com'");
  keelson.write('keelson.yaml', next);
  const at = `/groups/${idOf(await gitlab.get('/groups/eng'))}`;
  const carol = Number((await gitlab.get('/users?username=carol')).list[0]?.['id']);
  // While it is asked, others do all of it.
  const type = async (): Promise<string> => {
    await gitlab.delete(`${at}/members/${carol}`);
    await gitlab.post(`${at}/hooks`, { name: 'new', url: 'https://new.example.com/hook' });
    await gitlab.put('/application/settings', { home_page_url: 'https://there.example.com' });
    return 'yes';
  };
  const ran = await keelson.onTerminal(['apply', ...GUARDS, '--undo', 'undo.json'], [{ asked: /\[y\/N\] $/, type }]);
  expect([ran.status, ran.shown]).toEqual([0, expect.stringContaining('3 were so already')]);
  expect(ran.shown).toContain('undo.json holds no entry: this run has done nothing that could be brought back.');
  expect(undoIn(keelson)).toMatchObject({ state: 'ended', entries: [], lost: [] });
  gitlab.sandbox.log.length = 0;
  expect((await keelson.run(...APPLY, 'undo.json')).out).toContain('Nothing to do: ');

  // A run that is killed before it comes to all of it.
  keelson.write('keelson.yaml', next.replace('bob: developer', 'bob: reporter'));
  await gitlab.post(`${at}/members`, { user_id: carol, access_level: 10 });
  gitlab.sandbox.fail('delay=20000:1x@PUT /groups/*/members/*');
  const { child, ran: cut } = keelson.start(...APPLY, '--undo', 'cut.json', '--concurrency', '1');
  const isAtBob = (): boolean => [...gitlab.sandbox.underway].some((one) => one.startsWith('PUT /groups/'));
  while (!isAtBob()) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await cut;
  gitlab.sandbox.fail('');
  await gitlab.delete(`${at}/members/${carol}`);
  const refused = await keelson.run(...APPLY, 'cut.json');
  expect([refused.status, refused.err]).toEqual([
    3,
    expect.stringContaining(
      'group[eng]/member[carol] is gone, and no journal shows that the run which was cut has done that',
    ),
  ]);
});

test('what was done is told, though the file could not be completed', async () => {
  const { gitlab, keelson } = await started();
  keelson.write('keelson.yaml', after);
  const kept = join(keelson.folder, 'kept');
  mkdirSync(kept);
  gitlab.sandbox.fail('delay=300:1x@PUT /application/settings');
  const running = keelson.run(...APPLY, '--undo', 'kept/undo.json');
  while (gitlab.sandbox.underway.size === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  rmSync(kept, { recursive: true });
  const { status, out, err } = await running;
  expect([status, out.includes('Applied: 4 created')]).toEqual([1, true]);
  expect(err).toContain('error[unwritable]: kept/undo.json cannot be written, which is to hold the undo');
});

test('somebody else who has the name that an undo says is given nothing, and neither is another group', async () => {
  const { gitlab, keelson } = await stage({});
  const eng = await gitlab.group('eng');
  await gitlab.group('guests');
  await gitlab.post('/projects', { name: 'app', namespace_id: eng });
  const wanted = (members: string, shares: string, tag: string): string => `groups:
  eng: { prune: [members, shares], members: { root: owner, ${members} }, shares: { ${shares} } }
projects:
  eng/app: { protected_tags: { 'v*': { create_access_level: ${tag} } } }
`;
  keelson.write('keelson.yaml', wanted('bob: developer, carol: developer', 'guests: developer', '[user: carol]'));
  expect(await keelson.run(...APPLY)).toMatchObject({ status: 0 });
  keelson.write('keelson.yaml', wanted('bob: maintainer', '', 'maintainer'));
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  const carol = (await gitlab.get('/users?username=carol')).list[0]?.['id'];
  expect((await gitlab.put(`/users/${Number(carol)}`, { username: 'carola' })).status).toBe(200);
  expect((await gitlab.put('/groups/guests', { path: 'hosts', name: 'hosts' })).status).toBe(200);
  // Nobody and nothing of these names, and then others.
  expect((await keelson.run(...APPLY, 'undo.json')).status).toBe(3);
  const other = await gitlab.user('carol', { email: 'another@example.com' });
  const place = await gitlab.group('guests');
  gitlab.sandbox.log.length = 0;
  const refused = await keelson.run(...APPLY, 'undo.json');
  expect(refused.status).toBe(3);
  for (const [address, what, is] of [
    ['group[eng]/member[carol]', `user carol, which had the number ${Number(carol)}`, other],
    ['project[eng/app]/protected_tag[v*]', `user carol, which had the number ${Number(carol)}`, other],
    ['group[eng]/share[guests]', 'group guests, which had the number 2', place],
  ] as const)
    expect(refused.err).toContain(`error[undo-stale]: ${address} names the ${what}; ${is} is another one`);
  expect(writes(gitlab)).toEqual([]);
  expect((await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip')).status).toBe(3);
  expect(writes(gitlab)).toEqual([expect.stringMatching(/^PUT .*members/)]);
});

test('an integration that takes over the one above has settings of its own from its first change on, which is told and taken back', async () => {
  const own = '{ recipients: a@example.com, notify_only_broken_pipelines: false }';
  const { gitlab, keelson } = await stage({
    'keelson.yaml': `projects: { eng/api: { integrations: { pipelines-email: ${own} } } }\n`,
  });
  const eng = await gitlab.group('eng');
  const above = { recipients: 'a@example.com', notify_only_broken_pipelines: true };
  await gitlab.put(`/groups/${eng}/integrations/pipelines-email`, above);
  await gitlab.post('/projects', { name: 'api', path: 'api', namespace_id: eng });
  const shown = async () => (await gitlab.get('/projects/eng%2Fapi/integrations/pipelines-email')).object;
  expect(await shown()).toMatchObject({ inherited: true, properties: above });
  const { status, out } = await keelson.run(...APPLY, '--undo', 'undo.json');
  const told = /notify_only_broken_pipelines +true → false\n +use_inherited_settings +true → false/;
  expect([status, out]).toEqual([0, expect.stringMatching(told)]);
  expect((await shown())['inherited']).toBe(false);
  const { lost, entries } = undoIn(keelson);
  // What comes from above is not said beside that.
  expect([lost, entries.map(({ was }) => was)]).toEqual([
    [],
    [{ recipients: 'a@example.com', use_inherited_settings: true }],
  ]);
  expect(await keelson.run(...APPLY, 'undo.json')).toMatchObject({ status: 0 });
  expect(await shown()).toMatchObject({ inherited: true, properties: above });
  expect((await keelson.run(...APPLY, 'undo.json')).out).toContain('Nothing to do');
});

test('of an integration that goes its own fields alone are told as lost, and an export names those that it has', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': 'groups: { eng: { integrations: { bugzilla: { state: absent } } } }\n',
  });
  const eng = await gitlab.group('eng');
  const at = 'https://bugs.example.com';
  const urls = { project_url: at, issues_url: `${at}/:id`, new_issue_url: `${at}/new` };
  await gitlab.put(`/groups/${eng}/integrations/bugzilla`, urls);
  const exported = await keelson.run('export', '--target', 'group[eng]/integration[bugzilla]');
  expect([exported.status, exported.err]).toEqual([0, expect.not.stringContaining('shows no secrets')]);
  expect((await keelson.run(...APPLY, '--undo', 'undo.json')).status).toBe(0);
  // The other one is of what inherits it.
  expect(undoIn(keelson).lost.map(({ address }) => address)).toEqual(['group[eng]/integration[bugzilla]', '']);
  expect(await keelson.run(...APPLY, 'undo.json')).toMatchObject({ status: 0 });
  expect((await gitlab.get(`/groups/${eng}/integrations/bugzilla`)).object['properties']).toMatchObject(urls);
});
