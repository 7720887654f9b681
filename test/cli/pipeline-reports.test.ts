import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { team, teamYaml } from './team.ts';

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
