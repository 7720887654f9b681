import { expect, test } from 'vitest';
import { splitTree } from '../../src/config/split-tree.ts';
import type { Tree } from '../../src/config/yaml/yaml-text.ts';

const tree = (entries: { readonly [name: string]: Tree | number }): Tree => new Map(Object.entries(entries));
const scope = (id: number): Tree => tree({ id });

test('a file for each group at the top, with its projects, and one for the instance', () => {
  const root = tree({
    version: 1,
    instance: scope(1),
    groups: tree({ eng: scope(2), 'eng/web': scope(3), ops: scope(4) }),
    projects: tree({ 'eng/web/app': scope(5) }),
  });
  const files = splitTree(root, ['groups', 'projects']);
  expect([...files.keys()]).toEqual(['instance.yaml', 'groups/eng.yaml', 'groups/ops.yaml']);
  expect(files.get('groups/eng.yaml')).toEqual(
    tree({
      version: 1,
      groups: tree({ eng: scope(2), 'eng/web': scope(3) }),
      projects: tree({ 'eng/web/app': scope(5) }),
    }),
  );
});

test('no file is hidden, and none takes the place of another where letters of two cases are one', () => {
  const groups = tree({ '.github': scope(1), github: scope(2), GitHub: scope(3), 'github/sub': scope(4) });
  const files = splitTree(tree({ version: 1, groups }), ['groups']);
  expect([...files.keys()]).toEqual(['groups/github.yaml', 'groups/github-2.yaml', 'groups/github-3.yaml']);
  expect(files.get('groups/github-2.yaml')?.get('groups')).toEqual(tree({ github: scope(2), 'github/sub': scope(4) }));
});

test('where there is nothing, a file says so', () => {
  expect([...splitTree(tree({ version: 1 }), ['groups']).keys()]).toEqual(['instance.yaml']);
});
