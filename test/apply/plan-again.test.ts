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
