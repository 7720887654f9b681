import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { usualGuards } from '../../src/config/schema/top-level-options.ts';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { memory } from '../config/load.ts';
import { sandbox } from '../sandbox/client.ts';
import { failuresOf, inShort, keelson } from '../support/keelson.ts';

const page = readFileSync(new URL('../../docs/language.md', import.meta.url), 'utf8');

/** The blocks of a language in the page, in order. */
function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
}

const documents = blocks('yaml');
const [removed = '', moved = ''] = blocks('text');

/** The block that has this in it. */
function documentWith(text: string): string {
  return documents.find((document) => document.includes(text)) ?? '';
}

describe('docs/language.md', () => {
  it.each(documents.map((text, index) => [index + 1, text] as const))(
    'has a block %i that loads without a word',
    (_, text) => {
      const files = memory({ 'keelson.yaml': text, 'secrets/chat': 'chat-secret' });
      const { desired, diagnostics } = loadConfig('keelson.yaml', kinds, files, {
        CI_HOOK_TOKEN: 'hook-secret',
        LEGACY_URL: 'https://git.example.com/legacy.git',
      });
      expect(diagnostics).toEqual([]);
      expect(desired).toBeDefined();
    },
  );

  it('has as many blocks as are tested', () => {
    expect([documents.length, blocks('text').length]).toEqual([18, 2]);
  });

  it('shows what prune and state: absent come to', async () => {
    const gitlab = await sandbox();
    for (const username of ['alice', 'bob', 'mallory', 'svc-deploy']) await gitlab.user(username);
    const program = keelson(gitlab.sandbox.url, gitlab.token);
    expect(failuresOf(await program.apply(documentWith('old.example.com')))).toEqual([]);
    for (const username of ['mallory', 'svc-deploy'])
      expect((await gitlab.post('/groups/platform/members', { username, access_level: 30 })).status).toBe(201);
    expect(`${inShort(await program.plan(documentWith('ignore: {'))).join('\n')}\n`).toBe(removed);
    await program.close();
  });

  it('shows what previously comes to', async () => {
    const gitlab = await sandbox();
    await gitlab.group('ops');
    await gitlab.group('ops/tools');
    const program = keelson(gitlab.sandbox.url, gitlab.token);
    expect(`${inShort(await program.plan(documentWith('previously: ops'))).join('\n')}\n`).toBe(moved);
    await program.close();
  });

  it('says the bounds of the guards where nothing is set', () => {
    const said = Object.entries(usualGuards).map(([name, bound]) => page.includes(`${name}: ${bound}`));
    expect(said).toEqual(said.map(() => true));
  });
});
