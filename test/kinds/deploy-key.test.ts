import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { stage } from '../apply/stage.ts';
import { memory } from '../config/load.ts';
import { idOf } from '../sandbox/client.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO';
const OTHER = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBY2eqy2ekoBfI2oq5VoLMs5CGN4D3EU3aCg4MVWRMfE';

const yaml = (sections: { readonly [project: string]: string }) =>
  [
    'version: 1',
    'groups: { team: { name: Team, members: { root: owner } } }',
    'projects:',
    ...Object.entries(sections).map(([name, keys]) => `  team/${name}: { deploy_keys: ${keys} }`),
    '',
  ].join('\n');

async function stand(sections: { readonly [project: string]: string }) {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml(sections) });
  const id = await gitlab.group('team', { name: 'Team' });
  const ids: number[] = [];
  for (const path of ['app', 'web'])
    ids.push(idOf(await gitlab.post('/projects', { name: path, path, namespace_id: id })));
  const [app = 0, web = 0] = ids;
  return { gitlab, keelson, app: `/projects/${app}/deploy_keys`, web: `/projects/${web}/deploy_keys` };
}

describe('is refused before anything is sent', () => {
  const said = (document: string) =>
    loadConfig('keelson.yaml', kinds, memory({ 'keelson.yaml': document }), {}).diagnostics.map(({ code }) => code);
  it.each([
    ['no key', '{ k: {} }', 'missing-field'],
    ['what is no public key', '{ k: { key: nope } }', 'bad-pattern'],
    ['the private one', '{ k: { key: "-----BEGIN OPENSSH PRIVATE KEY-----" } }', 'bad-pattern'],
    ['two lines', `{ k: { key: "${KEY}\\n${OTHER}" } }`, 'bad-pattern'],
    ['an end that is no day', `{ k: { key: ${KEY}, expires_at: 2030-01-01T10:00:00Z } }`, 'bad-pattern'],
  ])('%s', (_what, keys, code) => {
    expect(said(yaml({ app: keys }))).toEqual([code]);
  });

  it('one key by two titles, or with two ends: it has one of each in all projects', () => {
    expect(said(yaml({ app: `{ k: { key: ${KEY} } }`, web: `{ other: { key: ${KEY} me@here } }` }))).toEqual([
      'shared-otherwise',
    ]);
    const ends = (day: string) => `{ k: { key: ${KEY}, expires_at: ${day} } }`;
    expect(said(yaml({ app: ends('2099-01-01'), web: ends('2099-01-02') }))).toEqual(['shared-otherwise']);
    expect(said(yaml({ app: ends('2099-01-01'), web: `{ k: { key: ${KEY}, can_push: true } }` }))).toEqual([]);
  });
});

describe('on a platform', () => {
  it('one key is in two projects, made in one after the other, and pushes where it may', async () => {
    const { gitlab, keelson, app, web } = await stand({
      app: `{ k: { key: ${KEY} me@here, can_push: true } }`,
      web: `{ k: { key: ${KEY} me@here } }`,
    });
    const applied = await keelson.run('apply', '--auto-approve', '--concurrency', '8');
    expect(applied, applied.err).toMatchObject({ status: 0 });
    const [one] = (await gitlab.get(app)).list;
    const [other] = (await gitlab.get(web)).list;
    expect(one).toMatchObject({ title: 'k', key: `${KEY} me@here`, can_push: true });
    expect(other).toMatchObject({ id: one?.['id'], can_push: false });
    expect(await keelson.run('plan', '--detailed-exitcode')).toMatchObject({ status: 0 });
    // Taken out of one project it stays in the other.
    keelson.write(
      'keelson.yaml',
      yaml({ app: '{ k: { state: absent, key: ssh-ed25519 AAAA } }', web: `{ k: { key: ${KEY} } }` }),
    );
    expect(await keelson.run('apply', '--auto-approve')).toMatchObject({ status: 0 });
    expect((await gitlab.get(app)).list).toEqual([]);
    expect((await gitlab.get(web)).list).toHaveLength(1);
  });

  it('where others have the key, it gets its title; that it does not end as they say is told', async () => {
    const { gitlab, keelson, app, web } = await stand({ app: `{ k: { key: ${KEY} } }` });
    await gitlab.post(web, { title: 'theirs', key: KEY });
    expect(await keelson.run('apply', '--auto-approve')).toMatchObject({ status: 0 });
    expect(await keelson.run('plan', '--detailed-exitcode')).toMatchObject({ status: 0 });
    expect((await gitlab.get(web)).list[0]).toMatchObject({ title: 'k' });
    keelson.write('keelson.yaml', yaml({ app: `{ k: { key: ${KEY}, expires_at: 2099-01-31 } }` }));
    const { status, err, out } = await keelson.run('apply', '--auto-approve');
    expect([status, err + out]).toEqual([
      1,
      expect.stringContaining('[kept-elsewhere]: project[team/app]/deploy_key[k]'),
    ]);
    expect((await gitlab.get(app)).list).toHaveLength(1);
  });

  it('two of one title are ambiguous, and nothing is guessed', async () => {
    const { gitlab, keelson, app } = await stand({ app: `{ k: { key: ${KEY} } }` });
    for (const key of [KEY, OTHER]) await gitlab.post(app, { title: 'k', key });
    const plan = await keelson.run('plan');
    expect([plan.status, plan.err]).toEqual([1, expect.stringContaining('is there 2 times')]);
  });

  it('what others enabled is told, and pruned where it says so', async () => {
    const { gitlab, keelson, app } = await stand({ app: '{}' });
    await gitlab.post(app, { title: 'stray', key: KEY });
    expect((await keelson.run('drift')).out).toContain('project[team/app]/deploy_key[stray]: not declared');
    keelson.write('keelson.yaml', yaml({ app: '{}' }).replace('{ deploy_keys', '{ prune: [deploy_keys], deploy_keys'));
    expect(await keelson.run('apply', '--auto-approve')).toMatchObject({ status: 0 });
    expect((await gitlab.get(app)).list).toEqual([]);
  });

  it('of one whose day has come nothing is made', async () => {
    const { gitlab, keelson, app } = await stand({ app: `{ k: { key: ${KEY}, expires_at: 2020-01-01 } }` });
    const plan = await keelson.run('plan');
    expect(plan.err + plan.out).toContain('has ended on 2020-01-01: nothing is made of it');
    await keelson.run('apply', '--auto-approve');
    expect((await gitlab.get(app)).list).toEqual([]);
  });
});
