import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import { workspace, type Ran } from './keelson.ts';

/** Forms of a token in which no text holds the token itself. */
const ENCODED: readonly (readonly [string, (token: string) => string])[] = [
  ['of a login', (token) => Buffer.from(`oauth2:${token}`).toString('base64')],
  ['of a registry', (token) => Buffer.from(`{"auth":"${token}"}`).toString('base64url')],
  ['in entities', (token) => Array.from(token, (letter) => `&#${letter.charCodeAt(0)};`).join('')],
  [
    'in hex',
    (token) =>
      Buffer.from(token)
        .toString('hex')
        .replace(/..(?=.)/g, '$&:'),
  ],
];

/** Of the shape of a job's token; the second is made of words. */
test.each(['x7Qd2Lm9Vb4Tz1Kw6RpN', 'token-of-many-words'])(
  'what holds the token %s of the run is exported nowhere, equal to nothing, and printed without it',
  async (token) => {
    const sandbox = await startSandbox({ port: 0, token });
    onTestFinished(() => sandbox.close());
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${sandbox.url}/api/v4${path}`, {
        method: 'POST',
        headers: { 'private-token': token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('/groups', { name: 'Team', path: 'team', description: `ci uses ${token} today` });
    for (const [form, write] of ENCODED)
      await post('/groups', { name: form, path: form.replaceAll(' ', '-'), description: `ci: ${write(token)}` });
    await post('/groups/1/hooks', { name: `by ${token}`, url: 'https://chat.example.com/in' });
    const keelson = workspace(
      {
        'keelson.yaml': `groups:
  team: { description: ci uses (secret) today }
${ENCODED.map(([form]) => `  ${form.replaceAll(' ', '-')}: { description: of us }\n`).join('')}`,
      },
      { KEELSON_URL: sandbox.url, KEELSON_TOKEN: token },
    );
    const ran: Ran[] = [];
    const run = async (status: number, ...args: readonly string[]): Promise<Ran> => {
      const one = await keelson.run(...args);
      expect(one.status, `${args.join(' ')}\n${one.err}`).toBe(status);
      ran.push(one);
      return one;
    };
    const { out, err } = await run(0, 'export');
    expect(out + err).toContain('Left out, since a secret stands in them');
    expect(out + err).toContain('group[team].description');
    expect(out).toContain('team:');
    expect(out).not.toContain('(secret)');
    await run(0, 'export', '--out', 'live');
    expect((await run(0, 'plan', '--out', 'plan.json', '--har', 'p.har', '--html', 'p.html')).out).toContain(
      'to update',
    );
    await run(0, 'plan', '--json', '--verbose');
    await run(0, 'plan', '--markdown');
    await run(2, 'drift', '--since', 'last', '--har', 'd.har', '--html', 'd.html', '--junit', 'd.xml');
    await run(2, 'drift', '--json');
    await run(0, 'apply', 'plan.json', '--auto-approve', '--har', 'a.har', '--html', 'a.html');
    const written = readdirSync(keelson.folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => [file.name, readFileSync(join(file.parentPath, file.name), 'utf8')] as const);
    const said = ran.map((one, index) => [`run ${index}`, one.out + one.err] as const);
    const forms = [token, ...ENCODED.map(([, write]) => write(token).slice(0, -4))];
    const shown = [...written, ...said].flatMap(([name, text]) =>
      forms.filter((form) => text.includes(form)).map((form) => [name, form]),
    );
    expect(shown).toEqual([]);
  },
);
