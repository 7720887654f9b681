import { expect, it } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { stage, writes } from './stage.ts';

const KEY = 'the key of the ledgers of these tests';
const ledgered = (ledger: string, token: string): string => `ledger: { file: ${ledger} }
groups:
  top:
    hooks: { ci: { url: https://ci.example.com/in, token: { env: ${token} } } }
    integrations: { jira: { url: https://jira.example.com, username: u, password: { env: OLD } } }
`;
const env = { KEELSON_LEDGER_KEY: KEY, OLD: 'an-old-secret', NEW: 'a-newer-secret' };
const APPLY = ['apply', '--auto-approve'];

it('what was made anew by hand is not known to have the secret that was sent to its predecessor', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': ledgered('ledger.json', 'OLD') }, {}, env);
  await gitlab.group('top');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  for (const [command, words] of [
    [
      'plan',
      'Nothing to do: http://gitlab.test is as the repository says, as far as the API shows and the ledger knows',
    ],
    ['drift', 'No drift: http://gitlab.test is as the repository says, as far as the API shows and the ledger knows.'],
  ] as const)
    expect((await keelson.run(command)).out).toContain(words);

  const [hook] = (await gitlab.get('/groups/top/hooks')).list;
  await gitlab.delete(`/groups/top/hooks/${textOf(hook?.['id'])}`);
  await gitlab.post('/groups/top/hooks', { name: 'ci', url: 'https://ci.example.com/in' });
  const { out } = await keelson.run('plan');
  expect(out).toContain('hook[ci]: the ledger does not know what was sent as token');
  expect(out).not.toContain('Unverifiable');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(JSON.stringify(gitlab.sandbox.state())).toContain(env.OLD);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('a hidden variable is not known to have been sent to another group that has the path by now', async () => {
  const hidden = `ledger: { file: ledger.json }
groups: { top: { variables: { V: { value: { env: OLD }, masked: true, hidden: true } } } }
`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': hidden }, {}, env);
  const top = await gitlab.group('top');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  await gitlab.put(`/groups/${top}`, { path: 'before' });
  const other = await gitlab.group('top');
  await gitlab.post(`/groups/${other}/variables`, { key: 'V', value: 'somebody-elses-value', masked_and_hidden: true });
  expect((await keelson.run('plan')).out).toContain('variable[V]: the ledger does not know what was sent as value');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('a ledger that knows nothing says so, and not that a secret has changed', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': ledgered('ledger.json', 'OLD') }, {}, env);
  await gitlab.group('top');
  await gitlab.post('/groups/top/hooks', { name: 'ci', url: 'https://ci.example.com/in', token: env.OLD });
  const words = 'the ledger does not know what was sent as token';
  for (const form of [[], ['--markdown']]) {
    const { out } = await keelson.run('plan', ...form);
    expect(out).toContain(words);
    expect(out).not.toContain('changed since last sent');
    expect(out).not.toMatch(/not compared[^]*hook\[ci\]\.token/);
  }
  const { changes, unverifiable } = JSON.parse((await keelson.run('plan', '--json')).out) as {
    readonly changes: readonly { readonly address: string; readonly cause: unknown }[];
    readonly unverifiable: readonly string[];
  };
  expect(changes.find(({ address }) => address === 'group[top]/hook[ci]')?.cause).toEqual({
    code: 'unsent',
    fields: ['token'],
  });
  expect(unverifiable).not.toContain('group[top]/hook[ci].token');
});

it('of two runs with a secret each, the one that gave way does not remember its own as sent', async () => {
  const hookOnly = (ledger: string, token: string) => ledgered(ledger, token).replace(/ {4}integrations.*\n/, '');
  const { gitlab, keelson } = await stage({}, {}, env);
  await gitlab.group('top');
  gitlab.sandbox.fail('delay=2500@POST /groups/*/hooks');
  const start = (name: string, token: string) => {
    keelson.write(`${name}/keelson.yaml`, hookOnly(`${name}.ledger`, token));
    return keelson.start(...APPLY, `${name}/keelson.yaml`, '--journal', `${name}/journal.jsonl`).ran;
  };
  const runs = await Promise.all([start('old', 'OLD'), start('new', 'NEW')]);
  gitlab.sandbox.fail('');
  const told = runs.map(({ out, err }) => `${out}${err}`).join('');
  expect(
    runs.map(({ status }) => status),
    told,
  ).toEqual([0, 0]);
  expect(
    writes(gitlab).filter((write) => write.startsWith('DELETE')),
    told,
  ).toHaveLength(1);
  expect(told).toContain('hook[ci]: another run made it at the same time, and what this run made was removed again');

  const stands = JSON.stringify(gitlab.sandbox.state()).includes(env.OLD) ? 'old' : 'new';
  const gone = stands === 'old' ? 'new' : 'old';
  const plan = (name: string) => keelson.run('plan', `${name}/keelson.yaml`, '--journal', `${name}/journal.jsonl`);
  expect((await plan(stands)).out).toContain('Nothing to do');
  expect((await plan(gone)).out).toContain('the ledger does not know what was sent as token');
});
