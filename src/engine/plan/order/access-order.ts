import { isBelow, isSame } from '../../../base/scope-path.ts';
import type { Kinds } from '../../kinds.ts';
import { scopeAddress } from '../../../address.ts';
import { OWNER } from '../../access.ts';
import { userOf, type AccessChangeOf } from '../access-change.ts';
import type { Draft } from '../draft.ts';

/** A pair of changes: the first one waits for the second. */
export type Edge = readonly [later: Draft, earlier: Draft];

/** What the rules of order look at. */
export interface Order {
  readonly drafts: readonly Draft[];
  readonly accessOf: AccessChangeOf;
  /** The user whose token this is. */
  readonly username: string;
  readonly kinds: Kinds;
}

/** New owners come before old ones go, so that no group is without one in between. */
export function ownersFirst({ drafts, accessOf }: Order): Edge[] {
  return [...byScope(drafts).values()].flatMap((inScope) => {
    const raised = inScope.filter((draft) => crossesOwner(draft, accessOf) === 'up');
    const lowered = inScope.filter((draft) => crossesOwner(draft, accessOf) === 'down');
    return lowered.flatMap((later) => raised.map((earlier): Edge => [later, earlier]));
  });
}

/** Who is removed or kept from signing in goes once others own what they did: GitLab refuses to remove a sole owner (DELETE /users/:id, 18.9). */
export function peopleLast({ drafts, accessOf }: Order): Edge[] {
  const leaving = drafts.filter(({ kind: { people }, change }) => {
    if (people === undefined || change.action === 'create') return false;
    return (
      change.action === 'delete' ||
      !people.isActive(Object.fromEntries(change.fields.map(({ path, to }) => [path, to])))
    );
  });
  if (leaving.length === 0) return [];
  const raised = drafts.filter((draft) => crossesOwner(draft, accessOf) === 'up');
  return leaving.flatMap((later) => raised.map((earlier): Edge => [later, earlier]));
}

/** The caller lowers its own access when everything that needs it is done. */
export function ownAccessLast({ drafts, accessOf, username }: Order): Edge[] {
  const own = drafts.filter((draft) => {
    const access = accessOf(draft);
    if (access === undefined || userOf(access) !== username.toLowerCase()) return false;
    return (access.to?.level ?? 0) < (access.from?.level ?? 0);
  });
  return own.flatMap((later) =>
    drafts.filter((draft) => !own.includes(draft) && isInside(draft, later)).map((earlier): Edge => [later, earlier]),
  );
}

/**
 * Who is lowered or removed above is so before the level below follows: a direct level may not be less than what is inherited at that
 * moment (POST and PUT …/members, 18.9).
 */
export function loweredFromAbove({ drafts, accessOf }: Order): Edge[] {
  const lowered = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const access = accessOf(draft);
    const user = access && userOf(access);
    if (access === undefined || user === undefined || draft.scope.type !== 'group') continue;
    if ((access.to?.kept ?? 0) < (access.from?.kept ?? 0)) lowered.set(user, [...(lowered.get(user) ?? []), draft]);
  }
  return drafts.flatMap((later) => {
    const access = accessOf(later);
    const to = access?.to;
    if (to?.username === undefined) return [];
    return (lowered.get(to.username) ?? [])
      .filter((earlier) => isAbove(earlier, later) && (accessOf(earlier)?.from?.kept ?? 0) > to.kept)
      .map((earlier): Edge => [later, earlier]);
  });
}

function crossesOwner(draft: Draft, accessOf: AccessChangeOf): 'up' | 'down' | undefined {
  const access = accessOf(draft);
  if (access === undefined) return undefined;
  const [from, to] = [access.from?.level ?? 0, access.to?.level ?? 0];
  if (from < OWNER && to >= OWNER) return 'up';
  return from >= OWNER && to < OWNER ? 'down' : undefined;
}

function isAbove(draft: Draft, other: Draft): boolean {
  if (draft.scope.type !== 'group' || other.scope.type === 'instance') return false;
  return isBelow(other.scope.path, draft.scope.path);
}

function isInside(draft: Draft, access: Draft): boolean {
  if (access.scope.type === 'instance') return true;
  const { path } = access.scope;
  const inner = draft.kind.host !== undefined ? draft.key : 'path' in draft.scope ? draft.scope.path : '';
  return isSame(inner, path) || isBelow(inner, path);
}

function byScope(drafts: readonly Draft[]): Map<string, Draft[]> {
  const scopes = new Map<string, Draft[]>();
  for (const draft of drafts) {
    if (draft.kind.access?.grants === undefined) continue;
    const name = scopeAddress(draft.scope);
    const inScope = scopes.get(name);
    if (inScope === undefined) scopes.set(name, [draft]);
    else inScope.push(draft);
  }
  return scopes;
}
