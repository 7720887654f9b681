import { expect, it } from 'vitest';
import { stage } from '../apply/stage.ts';

const ENDS = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

it('the file of a token that would have to be made anew is no difference of the instance', async () => {
  const bot = `{ scopes: [api], access_level: developer, expires_at: ${ENDS}, token_to: { file: bot.token } }`;
  const { gitlab, keelson } = await stage({
    'keelson.yaml': `groups: { plat: { access_tokens: { bot: ${bot} } } }\n`,
  });
  const at = `/groups/${await gitlab.group('plat')}/access_tokens`;
  await gitlab.post(at, { name: 'bot', scopes: ['read_api'], access_level: 30, expires_at: ENDS });
  const text = await keelson.run('drift');
  expect([text.status, text.out]).toEqual([2, expect.stringContaining('scopes')]);
  expect(text.out).not.toContain('token_to');
  expect((await keelson.run('drift', '--json')).out).not.toContain('"path": "token_to"');
  expect((await keelson.run('plan')).out).toContain('token_to');
});
