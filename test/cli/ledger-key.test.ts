import { expect, test } from 'vitest';
import { stage } from '../apply/stage.ts';

const yaml = `ledger: { file: ledger.json }
groups:
  top:
    hooks: { ci: { url: 'https://ci.example.com', token: { env: HOOK_TOKEN } } }
`;

test('without the key of the ledger a plan can be looked at, and is not applied', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml }, {}, { HOOK_TOKEN: 'a-token-of-the-hook' });
  await gitlab.group('top', { name: 'Top' });
  const planned = await keelson.run('plan');
  expect(planned.status).toBe(0);
  expect(planned.out.replace(/\s+/g, ' ')).toContain('KEELSON_LEDGER_KEY is not set: secrets are not compared');
  const applied = await keelson.run('apply', '--auto-approve');
  expect([applied.status, applied.err]).toEqual([1, expect.stringContaining('error[no-ledger-key]')]);
  const drifted = await keelson.run('drift');
  expect([drifted.status, drifted.out.replace(/\s+/g, ' ')]).toEqual([
    2,
    expect.stringContaining('KEELSON_LEDGER_KEY is not set: secrets are not compared'),
  ]);
});
