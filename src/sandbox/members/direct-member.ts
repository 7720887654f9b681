import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { refuse, rowNotFound } from '../http/reply.ts';
import type { MemberRow } from './rows.ts';
import { sourceKey } from '../store/state.ts';
import { isShown } from './rules.ts';

/** The membership of a user on the place itself; 404 when there is none. */
export function directMember(context: RequestContext, source: Source, userId: number): MemberRow {
  const rows = context.platform.state.membersBySource(sourceKey(source.type, source.row.id));
  return rows.find((member) => member.user_id === userId && isShown(context, member)) ?? refuse(rowNotFound());
}
