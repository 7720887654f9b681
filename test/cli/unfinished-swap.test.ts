import { expect, test, vi } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { team } from './team.ts';

const yaml = `groups:
  labs: { previously: security, name: Security }
  security: { previously: labs, name: Labs }
`;

/** The journal of a run that was killed after it had sent its last call. */
function journalOf(url: string, id: number, more: object): string {
  const at = '2026-01-31T12:00:00.000Z';
  const run = { type: 'run', format: 'keelson/journal@1', target: url, at };
  const intent = { type: 'intent', address: 'group[security]', method: 'PUT', path: `/groups/${id}`, at, ...more };
  return `${JSON.stringify(run)}\n${JSON.stringify(intent)}\n`;
}

/** An instance on which the two stand where they stood before the swap, and what each of them is. */
async function unswapped(options: SandboxOptions = {}) {
  const { gitlab, keelson } = await team(yaml, options);
  const labs = await gitlab.group('labs', { name: 'Labs' });
  const security = await gitlab.group('security', { name: 'Security' });
  const stand = async (): Promise<unknown[]> =>
    Promise.all(['labs', 'security'].map(async (path) => (await gitlab.get(`/groups/${path}`)).object['id']));
  return { gitlab, keelson, labs, security, stand };
}

test('a swap is permitted by the number of a group, and the same word permits nothing once it is made', async () => {
  // Without audit events nobody can see that it is made.
  const { keelson, labs, security, stand } = await unswapped({ tier: 'free' });
  const refused = await keelson.run('apply', '--auto-approve');
  expect(refused.status).toBe(3);
  expect(refused.err).toContain(`--allow-swap labs=${security}`);
  const unknown = await keelson.run('apply', '--auto-approve', '--allow-swap', 'labs=99');
  expect(unknown.status).toBe(1);
  expect(unknown.err).toContain(`labs would be the group with the id ${security}, and not 99`);
  expect((await keelson.run('apply', '--auto-approve', '--allow-swap', `labs=${labs}`)).status).toBe(0);
  expect(await stand()).toEqual([labs, security]);
  const again = ['apply', '--auto-approve', '--allow-swap', `labs=${security}`];
  expect((await keelson.run(...again)).status).toBe(0);
  expect(await stand()).toEqual([security, labs]);
  // There is no journal any more: the number alone tells.
  const { status, out, err } = await keelson.run(...again);
  expect(await stand()).toEqual([security, labs]);
  expect(status).toBe(0);
  expect(`${out}${err}`.replace(/\s+/g, ' ')).toContain('`previously` is out of date');
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(3);
});

test('a saved plan of a swap is permitted by the number too', async () => {
  const { keelson, labs, security, stand } = await unswapped({ tier: 'free' });
  const save = ['plan', '--out', 'plan.json'];
  expect((await keelson.run(...save)).status).toBe(0);
  const apply = ['apply', 'plan.json', '--auto-approve', '--allow-swap'];
  expect((await keelson.run(...apply, `labs=${labs}`)).status).toBe(3);
  expect((await keelson.run(...apply, `labs=${security}`)).status).toBe(0);
  expect(await stand()).toEqual([security, labs]);
  // A pipeline that is run again plans anew, with the same words.
  expect((await keelson.run(...save)).status).toBe(0);
  expect((await keelson.run(...apply, `labs=${security}`)).status).toBe(3);
  expect(await stand()).toEqual([security, labs]);
});

test('a swap whose run was killed once it was made is known by the journal, and not made again', async () => {
  const { gitlab, keelson, labs, security, stand } = await unswapped();
  keelson.write('keelson.yaml', `${yaml}  labs/fresh: { name: New }\n`);
  // What waits for the swap finds no end, so that there is time to kill the run.
  gitlab.sandbox.fail('503@POST /groups');
  const { child, ran } = keelson.start('apply', '--auto-approve', '--allow-swap', `labs=${security}`);
  const isTried = (): boolean =>
    gitlab.sandbox.log.some(
      ({ method, url, status }) => method === 'POST' && url.endsWith('/groups') && status === 503,
    );
  await vi.waitUntil(() => isTried() || child.exitCode !== null, { timeout: 20_000 });
  child.kill('SIGKILL');
  await ran;
  gitlab.sandbox.fail('');
  expect(await stand()).toEqual([security, labs]);
  const { out } = await keelson.run('plan');
  expect(out.replace(/\s+/g, ' ')).toContain('has come here already');
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect(await stand()).toEqual([security, labs]);
  expect((await gitlab.get('/groups/labs%2Ffresh')).object['parent_id']).toBe(security);
});

test('a swap that a killed run has made is told to be made, and is not planned', async () => {
  const { gitlab, keelson } = await team(yaml);
  await gitlab.group('labs', { name: 'Security' });
  const id = await gitlab.group('security', { name: 'Labs' });
  keelson.write('.keelson/journal.jsonl', journalOf(gitlab.sandbox.url, id, { moves: true }));
  const { status, out } = await keelson.run('plan', '--detailed-exitcode');
  const words = out.replace(/\s+/g, ' ');
  expect(words).toContain(`group[security] is id ${id}, which was at labs and has come here already`);
  expect(words).toContain('ake `previously` out');
  expect(status).toBe(0);
});

test('a swap that a killed run has not made yet is known to be still to be made', async () => {
  const { gitlab, keelson, labs } = await unswapped();
  keelson.write('.keelson/journal.jsonl', journalOf(gitlab.sandbox.url, labs, { moves: true }));
  const words = (await keelson.run('plan')).out.replace(/\s+/g, ' ');
  expect(words).toContain('it holds what is left to do');
  expect(words).toContain('group[labs]');
});

test('of a swap of which nobody wrote down the numbers the user is asked to look', async () => {
  const { gitlab, keelson, security } = await unswapped();
  keelson.write('.keelson/journal.jsonl', journalOf(gitlab.sandbox.url, security, {}));
  const words = (await keelson.run('plan')).out.replace(/\s+/g, ' ');
  expect(words).toContain('ook in GitLab which of them stands where');
  expect(words).toContain("may have taken each other's paths by then");
  expect(words).not.toContain('what is left to do');
});

test('a swap that is made is seen to be by the audit events, and not planned back, with no journal any more', async () => {
  const { keelson, labs, security, stand } = await unswapped();
  expect((await keelson.run('apply', '--auto-approve', '--allow-swap', `labs=${security}`)).status).toBe(0);
  expect(await stand()).toEqual([security, labs]);
  const { status, out } = await keelson.run('plan', '--detailed-exitcode');
  const words = out.replace(/\s+/g, ' ');
  expect(words).toContain(`group[labs] is id ${security}, which was at security and has come here already`);
  expect(words).toContain(`group[security] is id ${labs}, which was at labs and has come here already`);
  expect([status, words]).toEqual([0, expect.stringContaining('ake `previously` out')]);
  // Who says which group is to come where is asked of no events: they may change places again.
  const back = await keelson.run('apply', '--auto-approve', '--allow-swap', `labs=${labs}`);
  expect([back.status, await stand()]).toEqual([0, [labs, security]]);
});

test('two that changed places and back again by hand may be meant to change places: nothing is taken for made', async () => {
  const { gitlab, keelson, labs, security } = await unswapped();
  for (const [id, path] of [
    [labs, 'aside'],
    [security, 'labs'],
    [labs, 'security'],
    [security, 'between'],
    [labs, 'labs'],
    [security, 'security'],
  ] as const)
    await gitlab.put(`/groups/${id}`, { path });
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(3);
});
