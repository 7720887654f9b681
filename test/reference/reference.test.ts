import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { memory } from '../config/load.ts';
import { examples as named } from '../contract/examples.ts';
import { exampleText, index, page } from './page.ts';

const examples = named.map(({ example }) => example);
const folder = '../../docs/reference';

describe('docs/reference', () => {
  it.each(kinds.map((kind) => [kind.section, kind] as const))(
    'tells of %s what its schema says',
    async (section, kind) => {
      const text = `${page(kind, kinds, examples)}\n`;
      await expect(text).toMatchFileSnapshot(`${folder}/${section}.md`);
    },
  );

  it('lists every section', async () => {
    await expect(index(kinds)).toMatchFileSnapshot(`${folder}/README.md`);
  });

  it('has no page of anything else', () => {
    const known = new Set([...kinds.map(({ section }) => `${section}.md`), 'README.md']);
    expect(readdirSync(new URL(`${folder}/`, import.meta.url)).filter((file) => !known.has(file))).toEqual([]);
  });

  it('shows examples that load without a word', () => {
    for (const example of examples) {
      const files = memory({ 'keelson.yaml': exampleText(example) });
      const { diagnostics } = loadConfig('keelson.yaml', kinds, files, { SECRET: 'a-secret-of-the-test' });
      expect(diagnostics.filter(({ code }) => code !== 'deprecated')).toEqual([]);
    }
  });
});
