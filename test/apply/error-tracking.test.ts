import { expect, it } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { filesIn, secretsIn, secretsInFiles } from '../taint/markers.ts';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];
const FLAG: SandboxOptions = { features: ['integrated_error_tracking'] };
const SINK = '{ variable: { project: top/app, key: SENTRY_DSN } }';

async function project(errorTracking: string, options = FLAG, more = '') {
  const yaml = `projects: { top/app: { error_tracking: ${errorTracking}${more} } }\n`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml }, options);
  const namespace = await gitlab.group('top');
  const { object } = await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: namespace });
  const at = `/projects/${textOf(object['id'])}`;
  const keys = async (): Promise<readonly string[]> =>
    (await gitlab.get(`${at}/error_tracking/client_keys`)).list.map((key) => textOf(key['sentry_dsn']));
  const held = async () => (await gitlab.get(`${at}/variables/SENTRY_DSN`)).object['value'];
  return { gitlab, keelson, at, keys, held };
}

it('makes the settings and one key, brings its DSN to the variable, and says it nowhere', async () => {
  const { gitlab, keelson, at, keys, held } = await project(`{ active: true, integrated: true, dsn_to: ${SINK} }`);
  const plan = await keelson.run('plan', '--verbose', '--out', 'plan.json', '--har', 'plan.har');
  expect(plan.out).toContain('(secret dsn_to that GitLab shows)');
  const applied = await keelson.run('apply', 'plan.json', '--auto-approve', '--har', 'apply.har');
  expect([applied.status, applied.out + applied.err]).toEqual([0, expect.anything()]);
  const made = await keys();
  expect([made.length, await held()]).toEqual([1, made[0]]);
  expect((await gitlab.get(`${at}/error_tracking/settings`)).object).toMatchObject({ active: true, integrated: true });
  const next = await keelson.run('plan', '--detailed-exitcode', '--har', 'next.har');
  expect(next.status, next.out + next.err).toBe(0);
  const dsn = { dsn: String(made[0]), key: /\/\/(glet_\w+)@/.exec(String(made[0]))?.[1] ?? '' };
  for (const { out, err } of [plan, applied, next]) expect(secretsIn(`${out}${err}`, 'output', dsn)).toEqual([]);
  expect(filesIn(keelson.folder)).toEqual(expect.arrayContaining(['plan.json', 'apply.har', 'next.har']));
  expect(secretsInFiles(keelson.folder, dsn)).toEqual([]);
});

it('sees a variable that holds another value, or has gone, and a key that was deleted; any key will do', async () => {
  const { gitlab, keelson, at, keys, held } = await project(`{ dsn_to: ${SINK} }`);
  expect((await keelson.run(...APPLY)).status).toBe(0);
  await gitlab.put(`${at}/variables/SENTRY_DSN`, { value: 'set-by-hand' });
  const drift = await keelson.run('drift');
  expect([drift.status, drift.out]).toEqual([
    2,
    expect.stringContaining('dsn_to (secret), the repository says another'),
  ]);
  const overwritten = await keelson.run(...APPLY);
  expect(overwritten.err + overwritten.out).toContain('gets the secret of project[top/app]/error_tracking in place of');
  await gitlab.delete(`${at}/variables/SENTRY_DSN`);
  expect((await keelson.run(...APPLY)).status).toBe(0);
  const [first] = await keys();
  expect([await held(), (await keys()).length]).toEqual([first, 1]);

  // A second key that somebody puts in its place is as good.
  const second = (await gitlab.post(`${at}/error_tracking/client_keys`)).object;
  await gitlab.put(`${at}/variables/SENTRY_DSN`, { value: second['sentry_dsn'] ?? null });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  // A rotation by hand: what held the key that is gone gets the one that is left.
  await gitlab.delete(`${at}/error_tracking/client_keys/${textOf(second['id'])}`);
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect([await held(), await keys()]).toEqual([first, [first]]);
});

it('tells what to do where the feature flag is off, and sends nothing where nothing is tracked and nothing is to be', async () => {
  const { gitlab, keelson } = await project(`{ active: true, integrated: true, dsn_to: ${SINK} }`, {});
  const { status, out, err } = await keelson.run(...APPLY);
  expect([status, out + err]).toEqual([1, expect.stringContaining('feature flag `integrated_error_tracking` on')]);
  expect(writes(gitlab).filter((write) => write.includes('client_keys'))).toEqual([]);
  keelson.write('keelson.yaml', 'projects: { top/app: { error_tracking: { active: false, integrated: false } } }\n');
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('asks by whom errors are tracked before it turns that on', async () => {
  const { keelson } = await project('{ active: true }');
  const { status, err } = await keelson.run('plan');
  expect([status, err]).toEqual([1, expect.stringContaining('Add `integrated: true` for GitLab itself')]);
});

it.each(['reset-before:30x@POST', 'reset-after:1x@POST', 'cut:1x@POST'])(
  'makes no second key where "%s" loses the answer to its making',
  async (fault) => {
    const { gitlab, keelson, keys, held } = await project(`{ active: true, integrated: true, dsn_to: ${SINK} }`);
    gitlab.sandbox.fail(`${fault} /projects/*/error_tracking/client_keys`);
    await keelson.run(...APPLY);
    gitlab.sandbox.fail('');
    const { status, out, err } = await keelson.run(...APPLY);
    expect(status, out + err).toBe(0);
    const made = await keys();
    expect([made.length, await held()]).toEqual([1, made[0]]);
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  },
);

it('a saved plan makes no key where somebody has made one since, though all that shows is as wanted then', async () => {
  const { gitlab, keelson, at, keys } = await project(`{ active: true, integrated: true, dsn_to: ${SINK} }`);
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  await gitlab.put(`${at}/error_tracking/settings`, { active: true, integrated: true });
  await gitlab.post(`${at}/error_tracking/client_keys`);
  const { status, err, out } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, err + out]).toEqual([3, expect.stringContaining('changed since')]);
  expect(await keys()).toHaveLength(1);
});

it('is there in a project that the same plan makes, and brings its DSN to a group above', async () => {
  const tracking =
    '{ active: true, integrated: true, dsn_to: [{ variable: { group: top, key: DSN, masked: false } }] }';
  const yaml = `projects: { top/shop: { create: {}, error_tracking: ${tracking} } }\n`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml }, FLAG);
  await gitlab.group('top');
  const { status, out, err } = await keelson.run(...APPLY);
  expect(status, out + err).toBe(0);
  const [key] = (await gitlab.get('/projects/top%2Fshop/error_tracking/client_keys')).list;
  const variable = (await gitlab.get('/groups/top/variables/DSN')).object;
  expect(variable).toMatchObject({ value: key?.['sentry_dsn'], masked: false });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  // What is as it is to be beside the value is looked at as well.
  await gitlab.put('/groups/top/variables/DSN', { masked: true });
  expect((await keelson.run(...APPLY)).out).toContain('1 updated');
  expect((await gitlab.get('/groups/top/variables/DSN')).object['masked']).toBe(false);
});

it('an undo takes the settings back, and tells that key and variable stay', async () => {
  const { gitlab, keelson, at, keys } = await project(`{ active: true, integrated: true, dsn_to: ${SINK} }`);
  const applied = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect(applied.status, applied.err).toBe(0);
  const undone = await keelson.run('apply', 'undo.json', '--auto-approve');
  expect([undone.status, undone.out + undone.err]).toEqual([
    0,
    expect.stringContaining('what is made for it stays, and project[top/app]/variable[SENTRY_DSN] keeps its secret'),
  ]);
  expect((await gitlab.get(`${at}/error_tracking/settings`)).object['active']).toBe(false);
  expect(await keys()).toHaveLength(1);
});
