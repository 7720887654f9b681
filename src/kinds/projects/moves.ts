import { isSame, lastSegment, parentPath, pathBelow } from '../../base/scope-path.ts';
import type { CallContext, Fault, Moves } from '../../kind.ts';
import type { Attributes, Call, Value } from '../../model.ts';
import { MARK, onItsWay } from '../on-its-way.ts';
import type { LiveProject } from './live-project.ts';

/** The path or name of a project as it was before it was marked for its deletion, which frees them by a suffix (17.11 and 18.9). */
export function withoutDeletionMark(text: string, id: number): string {
  return text.replace(new RegExp(`-(?:deletion_scheduled|deleted)-${id}$`), '');
}

/** How a project is called on its way. */
export const projectWay = onItsWay<LiveProject>({
  endpoint: '/projects',
  pathOf: (live) => live.path_with_namespace,
  renamed: (live, path, name) => ({
    ...live,
    path,
    name,
    path_with_namespace: pathBelow(parentPath(live.path_with_namespace), path),
  }),
  withoutDeletionMark,
  // A name has no brackets in it (PUT /projects/:id, 18.9).
  suffix: (id) => ` - moving ${id}`,
});

/** How projects are renamed and moved. */
export const projectMoves: Moves<LiveProject> = {
  ...projectWay,
  halfway: { path: '/projects', query: { search: MARK }, pages: true },
  leadsOn: true,
  pathOf: (live) => live.path_with_namespace,
  parentOf: (live) => live.namespace?.id,
  // Paths are of one list with those of groups, names are not (POST /projects, PUT /projects/:id/transfer, 18.9).
  slots: ({ name }, path) => [
    `path ${lastSegment(path).toLowerCase()}`,
    `name ${(typeof name === 'string' ? name : lastSegment(path)).toLowerCase()}`,
  ],
  inside: (id) => ({ path: `/groups/${id}/projects`, query: { with_shared: false }, pages: true }),
};

/** The number of the group that a project comes into. Throws where there is none: the path of a user would be looked for else. */
export function namespaceOf(path: string, context: CallContext): Value {
  const found = context.find('groups', parentPath(path));
  if (found === undefined) throw new Error(`the group above ${path} is neither live nor declared`);
  return found.ref('id');
}

/**
 * What brings a project to a path with these attributes. PUT /projects/:id ignores a namespace: only a transfer changes it, under the name that the
 * project has (18.9). Where both are to be others, a name which tells where it is going comes first: wherever a run ends, the next one finds it.
 */
export function moveTo(
  live: LiveProject,
  to: string,
  changed: Attributes,
  context: CallContext,
  put: (id: number, fields: Attributes) => readonly Call[],
): readonly Call[] {
  const path = lastSegment(to);
  const now = live.namespace?.id;
  const stays = now !== undefined && isBeside(live, to) && context.find('groups', parentPath(to)) === undefined;
  const namespace = stays ? now : namespaceOf(to, context);
  const renames = lastSegment(projectWay.pathOf(live)) !== path;
  if (namespace === now) return put(live.id, renames ? { path, ...withName(live, changed) } : changed);
  const call = { method: 'PUT', path: `/projects/${live.id}/transfer`, does: 'moved' } as const;
  const transfer: Call = { ...call, body: { namespace } };
  if (!renames) return [transfer, ...put(live.id, changed)];
  const { name } = changed;
  const aside = projectWay.isAside(live)
    ? { calls: [], live }
    : projectWay.stepAside(live, to, typeof name === 'string' ? name : undefined);
  const last = put(live.id, { path, ...withName(aside.live, changed) });
  // Where its last name is refused, it is not left where others may see it.
  const back: Call[] = now === undefined ? [] : [{ ...call, body: { namespace: now }, answer: 'partial' }];
  return [
    ...aside.calls,
    { ...transfer, ...(back.length > 0 && { takeBack: back }) },
    ...last.map((one) => ({ ...one, does: 'given its new name' })),
  ];
}

/** Whether a path is in the group that a project stands in. */
function isBeside(live: LiveProject, to: string): boolean {
  return isSame(parentPath(to), parentPath(projectWay.pathOf(live)));
}

/** A project that was out of the way gets its name back. */
function withName(live: LiveProject, changed: Attributes): Attributes {
  const own = projectWay.withoutMark(live);
  return own === live.name || typeof changed['name'] === 'string' ? changed : { name: own, ...changed };
}

/** What is archived stays where it is: a transfer is 403 (PUT /projects/:id/transfer, 18.9). */
export function stuckInArchive(
  { full_path: to, archived }: Attributes,
  before: Attributes | undefined,
): readonly Fault[] {
  const from = before?.['full_path'];
  if (typeof to !== 'string' || typeof from !== 'string' || before?.['archived'] !== true || archived === false)
    return [];
  if (isSame(parentPath(to), parentPath(from))) return [];
  return [
    {
      field: 'full_path',
      message: 'a project that is archived stays in the group that it is in',
      remedy: 'Write `archived: false` in it, and archive it again once it is moved',
    },
  ];
}

/** Why nothing is found under a former path: each project stands in a group, or with a user. */
export function unfindable(path: string): readonly Fault[] {
  if (/^[^/\s]+(\/[^/\s]+)+$/.test(path)) return [];
  const message = `\`${path}\` is no full path of a project`;
  return [{ field: 'full_path', message, remedy: 'Write the groups and the project, with `/` between them' }];
}
