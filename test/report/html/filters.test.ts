import { describe, expect, test } from 'vitest';
import { kindsByName } from '../../../src/engine/kinds.ts';
import { kinds } from '../../../src/kinds/index.ts';
import { everything, finder, isEverything, isWithin, type Filters } from '../../../src/report/html/browser/filters.ts';
import { fragmentOf, linkTo, shownBy } from '../../../src/report/html/browser/fragment.ts';
import { scopeTree, totalOf } from '../../../src/report/html/browser/scope-tree.ts';
import { pageOfRun } from '../../../src/report/html/page-of-run.ts';
import { endedRun } from '../pipeline/ended-run.ts';
import { change, plan, samplePlan } from '../sample-plan.ts';

const data = pageOfRun(endedRun({ plan: samplePlan }), kindsByName(kinds));
const shown = (filters: Partial<Filters>): readonly string[] => {
  const { shown } = finder(data)({ ...everything, ...filters });
  return data.items.filter((_, index) => shown[index]).map(({ name }) => name);
};
const choosing = (chosen: Partial<Filters['chosen']>): Partial<Filters> => ({
  chosen: { ...everything.chosen, ...chosen },
});

describe('filters', () => {
  test('take values of one facet as alternatives, and facets together', () => {
    expect(shown({})).toHaveLength(7);
    expect(shown(choosing({ deed: new Set(['create', 'delete']) }))).toEqual([
      'member_role[security-reviewer]',
      'member[mallory]',
    ]);
    expect(shown(choosing({ deed: new Set(['create', 'delete']), kind: new Set(['member']) }))).toEqual([
      'member[mallory]',
    ]);
    expect(shown(choosing({ risk: new Set(['gives-access', 'changes-access']) }))).toEqual([
      'saml_link[platform-developers]',
      'member[carol]',
    ]);
  });

  test('find words in whatever case, all of which have to occur', () => {
    expect(shown({ text: 'ARM64' })).toEqual(['runner[platform-build]']);
    expect(shown({ text: ' arm64   x86 ' })).toEqual(['runner[platform-build]']);
    expect(shown({ text: 'arm64 mallory' })).toEqual([]);
  });

  test('take a scope with what is below it, and not with what is called alike', () => {
    expect(isWithin('project[a/b]', 'group[a]')).toBe(true);
    expect(isWithin('group[ab]', 'group[a]')).toBe(false);
    expect(isWithin('group[a]', 'instance')).toBe(false);
    expect(shown({ scope: 'instance' })).toEqual(['settings', 'member_role[security-reviewer]']);
  });
});

test('a fragment brings back what was shown', () => {
  const filters = {
    text: 'a&b =c#',
    scope: 'group[a/b]',
    chosen: { ...everything.chosen, deed: new Set(['create', 'delete']) },
  };
  expect(shownBy(`#${fragmentOf({ filters, at: 'group[a]/hook[x y]' })}`)).toEqual({
    filters,
    at: 'group[a]/hook[x y]',
  });
  expect(fragmentOf({ filters: everything, at: '' })).toBe('');
  expect(isEverything(shownBy('#').filters)).toBe(true);
  expect(isEverything(shownBy(linkTo('guard', 'mass-removal')).filters)).toBe(false);
});

test('the tree has the groups between, and counts for each what is in it and below', () => {
  const addresses = ['instance/settings', 'group[a/b/c]/hook[x]', 'project[a/b/p]/hook[y]', 'group[a]/hook[z]'];
  const changes = addresses.map((address) => change({ address, action: 'create' }));
  const { items } = pageOfRun(endedRun({ plan: plan({ changes }) }), kindsByName(kinds));
  const tree = scopeTree(items);
  const lines = (nodes: ReturnType<typeof scopeTree>['roots'], depth = 0): readonly string[] =>
    nodes.flatMap((node) => [
      `${' '.repeat(depth)}${node.label} ${node.scope} ${totalOf(node)}`,
      ...lines(node.children, depth + 1),
    ]);
  expect(lines(tree.roots)).toEqual([
    'instance instance 1',
    'a group[a] 3',
    ' b group[a/b] 2',
    '  c group[a/b/c] 1',
    '  p project[a/b/p] 1',
  ]);
  tree.count(items.map(({ scope }) => scope === 'group[a]'));
  expect(lines(tree.roots)).toEqual([
    'instance instance 0',
    'a group[a] 1',
    ' b group[a/b] 0',
    '  c group[a/b/c] 0',
    '  p project[a/b/p] 0',
  ]);
});
