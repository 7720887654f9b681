import { chanceOf, type Chance } from './chance.ts';
import type { Node, Place } from './tree.ts';

/** A project in both trees: where it stands, and where it is to stand. */
export interface ProjectNode {
  readonly label: string;
  readonly live: Place;
  readonly wanted: string;
  readonly fate: 'along' | 'moved' | 'gone along';
  readonly isDeclared: boolean;
  /** The display name that is declared. */
  readonly name: string | undefined;
  readonly previously: string | undefined;
}

const SEGMENTS = ['pp', 'qq', 'aa'] as const;
const NAMES = ['One', 'Two', 'qq'] as const;
const MOST_TRIES = 40;

/** Projects in these groups, some of which are to be elsewhere: in every third tree, and none where chance finds none that a platform takes. */
export function projectsOf(seed: number, groups: readonly Node[]): readonly ProjectNode[] {
  if (seed % 3 !== 0) return [];
  const chance = chanceOf(seed ^ 0x70726f6a);
  for (let turn = 0; turn < MOST_TRIES; turn++) {
    const projects = wish(groups, chance);
    if (projects !== undefined && isFit(projects, groups)) return projects;
  }
  return [];
}

function wish(groups: readonly Node[], chance: Chance): readonly ProjectNode[] | undefined {
  const live = groups.filter((group) => group.live !== undefined);
  const stay = groups.filter(({ fate }) => fate !== 'absent' && fate !== 'gone along');
  const [home] = live;
  const [goal] = stay;
  if (home === undefined || goal === undefined) return undefined;
  return Array.from({ length: 1 + chance.below(4) }, (_, number): ProjectNode => {
    const group = chance.one([home, ...live]);
    const segment = chance.one(SEGMENTS);
    const name = chance.happens(0.6) ? segment : chance.one(NAMES);
    const isGone = !stay.includes(group);
    const changes = chance.happens(isGone ? 0.8 : 0.6);
    const into = changes && (isGone || chance.happens(0.7)) ? chance.one([goal, ...stay]) : group;
    const own = changes && chance.happens(0.6) ? chance.one(SEGMENTS) : segment;
    const isMoved = into !== group || own !== segment;
    const isDeclared = isMoved || (!isGone && chance.happens(0.5));
    const before = `${group.live?.path ?? ''}/${segment}`;
    // A path below a group that has its new name in the configuration already.
    const said = !isGone && chance.happens(0.2) ? `${group.wanted.path}/${segment}` : before;
    return {
      label: `project${number}`,
      live: { path: before, name },
      wanted: `${into.wanted.path}/${own}`,
      fate: isMoved ? 'moved' : isGone ? 'gone along' : 'along',
      isDeclared,
      name: isDeclared && chance.happens(0.3) ? chance.one(NAMES) : undefined,
      previously: isMoved ? said : undefined,
    };
  });
}

/** Whether a platform can be brought to it, and `validate` takes it. */
function isFit(projects: readonly ProjectNode[], groups: readonly Node[]): boolean {
  const staying = projects.filter(({ fate }) => fate !== 'gone along');
  const groupsLive = groups.flatMap(({ live }) => (live === undefined ? [] : [live.path]));
  const groupsWanted = groups.flatMap(({ fate, wanted }) => (fate === 'gone along' ? [] : [wanted.path]));
  const declared = new Set(staying.flatMap((one) => (one.isDeclared && one.fate === 'along' ? [one.wanted] : [])));
  const said = staying.flatMap(({ previously }) => previously ?? []);
  return (
    isUnlike([...groupsLive, ...projects.map(({ live }) => live.path)]) &&
    isUnlike([...groupsWanted, ...staying.map(({ wanted }) => wanted)]) &&
    isUnlike(projects.map(({ live }) => `${above(live.path)} ${live.name.toLowerCase()}`)) &&
    (isUnlike(staying.map((one) => `${above(one.wanted)} ${keptName(one)}`)) ||
      isUnlike(staying.map((one) => `${above(one.wanted)} ${followingName(one)}`))) &&
    isUnlike(said) &&
    // Nobody has been what is declared and stays, nor at the path that it has.
    staying.every(
      ({ previously, wanted }) => previously === undefined || (previously !== wanted && !declared.has(previously)),
    ) &&
    // What goes into a project would have to stand in it.
    !staying.some(({ wanted }) => said.some((path) => wanted.startsWith(`${path}/`))) &&
    said.every((path) => isPlain(path, projects, groups))
  );
}

/** Whether a former path says one thing: what is at it now and what was at it by the new names above are not two. */
function isPlain(path: string, projects: readonly ProjectNode[], groups: readonly Node[]): boolean {
  const named = projects.filter(({ live, previously }) => live.path === path || previously === path);
  const byNew = groups.filter(({ wanted }) => `${wanted.path}/` === `${above(path)}/`);
  return named.length === 1 && (named[0]?.live.path === path || byNew.every(({ live }) => live !== undefined));
}

function isUnlike(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

function above(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function keptName({ name, live }: ProjectNode): string {
  return (name ?? live.name).toLowerCase();
}

/** The name where it follows the path that it was made of. */
function followingName({ name, live, wanted }: ProjectNode): string {
  const isMade = live.path.toLowerCase().endsWith(`/${live.name.toLowerCase()}`);
  return (name ?? (isMade ? wanted.slice(above(wanted).length + 1) : live.name)).toLowerCase();
}
