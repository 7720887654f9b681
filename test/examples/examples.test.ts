import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stage } from './example.ts';

test.each(['minimal', 'team', 'instance'])(
  'examples/%s: valid, planned, applied, and then planned to nothing',
  async (name) => {
    const { gitlab, keelson, secrets } = await stage(name);

    const valid = await keelson.run('validate', name);
    expect({ status: valid.status, err: valid.err }).toEqual({ status: 0, err: '' });

    const planned = await keelson.run('plan', name, '--detailed-exitcode');
    expect(planned.status).toBe(2);
    // How long a look at a large one takes is said ahead.
    expect(planned.err.replace(/^Looking at the instance takes about \d+ requests\.\n/, '')).toBe('');
    expect(planned.out).toMatch(/Plan: \d+ to create, \d+ to update, 0 to replace, \d+ to delete/);

    const har = join(process.env['KEELSON_TEST_HAR_DIR'] ?? keelson.folder, `${name}.har`);
    const applied = await keelson.run('apply', name, '--auto-approve', '--har', har);
    expect({ status: applied.status, failed: applied.out.split('\nFailed\n')[1] }).toEqual({
      status: 0,
      failed: undefined,
    });

    expect(await keelson.run('plan', name, '--detailed-exitcode')).toMatchObject({
      status: 0,
      out: expect.stringContaining('Nothing to do:') as string,
    });

    gitlab.sandbox.log.length = 0;
    expect((await keelson.run('apply', name, '--auto-approve')).status).toBe(0);
    expect(
      gitlab.sandbox.log.filter(({ method, url }) => method !== 'GET' && !/graphql|\/terraform\/state\//.test(url)),
    ).toEqual([]);

    const seen = [valid, planned, applied].flatMap(({ out, err }) => [out, err]).join('\n') + readFileSync(har, 'utf8');
    expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
  },
  60_000,
);

test('what examples/instance makes, export says so that it plans to nothing', async () => {
  const { keelson } = await stage('instance');
  expect((await keelson.run('apply', 'instance', '--auto-approve')).status).toBe(0);
  const exported = await keelson.run('export');
  keelson.write('exported.yaml', exported.out);
  const again = await keelson.run('plan', 'exported.yaml', '--detailed-exitcode');
  expect({ status: again.status, out: again.out.split('\n').at(-2) }).toEqual({
    status: 0,
    out: expect.stringMatching(/^Nothing to do:/) as string,
  });
}, 60_000);

test('the tokens of what is made are in the files that the entries name, for their owner alone', async () => {
  const { keelson, desired } = await stage('instance');
  await keelson.run('apply', 'instance', '--auto-approve');
  const made = desired.sections.flatMap(({ entries }) => entries.filter(({ spec }) => spec['token_to'] !== undefined));
  const files = readdirSync(join(keelson.folder, 'tokens')).filter((file) => file !== '.keep');
  expect(files).toHaveLength(made.length);
  for (const file of files) {
    expect(readFileSync(join(keelson.folder, 'tokens', file), 'utf8')).toMatch(/^(glrt|gldt|glpat)-\S{20,}\n$/);
    expect(statSync(join(keelson.folder, 'tokens', file)).mode & 0o777).toBe(0o600);
  }
}, 60_000);
