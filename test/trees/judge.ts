import type { Json } from '../../src/sandbox/store/json.ts';
import type { Snapshot } from '../../src/sandbox/store/state.ts';
import type { Grown } from './stage.ts';
import type { ProjectNode } from './projects.ts';
import type { Node, Place, Trees } from './tree.ts';

type Row = { readonly [column: string]: Json };

/** What is not as declared. */
export function departures(trees: Trees, grown: Grown, now: Snapshot): string[] {
  const standing = new Map(groupsOf(now).map((row) => [text(row['full_path']), row]));
  const wanted = trees.nodes.filter(({ fate }) => fate !== 'absent' && fate !== 'gone along');
  const found = wanted.flatMap(({ label, wanted: { path }, name }) => {
    const row = standing.get(path);
    standing.delete(path);
    if (row === undefined) return [`nothing stands at ${path}`];
    const id = grown.ids.get(label);
    return [
      ...(id === undefined || row['id'] === id ? [] : [`${text(row['id'])} stands at ${path} instead of ${id}`]),
      ...(name === undefined || row['name'] === name ? [] : [`${path} is called ${text(row['name'])}`]),
      ...(text(row['name']).includes('(moving') ? [`${path} keeps the name of its way`] : []),
    ];
  });
  const left = [...standing.keys()].map((path) => `${path} stands there`);
  return [...found, ...left, ...misplaced(trees, grown, now), ...losses(trees, grown, now)];
}

/** The projects that are not as declared. */
function misplaced({ projects }: Trees, grown: Grown, now: Snapshot): string[] {
  const byId = new Map(projectsOf(now).map((row) => [row['id'], row]));
  return projects.flatMap(({ label, wanted, name, fate, live }) => {
    const row = byId.get(grown.ids.get(label) ?? 0);
    if (fate === 'gone along' || row === undefined) return [];
    const [path, called] = [text(row['full_path']), text(row['name'])];
    return [
      ...(path === wanted ? [] : [`the project ${live.path} stands at ${path} instead of ${wanted}`]),
      ...(name === undefined || called === name ? [] : [`the project ${path} is called ${called}`]),
      ...(called.includes('- moving') ? [`the project ${path} keeps the name of its way`] : []),
    ];
  });
}

/** What is no longer there, or with another group, of all that is to stay: true at any time, whatever was done so far. */
export function losses(trees: Trees, grown: Grown, now: Snapshot): string[] {
  const alive = new Set(groupsOf(now).map((row) => row['id'] ?? null));
  const there = new Set(projectsOf(now).map((row) => row['id'] ?? null));
  const gone = trees.projects.flatMap(({ label, fate, live }) =>
    fate === 'gone along' || there.has(grown.ids.get(label) ?? 0) ? [] : [`the project ${live.path} is gone`],
  );
  const lost = trees.nodes.flatMap((node) => {
    const id = grown.ids.get(node.label);
    if (id === undefined || node.fate === 'absent' || node.fate === 'gone along') return [];
    const told = `${node.live?.path ?? ''} (${id})`;
    if (!alive.has(id)) return [`${told} is gone`];
    const [was, is] = [belongings(grown.before, id), belongings(now, id)];
    return was === is ? [] : [`${told} had ${was}, and has ${is}`];
  });
  return [...gone, ...lost];
}

/** The nodes that have their places already. */
export function isDone(trees: Trees, grown: Grown, now: Snapshot): boolean {
  return departures(trees, grown, now).length === 0;
}

/** Whether one follows the paths of a group, of what takes its place, and so on, and comes back to it. */
export function isInCircle(node: Node, nodes: readonly Node[]): boolean {
  const seen = new Set<Node>();
  let at: Node | undefined = node;
  while (at?.live !== undefined && at.fate === 'moved' && !seen.has(at)) {
    seen.add(at);
    const { path }: Place = at.live;
    at = nodes.find((one) => one.fate === 'moved' && one.wanted.path === path);
  }
  return at === node && seen.size > 0;
}

/** The same of a project: what stands below a group that is moved has the path that it has there. */
export function isInCircleOfProjects(project: ProjectNode, { projects, nodes }: Trees): boolean {
  const seen = new Set<ProjectNode>();
  let at: ProjectNode | undefined = project;
  while (at?.fate === 'moved' && !seen.has(at)) {
    seen.add(at);
    const path = alongWithItsGroup(at.live.path, nodes);
    at = projects.find((one) => one.fate === 'moved' && one.wanted === path);
  }
  return at === project && seen.size > 0;
}

function alongWithItsGroup(path: string, nodes: readonly Node[]): string {
  const cut = path.lastIndexOf('/');
  const group = nodes.find(({ live }) => live?.path === path.slice(0, cut));
  return `${group?.wanted.path ?? ''}${path.slice(cut)}`;
}

function belongings(state: Snapshot, id: number): string {
  const of = (table: string, column: string): string[] =>
    rows(state, table)
      .filter((row) => row['source_type'] === 'group' && row['source_id'] === id)
      .map((row) => `${table} ${text(row[column])}`);
  return [...of('members', 'user_id'), ...of('hooks', 'id')].sort().join(', ');
}

/** The groups that do not wait for their deletion, and stand in none that does. */
function groupsOf(state: Snapshot): readonly Row[] {
  const byId = new Map(rows(state, 'groups').map((row) => [row['id'], row]));
  const leaves = (row: Row | undefined): boolean =>
    row !== undefined && (row['marked_for_deletion_on'] !== null || leaves(byId.get(row['parent_id'] ?? null)));
  return [...byId.values()].filter((row) => !leaves(row));
}

/** The projects that do not wait for their deletion, in groups that do not either; each with its hook. */
function projectsOf(state: Snapshot): readonly Row[] {
  const groups = new Set(groupsOf(state).map((row) => row['id'] ?? null));
  const hooked = new Set(
    rows(state, 'hooks').flatMap((row) => (row['source_type'] === 'project' ? [row['source_id'] ?? null] : [])),
  );
  return rows(state, 'projects').filter(
    (row) =>
      row['marked_for_deletion_on'] === null && groups.has(row['group_id'] ?? null) && hooked.has(row['id'] ?? null),
  );
}

function rows(state: Snapshot, table: string): readonly Row[] {
  return (state.tables[table] ?? []).flatMap((row) =>
    typeof row === 'object' && row !== null && !Array.isArray(row) ? [row as Row] : [],
  );
}

function text(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}
