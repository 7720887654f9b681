import { chanceOf, type Chance } from './chance.ts';
import { projectsOf, type ProjectNode } from './projects.ts';

/** A group in both trees: where it stands, and where it is to stand. */
export interface Node {
  /** What it is called in the test; that of a live one is its place in the list of those that are made. */
  readonly label: string;
  readonly live: Place | undefined;
  readonly wanted: Place;
  readonly fate: 'along' | 'moved' | 'new' | 'absent' | 'gone along';
  readonly isDeclared: boolean;
  /** The display name that is declared. */
  readonly name: string | undefined;
  readonly previously: string | undefined;
  /** Whether its members and hooks are declared as they are, and pruned. */
  readonly isExact: boolean;
}

export interface Place {
  readonly path: string;
  readonly name: string;
}

/** A live tree, and the one that is declared over it. */
export interface Trees {
  readonly seed: number;
  readonly nodes: readonly Node[];
  readonly projects: readonly ProjectNode[];
}

const SEGMENTS = ['aa', 'bb', 'cc', 'dd'] as const;
const NAMES = ['One', 'Two', 'AA', 'bb'] as const;
const DEEPEST = 4;

/** While a tree is made. */
interface Draft {
  readonly label: string;
  readonly live: { readonly parent: Draft | undefined; readonly segment: string; readonly name: string } | undefined;
  parent: Draft | undefined;
  segment: string;
  name: string | undefined;
  fate: Node['fate'];
  isDeclared: boolean;
  isExact: boolean;
  by: 'old path' | 'new path above';
}

/** The trees of a seed: the first that the seed leads to and that a platform can be brought to. */
export function treesOf(seed: number): Trees {
  const chance = chanceOf(seed);
  for (;;) {
    const wished = wish(liveTree(chance), chance);
    if (seed % 4 === 0) exchangeNames(wished);
    const nodes = finished(wished);
    if (nodes !== undefined && nodes.some(({ isDeclared }) => isDeclared))
      return { seed, nodes, projects: projectsOf(seed, nodes) };
  }
}

function liveTree(chance: Chance): Draft[] {
  const made: Draft[] = [];
  const count = 2 + chance.below(6);
  while (made.length < count) {
    const parent = chance.happens(0.4) ? undefined : made[chance.below(made.length)];
    const segment = chance.one(SEGMENTS);
    const name = chance.happens(0.6) ? segment : chance.one(NAMES);
    const beside = made.filter(({ live }) => live?.parent === parent);
    if (beside.some(({ live }) => live?.segment === segment)) continue;
    if (parent !== undefined && beside.some(({ live }) => isSame(live?.name, name))) continue;
    if (depthOf(parent) + 1 >= DEEPEST) continue;
    const common = { name: undefined, isDeclared: false, isExact: false, by: 'old path' } as const;
    made.push({
      label: String(made.length),
      live: { parent, segment, name },
      parent,
      segment,
      fate: 'along',
      ...common,
    });
  }
  return made;
}

/** Moves, renames, removes and adds at random. */
function wish(drafts: Draft[], chance: Chance): Draft[] {
  const added = chance.below(3);
  for (let number = 0; number < added; number++)
    drafts.push({
      ...{ label: `new${number}`, live: undefined, parent: undefined, segment: chance.one(SEGMENTS) },
      ...{ name: undefined, fate: 'new', isDeclared: true, isExact: chance.happens(0.3), by: 'old path' },
    });
  for (const draft of drafts) {
    const changes = draft.fate === 'new' || chance.happens(0.45);
    if (changes) {
      if (chance.happens(0.7)) draft.parent = chance.happens(0.3) ? undefined : drafts[chance.below(drafts.length)];
      if (chance.happens(0.5)) draft.segment = chance.one(SEGMENTS);
    }
    const { live } = draft;
    if (live !== undefined && (draft.parent !== live.parent || draft.segment !== live.segment)) draft.fate = 'moved';
    if (draft.fate === 'along' && chance.happens(0.12)) draft.fate = 'absent';
    draft.isDeclared = draft.fate !== 'along' || chance.happens(0.5);
    draft.isExact = chance.happens(0.4);
    if (draft.isDeclared && draft.fate !== 'absent' && chance.happens(0.2)) draft.name = chance.one(NAMES);
    if (chance.happens(0.1)) draft.by = 'new path above';
  }
  return drafts;
}

/** Declares that two that stand side by side take each other's display name. */
function exchangeNames(drafts: readonly Draft[]): void {
  const isKept = ({ live, fate }: Draft): boolean => live !== undefined && fate !== 'absent';
  for (const one of drafts) {
    const other = drafts.find((each) => each !== one && isKept(each) && each.parent === one.parent);
    if (!isKept(one) || other === undefined) continue;
    const [name, otherName] = [other.live?.name, one.live?.name];
    Object.assign(one, { name, isDeclared: true });
    Object.assign(other, { name: otherName, isDeclared: true });
    return;
  }
}

/** What was made as nodes; undefined where no platform could be brought to it, or where `validate` says so. */
function finished(drafts: readonly Draft[]): readonly Node[] | undefined {
  if (drafts.some(isInCircle)) return undefined;
  for (const draft of drafts)
    if (draft.fate === 'along' && isGone(draft.parent)) Object.assign(draft, { fate: 'gone along', isDeclared: false });
  const isOrphan = drafts.some(({ fate, parent }) => (fate === 'moved' || fate === 'new') && isGone(parent));
  if (isOrphan || drafts.some((draft) => depthOf(draft) >= DEEPEST)) return undefined;
  const standing = drafts.filter(({ fate }) => fate !== 'gone along');
  const paths = standing.map((draft) => pathOf(draft));
  if (new Set(paths).size < paths.length) return undefined;
  const stays = standing.filter(({ fate }) => fate !== 'absent');
  if (namesMeet(stays, keptName) && namesMeet(stays, followingName)) return undefined;
  const nodes = drafts.map((draft) => nodeOf(draft, drafts));
  return isContradictory(nodes) ? undefined : nodes;
}

function nodeOf(draft: Draft, drafts: readonly Draft[]): Node {
  const { label, live, fate, isDeclared, name, isExact } = draft;
  const was = live && { path: livePath(draft), name: live.name };
  const seen = live?.parent === undefined ? undefined : `${pathOf(live.parent)}/${live.segment}`;
  const isTold = draft.by === 'old path' || drafts.some((one) => [livePath(one), pathOf(one)].includes(seen ?? ''));
  const told = (isTold ? undefined : seen) ?? was?.path;
  // Where another one takes the path above, it may have been at the very path that it is to have: that is said by the new one.
  const former = told === pathOf(draft) ? seen : told;
  return {
    ...{ label, live: was, fate, isDeclared, isExact, name },
    wanted: { path: pathOf(draft), name: keptName(draft) },
    previously: fate === 'moved' ? former : undefined,
  };
}

/** Whether an entry says of a group that stays where it is that it comes elsewhere: `validate` refuses it. */
function isContradictory(nodes: readonly Node[]): boolean {
  const declared = new Map(nodes.flatMap((node) => (node.isDeclared ? [[node.wanted.path, node] as const] : [])));
  const comes = (path: string): boolean => above(path).some((one) => declared.get(one)?.previously !== undefined);
  return nodes.some(({ previously, wanted }) => {
    if (previously === wanted.path) return true;
    if (previously === undefined || comes(previously)) return false;
    const named = declared.get(previously);
    if (named === undefined) return false;
    if (named.fate === 'absent') return true;
    const between = above(wanted.path).filter((path) => path.startsWith(`${previously}/`) && path !== wanted.path);
    return !wanted.path.startsWith(`${previously}/`) || between.some((path) => !declared.has(path));
  });
}

/** A path and those above it. */
function above(path: string): string[] {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

function isInCircle(draft: Draft): boolean {
  const seen = new Set<Draft>();
  for (let at: Draft | undefined = draft; at !== undefined; at = at.parent) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

function isGone(draft: Draft | undefined): boolean {
  if (draft === undefined) return false;
  if (draft.fate === 'absent' || draft.fate === 'gone along') return true;
  return draft.fate === 'along' && isGone(draft.parent);
}

function depthOf(draft: Draft | undefined): number {
  return draft === undefined ? 0 : 1 + depthOf(draft.parent);
}

function pathOf({ parent, segment }: Draft): string {
  return parent === undefined ? segment : `${pathOf(parent)}/${segment}`;
}

function livePath({ live }: Draft): string {
  if (live === undefined) return '';
  return live.parent === undefined ? live.segment : `${livePath(live.parent)}/${live.segment}`;
}

function keptName({ name, live, segment }: Draft): string {
  return name ?? live?.name ?? segment;
}

/** The name where each follows the path that it was made of. */
function followingName(draft: Draft): string {
  const { name, live, segment } = draft;
  if (name !== undefined || live === undefined) return keptName(draft);
  return isSame(live.name, live.segment) ? segment : live.name;
}

function namesMeet(drafts: readonly Draft[], nameOf: (draft: Draft) => string): boolean {
  return drafts.some((one) =>
    drafts.some(
      (other) =>
        one !== other && one.parent !== undefined && one.parent === other.parent && isSame(nameOf(one), nameOf(other)),
    ),
  );
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
