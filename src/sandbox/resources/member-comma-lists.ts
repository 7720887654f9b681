import type { Source } from '../access.ts';
import type { Call } from '../call.ts';
import { created } from '../reply.ts';
import type { Reply } from '../reply.ts';
import type { UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { addMember } from './member-changes.ts';
import { managesMembers, mayHandle, memberErrors } from './member-rules.ts';
import type { Wanted } from './member-rules.ts';

/**
 * Adds several users in one call: always 201, unknown users dropped in silence, existing members updated, every
 * failure told by name in one text (POST members with a comma list, 18.9).
 */
export function addSeveral(
  call: Call,
  source: Source,
  users: readonly (UserRow | undefined)[],
  wanted: Omit<Wanted, 'user'>,
): Reply {
  const may = managesMembers(call, source) && mayHandle(call, source, wanted.access_level);
  const failures: string[] = [];
  for (const user of users) {
    if (user === undefined) continue;
    const problem = may ? addQuietly(call, source, { ...wanted, user }) : 'not authorized to update member';
    if (problem !== undefined) failures.push(`${user.username}: ${problem}`);
  }
  if (failures.length === 0) return created({ status: 'success' });
  return created({ status: 'error', message: failures.join(' and ') });
}

function addQuietly(call: Call, source: Source, wanted: Wanted): string | undefined {
  const rows = call.world.state.membersBySource(sourceKey(source.type, source.row.id));
  const existing = rows.find((member) => member.user_id === wanted.user.id);
  const errors = Object.entries(memberErrors(call, source, wanted, existing));
  if (errors.length === 0) {
    addMember(call, source, wanted, existing);
    return undefined;
  }
  return errors.flatMap(([field, texts]) => texts.map((text) => `${sentence(field)} ${text}`)).join(', ');
}

function sentence(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
