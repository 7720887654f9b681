import { scopePath } from '../../address.ts';
import { isMap } from '../../base/shape.ts';
import type { Coming } from '../../coming.ts';
import { kind, pick, type CallContext, type Fault } from '../../kind.ts';
import type { Call, Json, Scope, Value } from '../../model.ts';
import { flag } from '../live-value.ts';
import { newProject } from '../new-project.ts';
import {
  changedLevels,
  decodeHolders,
  holdersFaults,
  holdersSchema,
  namesOfLevels,
  newLevels,
  normalHolders,
  WIDER,
  type Holders,
} from './levels.ts';
import { tiesOf } from './ties.ts';

const ACTIONS = ['push', 'merge', 'unprotect'] as const;
const FLAGS = ['allow_force_push', 'code_owner_approval_required'] as const;

type Action = (typeof ACTIONS)[number];

export type ProtectedBranchSpec = { readonly name: string } & {
  readonly [Name in `${Action}_access_level`]: Holders;
} & { readonly [Flag in (typeof FLAGS)[number]]: boolean };

type LiveProtectedBranch = {
  readonly name: string;
  readonly allow_force_push: boolean;
  readonly code_owner_approval_required?: boolean;
  /** Shown in a project: whether it is the group's at the top. */
  readonly inherited?: boolean;
} & { readonly [Name in `${Action}_access_levels`]?: Json };

/** What there is where nothing is said of it (POST …/protected_branches, 18.9). */
const UNSAID = { 'x-default': 'maintainer' } as const;

/** Who may push to and merge into which branches, of a project, or of all projects in a group at the top. */
export const protectedBranches = kind<ProtectedBranchSpec, LiveProtectedBranch>({
  section: 'protected_branches',
  singular: 'protected_branch',
  description: 'Who may push to and merge into the branches of a name, or of a pattern as `release/*`.',
  scopes: ['group', 'project'],
  shape: { type: 'map', name: 'name' },
  schema: {
    properties: {
      name: {
        type: 'string',
        pattern: '\\S',
        'x-form': 'a name or a pattern that is not empty',
        description: 'A branch, or a pattern in which * stands for anything',
      },
      push_access_level: { ...holdersSchema('Who may push', { keys: true }), ...UNSAID },
      merge_access_level: { ...holdersSchema('Who may merge'), ...UNSAID },
      unprotect_access_level: {
        ...holdersSchema('Who may change the protection, or take it away', { nobody: false }),
        ...UNSAID,
      },
      allow_force_push: { type: 'boolean', description: 'Whether who may push may do so by force' },
      code_owner_approval_required: {
        type: 'boolean',
        'x-tier': 'premium',
        description: 'Whether the owners of the code have to approve what is merged',
      },
    },
  },
  identity: {
    // main and Main are two branches.
    names: 'exact',
    key: ({ name = '' }) => name,
    normal: (spec) => ({ ...spec, ...Object.fromEntries(ACTIONS.flatMap((action) => normalField(spec, action))) }),
  },
  reads: {
    all: (scope) => [{ path: `${scopePath(scope)}/protected_branches`, pages: true }],
    named: (live) => namesOfLevels(ACTIONS.map((action) => live[`${action}_access_levels`])),
  },
  decode: (live, context) =>
    live.inherited === true
      ? undefined
      : {
          key: live.name,
          spec: {
            name: live.name,
            push_access_level: decodeHolders(live.push_access_levels, live, context),
            merge_access_level: decodeHolders(live.merge_access_levels, live, context),
            unprotect_access_level: decodeHolders(live.unprotect_access_levels, live, context),
            allow_force_push: flag(live.allow_force_push),
            code_owner_approval_required: flag(live.code_owner_approval_required),
          },
        },
  calls: {
    shown: { always: ['name', 'push_access_levels'] },
    // Maintainers, wherever nothing is said (POST …/protected_branches, 18.9).
    create({ key, spec }, context) {
      const levels = ACTIONS.map((action) => newLevels(action, spec[`${action}_access_level`], context));
      const body = mergedBody({ name: spec.name ?? key, ...pick<ProtectedBranchSpec>(spec, FLAGS) }, levels);
      const post: Call = { method: 'POST', path: `${context.at}/protected_branches`, body };
      const name = spec.name ?? key;
      if (!mayBeProtected(name, context)) return [post];
      // What has come of itself, and nobody has declared, makes room for what is.
      const own: Call = { method: 'DELETE', path: branchPath(name, context.at), mayBeMissing: true };
      return [
        { ...own, does: 'freed' },
        { ...post, does: 'made' },
      ];
    },
    update(live, { names, entry: { spec } }, context) {
      const levels = ACTIONS.filter((action) => names.has(`${action}_access_level`)).map((action) =>
        changedLevels(action, live[`${action}_access_levels`], live, spec[`${action}_access_level`], context),
      );
      const flags = FLAGS.filter((name) => names.has(name));
      const body = mergedBody(pick<ProtectedBranchSpec>(spec, flags), levels);
      return [{ method: 'PATCH', path: branchPath(live.name, context.at), body }];
    },
    remove: ({ name }, { at, scope }) => [
      { method: 'DELETE', path: branchPath(name, at), ...(scope.type === 'project' && { unlessModified: true }) },
    ],
    comes: (name, context) => protectedItself(name, context),
  },
  // Whoever may change the protection stays named when a membership or a share goes (18.9, GitLab's source; nothing of it is recorded).
  ties: tiesOf([
    { field: 'push_access_level', shown: 'push_access_levels', lostWith: ['members', 'shares', 'deploy_keys'] },
    { field: 'merge_access_level', shown: 'merge_access_levels', lostWith: ['members', 'shares'] },
    { field: 'unprotect_access_level', shown: 'unprotect_access_levels', lostWith: [] },
  ]),
  admits: {
    there: 'keeps-out',
    wider: {
      ...Object.fromEntries(ACTIONS.map((action) => [`${action}_access_level`, WIDER])),
      allow_force_push: [false, true],
      code_owner_approval_required: [true, false],
    },
  },
  rules: {
    check: (spec, scope) => [
      ...atTheTop(scope),
      ...ACTIONS.flatMap((action) => holdersFaults(`${action}_access_level`, spec[`${action}_access_level`], scope)),
    ],
  },
  history: {
    events: {
      targets: ['ProtectedBranch'],
      made: ['protected_branch_created'],
      // A guess, as that of a change: the first alone is recorded.
      removed: ['protected_branch_removed'],
      changed: () => ['protected_branch_updated'],
      isChange: (name) => name === 'protected_branch_updated',
    },
  },
});

function normalField(spec: Partial<ProtectedBranchSpec>, action: Action): [string, Holders][] {
  const holders = spec[`${action}_access_level`];
  return holders === undefined ? [] : [[`${action}_access_level`, normalHolders(holders)]];
}

function mergedBody(
  plain: { readonly [name: string]: Value },
  levels: readonly { readonly [name: string]: Value }[],
): { readonly [name: string]: Value } {
  return Object.assign({}, plain, ...levels) as { readonly [name: string]: Value };
}

/** Of a project that begins with something in it GitLab protects the default branch itself, as the group or the instance has it (POST /projects, 18.9). */
function mayBeProtected(name: string, context: CallContext): boolean {
  return !name.includes('*') && beginning(context) !== undefined;
}

/** How a project begins that is yet to be made; undefined for one that begins empty, and for what is there. */
function beginning(context: CallContext): { readonly [name: string]: Value } | undefined {
  const create = newProject(context)?.['create'];
  return isMap(create) && Object.keys(create).length > 0 ? create : undefined;
}

/** What GitLab may protect itself: the branch of a README is as declared, or what the new project tells; that of what is fetched may be any. */
function protectedItself(name: string | undefined, context: CallContext): Coming | undefined {
  const begins = beginning(context);
  if (begins === undefined || name?.includes('*')) return undefined;
  const declared = begins['readme'] === true ? newProject(context)?.['default_branch'] : undefined;
  const known = typeof declared === 'string' ? declared : undefined;
  const key = name ?? known;
  if (key !== undefined)
    return key !== (known ?? key)
      ? undefined
      : { key, because: PROTECTS, remove: { method: 'DELETE', path: branchPath(key, context.at) } };
  const project = context.scope.type === 'project' ? context.find('projects', context.scope.path) : undefined;
  if (begins['readme'] !== true || project === undefined) return undefined;
  const path = `${context.at}/protected_branches/{name}`;
  const remove: Call = { method: 'DELETE', path, body: { name: project.ref('default_branch') } };
  // No branch has a blank in its name.
  return { key: 'the default branch', nameless: true, because: PROTECTS, remove };
}

const PROTECTS =
  'GitLab itself protects the branch that a new project begins with, unless its group or the instance has it otherwise';

function branchPath(name: string, at: string): string {
  return `${at}/protected_branches/${encodeURIComponent(name)}`;
}

/** Those of a group at the top hold in all projects below it, and those of others nowhere (protected branches, 18.9). */
function atTheTop(scope: Scope): readonly Fault[] {
  if (scope.type !== 'group' || !scope.path.includes('/')) return [];
  const message = 'Branches are protected by groups at the top alone: below, it would hold in no project';
  return [{ field: '', message, remedy: 'Declare it in the group at the top, or in the projects' }];
}
