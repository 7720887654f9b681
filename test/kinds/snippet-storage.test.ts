import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { rowsIn } from '../../src/engine/observe/rows-in.ts';
import { kinds } from '../../src/kinds/index.ts';
import { snippetStorages } from '../../src/kinds/snippet-storage.ts';
import { memory } from '../config/load.ts';
import { lookAt } from './call-context.ts';

const look = lookAt({ type: 'instance' });

describe('what lies on a storage', () => {
  const [moves, onOld] = snippetStorages.reads.all({ type: 'instance' }, ['old']);
  if (moves === undefined || onOld === undefined) throw new Error('no reads');
  const entries = (list: readonly { readonly id: number }[]) =>
    snippetStorages.reads.listed?.(list, onOld).map((live) => snippetStorages.decode(live, look));

  it('is asked for one snippet alone, beside a list that administrators alone may read', () => {
    expect([moves.path, onOld]).toEqual([
      '/snippet_repository_storage_moves',
      { path: '/snippets/all', query: { repository_storage: 'old', per_page: 1 }, unpaged: true },
    ]);
    expect(snippetStorages.reads.all({ type: 'instance' }, [])).toEqual([]);
  });

  it('lies there where one does, and nowhere where none does', () => {
    expect(entries([{ id: 3 }])).toEqual([{ key: 'old', spec: { from: 'old', to: 'old' } }]);
    expect(entries([])).toEqual([{ key: 'old', spec: { from: 'old', to: null } }]);
    expect(snippetStorages.reads.listed?.([{ id: 3 }], moves)).toEqual([]);
    // That there is no such list says nothing of what lies where.
    expect([rowsIn(snippetStorages, [], onOld).length, rowsIn(snippetStorages, undefined, onOld)]).toEqual([1, []]);
  });
});

describe('offline', () => {
  const problems = (section: string) =>
    loadConfig(
      'keelson.yaml',
      kinds,
      memory({ 'keelson.yaml': `instance: { snippet_storage: ${section} }` }),
      {},
    ).diagnostics.map(({ message, place }) => `${place?.column}: ${message}`);

  it.each([
    ['{ a: b, c: { to: b } }', []],
    ['{ a: a }', ['35: `to` is where they lie already']],
    ['{ a: {} }', ['32: The snippet storage `a` lacks `to`']],
    ['{ a: b, b: c }', ['35: What lies on `b` is moved away itself, so that nothing can stay there']],
    [
      '{ a: b, b: a }',
      [
        '35: What lies on `b` is moved away itself, so that nothing can stay there',
        '41: What lies on `a` is moved away itself, so that nothing can stay there',
      ],
    ],
  ])('%s', (section, told) => {
    expect(problems(section)).toEqual(told);
  });
});
