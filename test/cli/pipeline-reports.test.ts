import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PageData } from '../../src/report/html/page-data.ts';
import { team, teamYaml } from './team.ts';

/** What a page shows, as its data says. */
function pageData(page: string): PageData {
  const [, data = ''] = /id="data">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(data) as PageData;
}

const ALL = ['--junit', 'j.xml', '--code-quality', 'c.json', '--sarif', 's.sarif'] as const;

test('reports are written where the plan is made, and where it is not', async () => {
  const { keelson } = await team();
  const read = (file: string): string => readFileSync(join(keelson.folder, file), 'utf8');
  const planned = await keelson.run('plan', ...ALL, '--terraform-report', 't.json', '--out', 'plan.json');
  expect(planned.status).toBe(0);
  const counts = JSON.parse(read('t.json')) as { create: number };
  expect(counts.create).toBeGreaterThan(0);
  expect(read('j.xml')).toContain('failures="0"');
  expect(read('c.json')).toContain('"keelson-create"');

  keelson.write('keelson.yaml', teamYaml.replace('alice: owner', 'alice: ownr'));
  expect((await keelson.run('plan', ...ALL, '--terraform-report', 't.json')).status).toBe(1);
  expect(read('t.json')).toBe('{}\n');
  expect(read('j.xml')).toContain('failures="1"');
  expect(read('c.json')).toContain('"blocker"');
  expect(read('s.sarif')).toContain('"executionSuccessful": false');

  const shown = await keelson.run('show', 'plan.json', '--terraform-report', 't.json');
  expect(shown).toMatchObject({ status: 0, out: planned.out.replace(/Saved to.*\n/, '') });
  expect(JSON.parse(read('t.json'))).toEqual(counts);
});

test('a guard that refuses stands in the reports, of the plan and of the apply', async () => {
  const { keelson } = await team();
  const read = (file: string): string => readFileSync(join(keelson.folder, file), 'utf8');
  expect((await keelson.run('apply', '--auto-approve', '--junit', 'a.xml')).status).toBe(0);
  expect(read('a.xml')).toMatch(/<testsuites name="keelson apply" tests="\d+" failures="0"/);
  keelson.write('keelson.yaml', teamYaml.replace('visibility: internal', 'visibility: public'));
  expect((await keelson.run('plan', ...ALL)).status).toBe(0);
  expect(read('j.xml')).toContain('classname="guard-public-visibility"');
  expect(read('c.json')).toContain('"critical"');
  expect((await keelson.run('apply', '--auto-approve', '--junit', 'a.xml')).status).toBe(3);
  expect(read('a.xml')).toContain('failures="1"');
});

test('what was not applied has passed in no report, and what was applied is a finding in none', async () => {
  const { keelson } = await team();
  const read = (file: string): string => readFileSync(join(keelson.folder, file), 'utf8');
  expect((await keelson.run('apply', ...ALL)).status).toBe(1);
  expect(read('j.xml')).toContain('tests="4" failures="1" errors="0" skipped="3"');
  expect(read('j.xml')).toContain('<skipped message="nothing was applied: nobody can be asked here whether');
  expect(read('c.json')).toContain('Not attempted: create group[team]: nothing was applied: nobody can be asked');
  expect(read('s.sarif')).toContain('"ruleId": "change-not-attempted"');

  expect((await keelson.run('apply', '--auto-approve', ...ALL)).status).toBe(0);
  expect(read('j.xml')).toContain('tests="3" failures="0" errors="0" skipped="0"');
  expect(read('c.json')).not.toMatch(/keelson-(create|failed|not-attempted)/);
  expect(read('s.sarif')).not.toContain('change-');

  keelson.write('keelson.yaml', teamYaml.replace('visibility: internal', 'visibility: public'));
  expect((await keelson.run('apply', '--auto-approve', ...ALL)).status).toBe(3);
  expect(read('j.xml')).toContain('tests="2" failures="1" errors="0" skipped="1"');

  const hooks = '    hooks: { ci: { url: "https://ci.example.com", token: { env: UNSET } } }\n';
  keelson.write('keelson.yaml', `${teamYaml}${hooks}`);
  expect((await keelson.run('apply', '--auto-approve', ...ALL)).status).toBe(1);
  expect(read('j.xml')).toContain('tests="2" failures="1" errors="0" skipped="1"');
});

test('drift fails a test for each thing that differs', async () => {
  const { keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  keelson.write('keelson.yaml', teamYaml.replace('bob: developer', 'bob: maintainer'));
  expect((await keelson.run('drift', '--junit', 'd.xml')).status).toBe(2);
  expect(readFileSync(join(keelson.folder, 'd.xml'), 'utf8')).toContain(
    'classname="group[team]" name="member[bob]" file="keelson.yaml"><failure message="differs: access_level"',
  );
});

test('what stands where a report is to go stays, unless it is one', async () => {
  const { keelson } = await team();
  writeFileSync(join(keelson.folder, 'token'), 'glpat-somebody');
  const { status, err } = await keelson.run('validate', '--junit', 'token');
  expect(status).toBe(1);
  expect(err).toContain('token cannot be written, which is to hold the tests of JUnit: something else stands there');
  expect(readFileSync(join(keelson.folder, 'token'), 'utf8')).toBe('glpat-somebody');
  expect((await keelson.run('plan', '--junit', 'x', '--out', 'x')).err).toContain('error[shared-file]');
});

test('a report of an earlier run is not taken for one of a run that comes to no end', async () => {
  const { keelson } = await team();
  await keelson.run('validate', '--junit', 'j.xml');
  const { child, ran } = keelson.start('plan', '--junit', 'j.xml', '--url', 'http://127.0.0.1:9', '--concurrency', '1');
  const emptied = async (): Promise<void> => {
    while (readFileSync(join(keelson.folder, 'j.xml'), 'utf8').includes('keelson validate'))
      await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await emptied();
  child.kill('SIGKILL');
  await ran;
  expect(readFileSync(join(keelson.folder, 'j.xml'), 'utf8')).not.toContain('the configuration is valid');
});

test('the page tells of each command what the others tell, however it ends', async () => {
  const { keelson } = await team();
  const page = async (...args: readonly string[]): Promise<PageData & { readonly status: number | null }> => {
    const { status } = await keelson.run(...args, '--html', 'page.html');
    return { status, ...pageData(readFileSync(join(keelson.folder, 'page.html'), 'utf8')) };
  };
  const planned = await page('plan', '--out', 'plan.json');
  expect(planned).toMatchObject({ status: 0, standing: 'differs' });
  expect(planned.items.map(({ name }) => name)).toEqual(['group[team]', 'member[alice]', 'member[bob]']);
  expect(planned.forecast).toMatch(/^\d+ reads made, \d writes to come; checksum/);
  const { sum, forecast } = planned;
  expect(await page('show', 'plan.json')).toMatchObject({ status: 0, sum, forecast });
  await keelson.run('plan', '--shard', '1/1', '--out', 'part.json');
  expect(await page('merge', 'part.json')).toMatchObject({ status: 0, sum, standing: 'differs' });
  expect(await page('apply', 'plan.json', '--auto-approve')).toMatchObject({
    sum: 'Applied: 3 created, 0 updated, 0 replaced, 0 deleted',
    items: planned.items.map(({ name }) => ({ name, outcome: { status: 'done', lines: [] } })),
  });

  keelson.write('keelson.yaml', teamYaml.replace('visibility: internal', 'visibility: public'));
  const refused = { guard: 'public-visibility', flag: '--allow-public-visibility', about: 1 };
  expect(await page('plan', '--out', 'public.json')).toMatchObject({
    standing: 'refused',
    refusals: [refused],
    said: [],
  });
  for (const what of ['public.json', 'keelson.yaml'])
    expect(await page('apply', what, '--auto-approve')).toMatchObject({
      status: 3,
      refusalIntroduction: 'It was not applied:',
      refusals: [refused],
    });
  expect(await page('apply', 'public.json', '--auto-approve', '--allow-public-visibility')).toMatchObject({
    status: 0,
    standing: 'well',
    refusals: [],
  });

  keelson.write('keelson.yaml', teamYaml.replace('alice: owner', 'alice: ownr'));
  for (const command of ['plan', 'drift'])
    expect(await page(command)).toMatchObject({
      status: 1,
      standing: 'failed',
      items: [],
      said: [{ severity: 'error' }],
    });
});

test('the page of a drift tells who did it, and what was not looked at', async () => {
  const { keelson, gitlab, bob } = await team();
  await keelson.run('apply', '--auto-approve');
  await gitlab.put(`/groups/team/members/${String(bob)}`, { access_level: 40 });
  const { out, err } = await keelson.run('drift', '--html', 'drift.html');
  const { items, notes, sum } = pageData(readFileSync(join(keelson.folder, 'drift.html'), 'utf8'));
  expect(items).toMatchObject([{ name: 'member[bob]', risks: ['takes-access'] }]);
  expect(items[0]?.who).toMatch(/^last touched by root, \d{4}-/);
  expect(out).toContain(items[0]?.who);
  expect(out.replaceAll('http://gitlab.test', gitlab.sandbox.url)).toContain(sum);
  expect(err).toContain(notes.at(-1)?.lines[0]);
});

test('what stands where the page is to go stays, unless it is one of an earlier run, which is emptied at once', async () => {
  const { keelson } = await team();
  const file = join(keelson.folder, 'page.html');
  writeFileSync(file, '<!doctype html>\n<html lang="en">somebody else’s</html>');
  const { status, err } = await keelson.run('plan', '--html', 'page.html');
  expect(status).toBe(1);
  expect(err).toContain('page.html cannot be written, which is to hold the page: something else stands there');
  expect(readFileSync(file, 'utf8')).toContain('somebody else’s');

  rmSync(file);
  await keelson.run('plan', '--html', 'page.html');
  const { child, ran } = keelson.start(
    'plan',
    '--html',
    'page.html',
    '--url',
    'http://127.0.0.1:9',
    '--concurrency',
    '1',
  );
  while (readFileSync(file, 'utf8') !== '') await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGKILL');
  await ran;
  expect(readFileSync(file, 'utf8')).toBe('');
});
