import { readdirSync, readFileSync } from 'node:fs';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { diagnosticCodes } from '../../src/base/diagnostic-code.ts';
import { codeMeanings } from '../../src/engine/code-meanings.ts';

test('docs/codes.md has every code, and what it means', async () => {
  const rows = [...codeMeanings]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, means]) => `| \`${code}\` | ${means} |`);
  const page = `# Codes

What stands in brackets after \`error\` or \`warning\`, and as \`code\` in JSON: made from \`src/base/diagnostic-code.ts\` by
\`test/report/codes.test.ts\`. Each message says what it is about, and what to do.

| code | what it means |
| --- | --- |
${rows.join('\n')}
`;
  await expect(await format(page, { parser: 'markdown' })).toMatchFileSnapshot('../../docs/codes.md');
});

test('every code is one that something is told by', () => {
  const source = new URL('../../src/', import.meta.url);
  const text = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('sandbox') && file !== 'base/diagnostic-code.ts')
    .map((file) => readFileSync(new URL(file, source), 'utf8'))
    .join('\n');
  expect(Object.keys(diagnosticCodes).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});
