import type { Deed, PageWords } from '../page-data.ts';
import { deedOrder, signs } from './deeds.ts';
import { element, grouped } from './dom.ts';
import { isWithin } from './filters.ts';
import { totalOf, type ScopeNode } from './scope-tree.ts';

/** The tree of scopes, one of which is chosen. */
export interface ScopeView {
  readonly element: HTMLElement;
  /** Marks a scope as chosen, and opens the way to it. */
  choose(scope: string): void;
  /** Tells how much there is of each, after it was counted again. */
  tell(): void;
}

interface Branch {
  /** What holds it with those below it. */
  readonly holder: HTMLElement;
  /** What is chosen, and has the name. */
  readonly element: HTMLElement;
  readonly node: ScopeNode;
  readonly tell: () => void;
  readonly parent: Branch | undefined;
  /** Made once it is opened: a company may have ten thousand groups. */
  children: readonly Branch[] | undefined;
}

/** Makes the tree, in the pattern that screen readers know as a tree: one stop of Tab, and arrow keys in it. */
export function scopeView(roots: readonly ScopeNode[], words: PageWords, chosen: (scope: string) => void): ScopeView {
  const all: ScopeNode = { scope: '', label: 'Everything', children: [], counts: new Map<Deed, number>() };
  const sum = (): void => {
    all.counts.clear();
    for (const { counts } of roots)
      for (const [deed, count] of counts) all.counts.set(deed, (all.counts.get(deed) ?? 0) + count);
  };
  sum();
  const branches = [all, ...roots].map((node) => branchOf(node, undefined, words));
  const tree = element(
    'ul',
    { role: 'tree', 'aria-label': 'Groups and projects' },
    branches.map((one) => one.holder),
  );
  const byElement = (target: EventTarget | null): Branch | undefined => {
    const item = target instanceof Element ? target.closest('[role=treeitem]') : null;
    return item === null ? undefined : walk(branches).find((one) => one.element === item);
  };
  const focus = (branch: Branch | undefined): void => {
    if (branch === undefined) return;
    for (const one of walk(branches)) one.element.tabIndex = one === branch ? 0 : -1;
    branch.element.focus();
  };
  tree.addEventListener('click', (event) => {
    const branch = byElement(event.target);
    if (branch === undefined) return;
    if (event.target instanceof Element && event.target.classList.contains('twist')) toggle(branch, words);
    else chosen(branch.node.scope);
    focus(branch);
  });
  tree.addEventListener('keydown', (event) => {
    const branch = byElement(event.target);
    if (branch === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!pressed(event.key, branch, { branches, words, focus, chosen })) return;
    event.preventDefault();
    event.stopPropagation();
  });
  for (const [index, branch] of branches.entries()) branch.element.tabIndex = index === 0 ? 0 : -1;
  if (roots.length <= 3) for (const branch of branches) open(branch, words);
  return {
    element: tree,
    tell: () => {
      sum();
      for (const branch of walk(branches)) branch.tell();
    },
    choose: (scope) => {
      for (let level = branches; level.length > 0;) {
        const way = level.find(({ node }) => node.scope !== '' && node.scope !== scope && isWithin(scope, node.scope));
        if (way === undefined) break;
        open(way, words);
        level = [...(way.children ?? [])];
      }
      for (const { element: item, node } of walk(branches)) {
        item.setAttribute('aria-selected', String(node.scope === scope));
        item.tabIndex = node.scope === scope ? 0 : -1;
      }
      if (!walk(branches).some(({ element: item }) => item.tabIndex === 0)) focusable(branches[0]);
    },
  };
}

function focusable(branch: Branch | undefined): void {
  if (branch !== undefined) branch.element.tabIndex = 0;
}

interface Keys {
  readonly branches: readonly Branch[];
  readonly words: PageWords;
  readonly focus: (branch: Branch | undefined) => void;
  readonly chosen: (scope: string) => void;
}

/** What a key does in a tree (the pattern of ARIA); whether it does anything. */
function pressed(key: string, branch: Branch, { branches, words, focus, chosen }: Keys): boolean {
  const seen = walk(branches, true);
  const at = seen.indexOf(branch);
  switch (key) {
    case 'ArrowDown':
      focus(seen[at + 1]);
      return true;
    case 'ArrowUp':
      focus(seen[at - 1]);
      return true;
    case 'Home':
      focus(seen[0]);
      return true;
    case 'End':
      focus(seen.at(-1));
      return true;
    case 'ArrowRight':
      if (isOpen(branch)) focus(branch.children?.[0]);
      else open(branch, words);
      return true;
    case 'ArrowLeft':
      if (isOpen(branch)) branch.element.setAttribute('aria-expanded', 'false');
      else focus(branch.parent);
      return true;
    case 'Enter':
    case ' ':
      chosen(branch.node.scope);
      return true;
    default:
      if (key.length !== 1) return false;
      focus(
        [...seen.slice(at + 1), ...seen.slice(0, at)].find(({ node }) =>
          node.label.toLowerCase().startsWith(key.toLowerCase()),
        ),
      );
      return true;
  }
}

/** The branches in their order, with those below them; or those of them that are in sight. */
function walk(branches: readonly Branch[], inSight = false): readonly Branch[] {
  return branches.flatMap((branch) => [
    branch,
    ...(branch.children === undefined || (inSight && !isOpen(branch)) ? [] : walk(branch.children, inSight)),
  ]);
}

function branchOf(node: ScopeNode, parent: Branch | undefined, words: PageWords): Branch {
  const heard = element('span', { class: 'heard' });
  const counted = element('span', { class: 'counts', 'aria-hidden': 'true' });
  const hasMore = node.children.length > 0;
  const item = element(
    'div',
    {
      role: 'treeitem',
      class: 'node',
      'aria-expanded': hasMore ? 'false' : undefined,
      'aria-selected': 'false',
      tabindex: '-1',
    },
    element('span', { class: hasMore ? 'twist' : 'leaf', 'aria-hidden': 'true' }),
    element('span', { class: 'label' }, node.label),
    heard,
    counted,
  );
  const tell = (): void => {
    const total = totalOf(node);
    const parts = deedOrder.flatMap((deed) => {
      const count = node.counts.get(deed) ?? 0;
      return count === 0 ? [] : [{ deed, count }];
    });
    const told = parts.map(({ deed, count }) => `, ${grouped(count)} ${words.deeds[deed]}`).join('');
    heard.textContent = ` ${grouped(total)} ${total === 1 ? words.one : words.many}${told}`;
    counted.replaceChildren(
      ...parts.map(({ deed, count }) => element('span', { class: deed }, `${signs[deed]}${grouped(count)}`)),
    );
    item.classList.toggle('none', total === 0);
  };
  tell();
  return { holder: element('li', { role: 'none' }, item), element: item, node, tell, parent, children: undefined };
}

function isOpen(branch: Branch): boolean {
  return branch.element.getAttribute('aria-expanded') === 'true';
}

let groups = 0;

function open(branch: Branch, words: PageWords): void {
  if (branch.node.children.length === 0) return;
  if (branch.children === undefined) {
    const children = branch.node.children.map((child) => branchOf(child, branch, words));
    branch.children = children;
    const id = `below-${String((groups += 1))}`;
    branch.holder.append(
      element(
        'ul',
        { role: 'group', id },
        children.map((one) => one.holder),
      ),
    );
    branch.element.setAttribute('aria-owns', id);
  }
  branch.element.setAttribute('aria-expanded', 'true');
}

function toggle(branch: Branch, words: PageWords): void {
  if (isOpen(branch)) branch.element.setAttribute('aria-expanded', 'false');
  else open(branch, words);
}
