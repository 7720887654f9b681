import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PageData } from '../../src/report/html/page-data.ts';
import { company } from '../review/stage.ts';
import { workspace } from './keelson.ts';

/** The program beside a company, by the token of an administrator or of somebody else. */
async function beside() {
  const there = await company();
  const { gitlab } = there;
  const url = { KEELSON_URL: gitlab.sandbox.url };
  return {
    ...there,
    keelson: workspace({}, { ...url, KEELSON_TOKEN: gitlab.token }),
    as: (username: string) => workspace({}, { ...url, KEELSON_TOKEN: gitlab.as(username).token }),
  };
}

/** The data that stands in a page. */
function dataIn(file: string): PageData {
  const [, data = '{}'] = /id="data">(.*?)<\/script>/s.exec(readFileSync(file, 'utf8')) ?? [];
  return JSON.parse(data) as PageData;
}

test('a review is printed in every form, writes nothing to GitLab, and says by its status whether a filter finds somebody', async () => {
  const { gitlab, keelson } = await beside();
  gitlab.sandbox.log.length = 0;
  const all = await keelson.run('review', '--html', 'access.html');
  expect([all.status, all.err]).toEqual([0, '']);
  expect(all.out).toContain('\ndev, person\n');
  expect(all.out).toContain('\n  group[acme/web]: maintainer, direct, added ');
  const page = dataIn(join(keelson.folder, 'access.html'));
  expect(page.heading).toContain('Access on ');
  expect(page.items.filter(({ name }) => name === 'dev').map(({ scope, reason }) => `${scope} ${reason}`)).toEqual([
    ...['group[acme] developer', 'group[acme/web] maintainer'],
  ]);
  const scopes = page.items.map(({ scope }) => scope);
  expect(scopes.lastIndexOf('group[acme]')).toBeLessThan(scopes.indexOf('group[acme/web]'));
  expect(scopes.lastIndexOf('group[acme]') - scopes.indexOf('group[acme]')).toBe(2);
  const admins = await keelson.run('review', '--admins', '--json');
  expect(admins.status).toBe(2);
  expect((JSON.parse(admins.out) as { people: { username: string }[] }).people.map(({ username }) => username)).toEqual(
    ['root'],
  );
  const none = await keelson.run('review', '--external', '--csv');
  expect([none.status, none.out.split('\r\n').length]).toEqual([0, 2]);
  expect(gitlab.sandbox.log.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('what a filter finds is removed by the declarations that are printed, once they are applied', async () => {
  const { gitlab, keelson, group, ids } = await beside();
  await gitlab.put(`/users/${ids['dev'] ?? 0}`, { external: true });
  const printed = await keelson.run('review', '--external', '--as', 'yaml');
  expect(printed.status).toBe(2);
  writeFileSync(join(keelson.folder, 'keelson.yaml'), printed.out);
  const applied = await keelson.run('apply', '--auto-approve');
  expect(applied.out).toContain('2 deleted');
  const members = (await gitlab.get(`/groups/${group['acme/web'] ?? 0}/members/all`)).list;
  expect(members.map(({ username }) => username)).not.toContain('dev');
  expect((await keelson.run('review', '--external')).out).toContain('dev, person, external\n');
});

test('tokens of users are removed by declarations in both sections, since no list tells their sort, but for two of one name', async () => {
  const { gitlab, keelson, ids, soon } = await beside();
  const dev = ids['dev'] ?? 0;
  await gitlab.put(`/users/${dev}`, { external: true });
  const make = (sort: string, name: string) =>
    gitlab.post(`/users/${dev}/${sort}_tokens`, { name, scopes: ['api'], expires_at: soon });
  await make('personal_access', 'laptop');
  await make('impersonation', 'support');
  await make('personal_access', 'twice');
  await make('impersonation', 'twice');
  const printed = await keelson.run('review', '--external', '--as', 'yaml');
  const declared = (section: string) =>
    `  ${section}:\n    dev:\n      - name: laptop\n        state: absent\n      - name: support\n        state: absent\n`;
  expect(printed.out).toContain(`instance:\n${declared('personal_access_tokens')}${declared('impersonation_tokens')}`);
  expect(printed.out).toContain('# A token of a user stands in two sections, since ');
  expect(printed.out).toContain('# - dev, token twice: another one of theirs has its name, ');
  writeFileSync(join(keelson.folder, 'keelson.yaml'), printed.out);
  const applied = await keelson.run('apply', '--auto-approve');
  expect([applied.status, applied.out]).toEqual([0, expect.stringContaining('4 deleted')]);
  const left = (await gitlab.get(`/personal_access_tokens?user_id=${dev}&state=active`)).list;
  expect(left.map(({ name }) => name)).toEqual(['twice', 'twice']);
});

test('who is no administrator reviews a group of their own, and is told what is not read; a filter of that decides nothing', async () => {
  const { as } = await beside();
  const olga = as('olga');
  const whole = await olga.run('review');
  expect([whole.status, whole.out]).toEqual([1, '']);
  expect(whole.err).toContain('error[needs-administrator]');
  const own = await olga.run('review', '--target', 'group[acme]**');
  expect(own.status).toBe(0);
  expect(own.out).toContain(
    'Not read: the personal tokens of people and service accounts, which GitLab tells administrators',
  );
  // Whoever comes from a group that is hidden is told all the same, and what was read is not said to be missing.
  expect(own.out).toContain('\nlent, person\n');
  expect(own.out).toContain('group[acme/web]: developer, by a way that is hidden from the user of this token');
  expect(own.out).toContain('Not read: the last activity of whoever takes no seat');
  const filtered = await olga.run('review', '--target', 'group[acme]**', '--without-two-factor', '--csv');
  expect(filtered.status).toBe(1);
  expect(filtered.err).toContain('Not known of dev, guest');
  expect((await olga.run('review', '--target', 'group[nope]**')).err).toContain('error[unknown-target]');
});

test('nobody is removed without a filter, and no more is asked than is permitted', async () => {
  const { keelson } = await beside();
  const everybody = await keelson.run('review', '--as', 'yaml');
  expect([everybody.status, everybody.out]).toEqual([1, '']);
  expect(everybody.err).toContain('error[no-filter]');
  const few = await keelson.run('review', '--max-requests', '5');
  expect([few.status, few.out]).toEqual([3, '']);
  expect(few.err).toContain('error[too-many-requests]');
  // What a review has not, nobody is told to use.
  expect(few.err).not.toContain('--shard');
});
