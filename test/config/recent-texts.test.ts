import { expect, it } from 'vitest';
import { recentTexts } from '../../src/config/yaml/recent-texts.ts';
import { keepingReader } from '../../src/config/yaml/keeping-reader.ts';
import { kinds } from '../../src/kinds/index.ts';

it('so many characters of texts are kept, the one asked for last in any case, and each under its own file', () => {
  const recent = recentTexts<string>(5);
  const made: string[] = [];
  const ask = (file: string, text: string): string =>
    recent({ file, text }, () => {
      made.push(`${file}:${text}`);
      return `${file}:${text}`;
    });
  for (const text of ['aaa', 'bb', 'aaa', 'c', 'bb', 'dddddddd', 'dddddddd']) expect(ask('x', text)).toBe(`x:${text}`);
  expect(made).toEqual(['x:aaa', 'x:bb', 'x:c', 'x:bb', 'x:dddddddd']);
  expect(ask('y', 'dddddddd')).toBe('y:dddddddd');
});

it('what was read of a file is read again only where its text is another', () => {
  const { read, parse } = keepingReader(kinds);
  const one = read({ file: 'a.yaml', text: 'version: 1\n' });
  expect(read({ file: 'a.yaml', text: 'version: 1\n' })).toBe(one);
  expect(parse({ file: 'a.yaml', text: 'version: 1\n' })).toBe(parse({ file: 'a.yaml', text: 'version: 1\n' }));
  const other = read({ file: 'a.yaml', text: 'version: 2\n' });
  expect([one.diagnostics, other.diagnostics.map(({ severity }) => severity)]).toEqual([[], ['error']]);
  expect(read({ file: 'b.yaml', text: 'version: 2\n' }).diagnostics[0]?.place?.file).toBe('b.yaml');
});
