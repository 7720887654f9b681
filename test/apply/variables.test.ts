import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { filesIn, secretsIn, secretsInFiles } from '../taint/markers.ts';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];
const env = { OLD: 'an-old-secret-4c1b', NEW: 'a-newer-secret-91be' };
/** What somebody has set by hand. */
const BY_HAND = 'set-by-hand-7d21f0';

const document = (variables: string, more = ''): { readonly [file: string]: string } => ({
  'keelson.yaml': `groups: { top: { ${more} variables: ${variables} } }\n`,
});

/** The texts that a file must not hold: values, and what a value can be found again by. */
function telling(values: { readonly [name: string]: string }): { readonly [name: string]: string } {
  const hashes = Object.entries(values).flatMap(([name, value]) =>
    (['md5', 'sha1', 'sha256', 'sha512'] as const).flatMap((how) => [
      [`${how} of ${name}`, createHash(how).update(value).digest('hex')],
      [`${how} of ${name} as JSON`, createHash(how).update(JSON.stringify(value)).digest('hex')],
    ]),
  );
  return { ...values, ...(Object.fromEntries(hashes) as { readonly [name: string]: string }) };
}

it('a secret that somebody has changed by hand is seen without a ledger, and set back', async () => {
  const { gitlab, keelson } = await stage(document('{ A: { value: { env: OLD }, masked: true } }'), {}, env);
  await gitlab.group('top');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  const same = await keelson.run('plan', '--detailed-exitcode');
  expect([same.status, same.out]).toEqual([0, expect.stringContaining('Nothing to do')]);
  expect(same.out).not.toContain('nverifiable');

  await gitlab.put('/groups/top/variables/A', { value: BY_HAND });
  const drift = await keelson.run('drift');
  expect([drift.status, drift.out]).toEqual([2, expect.stringContaining('value')]);
  const plan = await keelson.run('plan', '--out', 'saved.json', '--har', 'plan.har', '--verbose');
  expect(plan.out).toContain('variable[A]: value differs');
  expect((await keelson.run('apply', 'saved.json', '--auto-approve', '--har', 'apply.har')).status).toBe(0);
  expect((await gitlab.get('/groups/top/variables/A')).object['value']).toBe(env.OLD);

  const all = telling({ ...env, BY_HAND });
  for (const { out, err } of [drift, plan]) expect(secretsIn(`${out}${err}`, 'output', all)).toEqual([]);
  expect(filesIn(keelson.folder)).toEqual(expect.arrayContaining(['saved.json', 'plan.har', 'apply.har']));
  expect(secretsInFiles(keelson.folder, all)).toEqual([]);
});

it('another secret is sent, and one that is not at hand is told as not compared', async () => {
  const { gitlab, keelson } = await stage(document('{ A: { value: { env: OLD } } }'), {}, env);
  await gitlab.group('top');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  keelson.write('keelson.yaml', document('{ A: { value: { env: NEW } } }')['keelson.yaml'] ?? '');
  expect((await keelson.run('plan')).out).toContain('value differs');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect((await gitlab.get('/groups/top/variables/A')).object['value']).toBe(env.NEW);
  keelson.write('keelson.yaml', document('{ A: { value: { env: NOBODY_SET_IT } } }')['keelson.yaml'] ?? '');
  const { out, status } = await keelson.run('plan', '--detailed-exitcode');
  expect([status, out]).toEqual([0, expect.stringContaining('group[top]/variable[A].value')]);
});

it('a hidden one is compared with what was last sent, where there is a ledger', async () => {
  const text = document('{ A: { value: { env: OLD }, hidden: true } }')['keelson.yaml'] ?? '';
  const files = { 'keelson.yaml': `ledger: { file: ledger.json }\n${text}` };
  const { gitlab, keelson } = await stage(files, {}, { ...env, KEELSON_LEDGER_KEY: 'the key of this ledger' });
  await gitlab.group('top');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  keelson.write('keelson.yaml', files['keelson.yaml'].replace('OLD', 'NEW'));
  expect((await keelson.run('plan')).out).toContain('value changed since last sent');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(gitlab.sandbox.platform.state.variables.all().map(({ value }) => value)).toEqual([env.NEW]);
});

it('what is live is never shown, saved or exported, though what is declared is plain', async () => {
  const { gitlab, keelson } = await stage(document('{ A: { plain_value: info } }', 'prune: [variables],'), {}, env);
  await gitlab.group('top');
  await gitlab.post('/groups/top/variables', { key: 'A', value: BY_HAND });
  await gitlab.post('/groups/top/variables', { key: 'STRAY', value: BY_HAND });
  const runs = [
    await keelson.run('plan', '--out', 'saved.json', '--har', 'plan.har', '--verbose'),
    await keelson.run('plan', '--json'),
    await keelson.run('plan', '--markdown'),
    await keelson.run('drift'),
    await keelson.run('drift', '--json'),
    await keelson.run('export', '--har', 'export.har'),
    await keelson.run('apply', 'saved.json', '--auto-approve', '--allow', 'removals', '--har', 'apply.har'),
  ];
  expect(runs[0]?.out).toContain('(secret) → info');
  expect(runs[5]?.out).toContain('value: { env: TOP_VARIABLE_STRAY_VALUE }');
  const all = telling({ BY_HAND });
  for (const { out, err } of runs) expect(secretsIn(`${out}${err}`, 'output', all)).toEqual([]);
  expect(secretsInFiles(keelson.folder, all)).toEqual([]);
});

it('only the variable of its environment is changed or removed, whatever else has its key', async () => {
  const variables = (of: string): string => `{ A: [{ plain_value: one, environment_scope: prod }, ${of}] }`;
  const test = '{ plain_value: two, environment_scope: "test/*" }';
  const { gitlab, keelson } = await stage(document(variables(test)), {}, env);
  await gitlab.group('top');
  await gitlab.post('/groups/top/variables', { key: 'A', value: 'of somebody else' });
  expect((await keelson.run(...APPLY)).status).toBe(0);
  keelson.write('keelson.yaml', document(variables(test.replace('two', 'three')))['keelson.yaml'] ?? '');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  const gone = variables('{ environment_scope: "test/*", state: absent }').replace('one', 'four');
  keelson.write('keelson.yaml', document(gone)['keelson.yaml'] ?? '');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(writes(gitlab).filter((write) => /^(PUT|DELETE) /.test(write))).toEqual([
    'PUT /groups/1/variables/A?filter%5Benvironment_scope%5D=test%2F*',
    expect.stringMatching(/^(PUT|DELETE) /),
    expect.stringMatching(/^(PUT|DELETE) /),
  ]);
  const live = (await gitlab.get('/groups/top/variables')).list.map(({ environment_scope: scope, value }) => [
    scope,
    value,
  ]);
  expect(live).toEqual([
    ['*', 'of somebody else'],
    ['prod', 'four'],
  ]);
});

it('a group on Free is told that its variables are for all environments', async () => {
  const { gitlab, keelson } = await stage(document('{ A: { plain_value: x, environment_scope: prod } }'), {
    tier: 'free',
  });
  await gitlab.group('top');
  const { status, err, out } = await keelson.run('plan');
  expect(status).toBe(1);
  expect(`${out}${err}`.replace(/\s+/g, ' ')).toContain(
    'environment_scope needs GitLab Premium, and this instance has Free',
  );
});

it('what an earlier version cannot hide is masked all the same, and said', async () => {
  const { gitlab, keelson } = await stage(
    document('{ A: { value: { env: OLD }, hidden: true } }'),
    { version: '17.3.0' },
    env,
  );
  await gitlab.group('top');
  const { status, err, out } = await keelson.run(...APPLY);
  expect([status, `${out}${err}`.replace(/\s+/g, ' ')]).toEqual([0, expect.stringContaining('hidden is left out')]);
  expect((await gitlab.get('/groups/top/variables/A')).object).toMatchObject({ masked: true });
});

it('a hidden one is not to be unmasked, and says how it would be; nor is one that gets a token', async () => {
  const one = '{ A: { value: { env: OLD }, masked: false } }';
  const { gitlab, keelson } = await stage(document(one), {}, env);
  const top = await gitlab.group('top');
  await gitlab.post(`/groups/${top}/variables`, { key: 'A', value: env.OLD, masked_and_hidden: true });
  const { status, err } = await keelson.run('plan');
  const said = 'variable[A] would be refused by GitLab: The variable is hidden, and stays masked with that';
  expect([status, err.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining(said)]);
  const handed = `access_tokens: { ci: { scopes: [read_api], access_level: reporter, rotate: { before: 14d, lifetime: 90d }, token_to: { variable: { group: top, key: A, masked: false } } } }`;
  keelson.write('keelson.yaml', `groups: { top: { ${handed} } }\n`);
  const token = await keelson.run('plan');
  expect([token.status, token.err.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining(said)]);

  keelson.write('keelson.yaml', document(one.replace('masked', 'hidden: false, masked'))['keelson.yaml'] ?? '');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect((await gitlab.get(`/groups/${top}/variables/A`)).object).toMatchObject({ hidden: false, masked: false });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});
