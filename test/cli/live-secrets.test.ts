import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import { workspace, type Ran } from './keelson.ts';

const HAR_AND_PAGE = (name: string): readonly string[] => ['--har', `${name}.har`, '--html', `${name}.html`];

test.each(['Kk1Jj2Hh3Gg4Ff5Dd6Ss', 'correct-horse', 'wort5'])(
  'the secret %s that stands in a live URL, and is declared elsewhere now, is nowhere',
  async (secret) => {
    const sandbox = await startSandbox({ port: 0 });
    onTestFinished(() => sandbox.close());
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${sandbox.url}/api/v4${path}`, {
        method: 'POST',
        headers: { 'private-token': sandbox.token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('/groups', { name: 'Team', path: 'team' });
    await post('/groups/1/hooks', { name: 'chat', url: `https://chat.example.com/in/${secret}` });
    const keelson = workspace(
      {
        'keelson.yaml':
          "groups: { team: { hooks: { chat: { url: 'https://chat.example.com/in/{k}', url_variables: { k: { env: U } } } } } }\n",
      },
      { KEELSON_URL: sandbox.url, KEELSON_TOKEN: sandbox.token, U: secret },
    );
    const ran: Ran[] = [];
    const run = async (status: number, ...args: readonly string[]): Promise<void> => {
      const one = await keelson.run(...args);
      expect(one.status, `${args.join(' ')}\n${one.err}`).toBe(status);
      ran.push(one);
    };
    await run(0, 'plan', '--out', 'plan.json', '--sarif', 'p.sarif', '--code-quality', 'p.cq', ...HAR_AND_PAGE('p'));
    await run(0, 'plan', '--markdown');
    await run(0, 'plan', '--json', '--verbose');
    await run(2, 'drift', '--junit', 'd.xml', '--since', 'last', ...HAR_AND_PAGE('d'));
    await run(2, 'drift', '--json');
    await run(0, 'show', 'plan.json');
    await run(0, 'apply', 'plan.json', '--auto-approve', ...HAR_AND_PAGE('a'));
    const written = readdirSync(keelson.folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => [file.name, readFileSync(join(file.parentPath, file.name), 'utf8')] as const);
    const said = ran.map(({ out, err }, index) => [`run ${index}`, out + err] as const);
    expect([...written, ...said].filter(([, text]) => text.includes(secret)).map(([name]) => name)).toEqual([]);
    expect(ran[0]?.out).toContain('https://chat.example.com/in/(secret)');
  },
);
