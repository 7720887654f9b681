import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { byStatus, stage, writes } from './stage.ts';

const before = `groups:
  base: { members: { carol: guest } }
  other: {}
`;

const after = `groups:
  base: { members: { carol: developer } }
  other:
    hooks: { h: { url: https://x.example/h, token: { env: TOKEN_OF_HOOK } } }
    runners: { r: { tags: [a], token_to: { file: tokens/r } } }
  new:
    hooks: { h: { url: https://x.example/h, token: { env: TOKEN_OF_HOOK } } }
`;

const secrets = { TOKEN_OF_HOOK: 'abcdefgh1' };
const again = ['apply', 'plan.json', '--auto-approve', '--json'] as const;

/** A saved plan of which one change was refused, and all the others are done. */
async function begun() {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': before }, {}, secrets);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', after);
  const plan = await keelson.run('plan', '--out', 'plan.json');
  expect(plan.status, plan.err).toBe(0);
  gitlab.sandbox.fail({ faults: [{ kind: '500', on: 'PUT /groups/*/members/*' }] });
  const first = await keelson.run(...again);
  expect(first.status, first.err).toBe(1);
  expect(byStatus(first.out)['failed']).toEqual(['group[base]/member[carol]']);
  gitlab.sandbox.fail('');
  gitlab.sandbox.log.length = 0;
  return { gitlab, keelson };
}

describe('a saved plan that is started again after one of its changes was refused', () => {
  it('takes what its own run has made for done, hooks with tokens and runners too, and does the rest', async () => {
    const { gitlab, keelson } = await begun();
    const { status, out, err } = await keelson.run(...again);
    expect({ status, err }).toEqual({ status: 0, err: expect.any(String) as string });
    expect(Object.keys(byStatus(out))).toEqual(['done']);
    expect(writes(gitlab)).toEqual(['PUT /groups/1/members/4']);
    expect(existsSync(join(keelson.folder, '.keelson/journal.jsonl'))).toBe(false);
  });

  it('does not take a runner for done whose token is not where it was put, and makes it anew where it was removed', async () => {
    const { gitlab, keelson } = await begun();
    const token = join(keelson.folder, 'tokens/r');
    const id = async (): Promise<unknown> => (await gitlab.get('/groups/other/runners')).list[0]?.['id'];
    const made = String(await id());
    for (const lose of [
      () => {
        rmSync(token);
      },
      () => {
        keelson.write('tokens/r', '');
      },
    ]) {
      lose();
      const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve');
      expect(status, out).toBe(1);
      expect(out).toContain(
        `group[other]/runner[r]: an earlier run of this plan made it (id ${made}), and its secret, which GitLab shows once, is not in tokens/r any more`,
      );
      expect(out).toContain('remove what was made in GitLab, and apply again: it is made anew');
    }
    // All else is done, and nothing was sent for the runner.
    expect(writes(gitlab)).toEqual(['PUT /groups/1/members/4']);
    await gitlab.delete(`/runners/${made}`);
    expect((await keelson.run(...again)).status).toBe(0);
    expect(readFileSync(token, 'utf8')).toMatch(/^glrt-/);
    expect(String(await id())).not.toBe(made);
  });

  it('says of a runner that a whole run has made, and whose token is gone, that it is to be removed where nobody has that', async () => {
    const { gitlab, keelson } = await begun();
    expect((await keelson.run(...again)).status).toBe(0);
    const [runner] = (await gitlab.get('/groups/other/runners')).list;
    rmSync(join(keelson.folder, 'tokens/r'));
    const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve', '--on-stale', 'skip');
    expect(status).toBe(3);
    expect(out).toContain(
      `group[other]/runner[r]: it is there by now (id ${Number(runner?.['id'])}), and its secret, which GitLab shows once, is not in tokens/r`,
    );
    // A file that was handed over and removed is what a live runner has: a new plan says nothing of it.
    expect((await keelson.run('plan')).out).toContain('Nothing to do');
  });

  it('takes nothing of somebody else for its own: the number of what it has made is another one', async () => {
    const { gitlab, keelson } = await begun();
    const [own] = (await gitlab.get('/groups/other/hooks')).list;
    await gitlab.delete(`/groups/other/hooks/${Number(own?.['id'])}`);
    await gitlab.post('/groups/other/hooks', { url: 'https://x.example/h', name: 'h', token: 'of-somebody-else' });
    const { status, out } = await keelson.run(...again, '--on-stale', 'skip');
    expect(status).toBe(3);
    expect(byStatus(out)['stale']).toEqual(['group[other]/hook[h]']);
  });

  it('knows of nothing that is its own where the journal is gone, or tells of a later run', async () => {
    const { keelson } = await begun();
    const file = join(keelson.folder, '.keelson/journal.jsonl');
    const told = readFileSync(file, 'utf8');
    expect(told).not.toContain(secrets.TOKEN_OF_HOOK);
    const at = new Date().toISOString();
    const [run = ''] = told.split('\n');
    keelson.write(
      '.keelson/journal.jsonl',
      `${told}${run}\n${JSON.stringify({ type: 'done', address: 'group[other]/hook[h]', at })}\n`,
    );
    expect(byStatus((await keelson.run(...again, '--on-stale', 'skip')).out)['stale']).toEqual([
      'group[other]/hook[h]',
    ]);
    rmSync(file, { force: true });
    const stale = byStatus((await keelson.run(...again, '--on-stale', 'skip')).out)['stale'];
    expect([...(stale ?? [])].sort()).toEqual(['group[new]/hook[h]', 'group[other]/hook[h]', 'group[other]/runner[r]']);
  });
});
