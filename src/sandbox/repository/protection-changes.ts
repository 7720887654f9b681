import type { Source } from '../access/access.ts';
import { addLevel } from './branch-levels.ts';
import type { RequestContext } from '../http/request-context.ts';
import { audit, entityOf } from '../admin/audit.ts';
import { timestamp } from '../store/clock.ts';
import type { Args } from '../http/params.ts';
import { insertProtectedBranch, protectedBranch } from './protected-branches.ts';
import { conflict, refuse } from '../http/reply.ts';
import type { RecordRow } from '../store/rows.ts';
import { changeLevels, firstLevels, levelParams, pushRoles, unprotectRoles } from './protection-levels.ts';

/** What POST …/protected_branches takes besides the name (18.9). */
export const newProtection = {
  push_access_level: { type: 'integer', values: pushRoles },
  merge_access_level: { type: 'integer', values: pushRoles },
  unprotect_access_level: { type: 'integer', values: unprotectRoles },
  allow_force_push: { type: 'boolean' },
  code_owner_approval_required: { type: 'boolean' },
  ...levelParams,
} as const;

/** What PATCH …/protected_branches/:name takes (18.9). */
export const changedProtection = {
  allow_force_push: { type: 'boolean', filled: true },
  code_owner_approval_required: { type: 'boolean' },
  ...levelParams,
} as const;

/** Protects a name or pattern of a project or a group; a second time is 409 (POST …/protected_branches, 18.9). */
export function makeProtection(
  context: RequestContext,
  place: Source,
  sent: Args<typeof newProtection> & { readonly name: string },
): RecordRow {
  const owner = `${place.type}:${place.row.id}` as const;
  if (protectedBranch(context.platform.state, owner, sent.name) !== undefined) {
    refuse(conflict(`Protected branch '${sent.name}' already exists`));
  }
  if (sent.name.trim() === '') refuse({ status: 422, body: { message: ["Name can't be blank"] } });
  const levels = firstLevels(context, place, sent);
  const branch = insertProtectedBranch(context, owner, sent.name, {
    allow_force_push: sent.allow_force_push === true,
    code_owner_approval_required: sent.code_owner_approval_required === true,
  });
  for (const [action, level] of levels) addLevel(context, branch, action, level);
  auditProtection(context, place, branch, 'created');
  return branch;
}

/** Changes a protection (PATCH …/protected_branches/:name, 18.9). */
export function changeProtection(
  context: RequestContext,
  place: Source,
  branch: RecordRow,
  sent: Args<typeof changedProtection>,
): void {
  changeLevels(context, place, branch, sent);
  const { state, clock } = context.platform;
  const { allow_force_push, code_owner_approval_required } = sent;
  const flags = {
    ...(allow_force_push == null ? {} : { allow_force_push }),
    ...(code_owner_approval_required == null ? {} : { code_owner_approval_required }),
  };
  state.records.update(branch, { data: { ...branch.data, ...flags }, updated_at: timestamp(clock) });
  auditProtection(context, place, branch, 'updated');
}

/** The event of a protection; that of its making is recorded, and the others are guessed by it (GET …/audit_events, 18.9). */
export function auditProtection(
  context: RequestContext,
  place: Source,
  branch: RecordRow,
  what: 'created' | 'updated' | 'removed',
): void {
  audit(context, {
    event: `protected_branch_${what}`,
    entity: entityOf(place),
    target: { id: branch.id, type: 'ProtectedBranch', details: branch.key },
    details: { custom_message: `Protected branch was ${what}` },
  });
}
