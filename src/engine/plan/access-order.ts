import { scopeAddress } from '../../address.ts';
import type { Draft } from './draft.ts';

/** The platform's number for owners. */
export const OWNER = 50;

/** A pair of changes: the first one waits for the second. */
export type Edge = readonly [later: Draft, earlier: Draft];

/** The access that a change takes from somebody and gives to somebody, in the platform's numbers; 0 for none. */
export function accessChange(
  draft: Draft,
): { readonly username: string; readonly from: number; readonly to: number } | undefined {
  const { kind, live, declared, key, change } = draft;
  const before = live && kind.grants?.(live.spec, key);
  const after = declared && kind.grants?.(declared.spec, key);
  const username = after?.username ?? before?.username;
  if (username === undefined) return undefined;
  // A declared entry that leaves the level alone, or has it from its role, keeps what it has.
  const to = change.action === 'delete' ? 0 : (after?.level ?? before?.level ?? 0);
  return { username, from: before?.level ?? 0, to };
}

/** New owners come before old ones go, so that no group is without one in between. */
export function ownersFirst(drafts: readonly Draft[]): Edge[] {
  return [...bySection(drafts).values()].flatMap((section) => {
    const raised = section.filter((draft) => crossesOwner(draft) === 'up');
    const lowered = section.filter((draft) => crossesOwner(draft) === 'down');
    return lowered.flatMap((later) => raised.map((earlier): Edge => [later, earlier]));
  });
}

/** The caller lowers its own access when everything that needs it is done. */
export function ownAccessLast(drafts: readonly Draft[], username: string): Edge[] {
  const own = drafts.filter((draft) => {
    const access = accessChange(draft);
    return access !== undefined && access.username.toLowerCase() === username.toLowerCase() && access.to < access.from;
  });
  return own.flatMap((later) =>
    drafts.filter((draft) => !own.includes(draft) && isInside(draft, later)).map((earlier): Edge => [later, earlier]),
  );
}

function crossesOwner(draft: Draft): 'up' | 'down' | undefined {
  const access = accessChange(draft);
  if (access === undefined) return undefined;
  if (access.from < OWNER && access.to >= OWNER) return 'up';
  return access.from >= OWNER && access.to < OWNER ? 'down' : undefined;
}

function isInside(draft: Draft, access: Draft): boolean {
  if (access.scope.type === 'instance') return true;
  const path = access.scope.path.toLowerCase();
  const inner = (
    draft.kind.hosts !== undefined ? draft.key : 'path' in draft.scope ? draft.scope.path : ''
  ).toLowerCase();
  return inner === path || inner.startsWith(`${path}/`);
}

function bySection(drafts: readonly Draft[]): Map<string, Draft[]> {
  const sections = new Map<string, Draft[]>();
  for (const draft of drafts) {
    if (draft.kind.grants === undefined) continue;
    const name = scopeAddress(draft.scope);
    const section = sections.get(name);
    if (section === undefined) sections.set(name, [draft]);
    else section.push(draft);
  }
  return sections;
}
