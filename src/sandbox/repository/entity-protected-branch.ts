import { branchActions, levelsOf } from './branch-levels.ts';
import type { LevelAction, StoredLevel } from './branch-levels.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import type { JsonObject } from '../store/json.ts';
import type { RecordRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';

const roles: Readonly<Record<number, string>> = {
  0: 'No one',
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Instance admins',
};

/** A protected branch of a project, or of its top-level group (API::Entities::ProtectedBranch, 18.9). */
export function protectedBranchEntity(context: RequestContext, branch: RecordRow): JsonObject {
  return { ...groupProtectedBranchEntity(context, branch), inherited: branch.owner.startsWith('group:') };
}

/** A protected branch where it stands; the flags of Premium show in every edition. */
export function groupProtectedBranchEntity(context: RequestContext, branch: RecordRow): JsonObject {
  const { state, edition } = context.platform;
  const levels = branchActions.map((action) => {
    const shown = levelsOf(state, branch, action).map((level) => levelEntity(state, action, level));
    return [`${action}_access_levels`, shown] as const;
  });
  const owned = branch.data['code_owner_approval_required'] === true && licensed(edition, 'premium');
  return {
    id: branch.id,
    name: branch.key,
    ...Object.fromEntries(levels),
    allow_force_push: branch.data['allow_force_push'] === true,
    code_owner_approval_required: owned,
  };
}

/** Who may do what; the levels of pushes and of tags know deploy keys. */
export function levelEntity(state: State, action: LevelAction, level: StoredLevel): JsonObject {
  const user = level.user_id === null ? undefined : state.users.get(level.user_id);
  const group = level.group_id === null ? undefined : state.groups.get(level.group_id);
  const key = level.deploy_key_id === null ? undefined : state.deployKeys.get(level.deploy_key_id);
  return {
    id: level.id,
    // That of a key is of no role (GET …/protected_branches, documented).
    access_level: level.deploy_key_id === null ? level.access_level : null,
    access_level_description: key?.title ?? user?.name ?? group?.name ?? roles[level.access_level] ?? '',
    ...(action === 'push' || action === 'create' ? { deploy_key_id: level.deploy_key_id } : {}),
    user_id: level.user_id,
    group_id: level.group_id,
  };
}
