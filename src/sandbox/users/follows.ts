import type { UserRow } from './rows.ts';
import type { State } from '../store/state.ts';

/** The kind of the records that say whom their owner follows, by the id of the followed. */
const followedKind = 'followee';
/** The same seen from the other end. */
const followerKind = 'follower';

/** Whom a user follows, in the order in which it began. */
export function followees(state: State, user: UserRow): readonly UserRow[] {
  return usersOf(state, followedKind, user);
}

/** Who follows a user, in the order in which it began. */
export function followers(state: State, user: UserRow): readonly UserRow[] {
  return usersOf(state, followerKind, user);
}

/** Whether one user follows another. */
export function follows(state: State, user: UserRow, other: UserRow): boolean {
  return state.recordByKey(keyOf(followedKind, user, other)) !== undefined;
}

/** Lets one user follow another from now on. */
export function follow(state: State, user: UserRow, other: UserRow, now: string): void {
  const fields = { data: {}, created_at: now, updated_at: now };
  state.records.insert({ kind: followedKind, owner: `user:${user.id}`, key: String(other.id), ...fields });
  state.records.insert({ kind: followerKind, owner: `user:${other.id}`, key: String(user.id), ...fields });
}

/** Ends that. */
export function unfollow(state: State, user: UserRow, other: UserRow): void {
  for (const key of [keyOf(followedKind, user, other), keyOf(followerKind, other, user)]) {
    const row = state.recordByKey(key);
    if (row !== undefined) state.records.remove(row);
  }
}

function usersOf(state: State, kind: string, user: UserRow): readonly UserRow[] {
  return state.recordsOf(`${kind} user:${user.id}`).flatMap((row) => {
    const other = state.users.get(Number(row.key));
    return other === undefined ? [] : [other];
  });
}

function keyOf(kind: string, owner: UserRow, other: UserRow): string {
  return `${kind} user:${owner.id} ${other.id}`;
}
