import type { Part } from './declared-sections.ts';
import type { LiveWorld } from './live-worlds.ts';

const LEVELS: { readonly [name: string]: number } = {
  guest: 10,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
};

/** A group or a project by the path that it has in the end. */
type Scopes = { readonly [path: string]: Part };

/**
 * The scopes without the members who would have less there than above, live or declared: GitLab refuses them, and one of them has a whole
 * plan refused.
 */
export function withoutLess(scopes: Scopes, groups: Scopes, live: LiveWorld): Scopes {
  const most = (path: string, username: string): number =>
    Math.max(
      0,
      ...live.groups.flatMap((group) =>
        isBelow(path, group.path)
          ? group.members.flatMap((one) => (isHim(one.username, username) ? one.level : []))
          : [],
      ),
      ...Object.entries(groups).flatMap(([at, { members = {} }]) =>
        isBelow(path, at)
          ? Object.entries(members as Part).flatMap(([name, entry]) => (isHim(name, username) ? levelOf(entry) : []))
          : [],
      ),
    );
  return Object.fromEntries(
    Object.entries(scopes).map(([path, part]) => {
      const { members: declared } = part;
      if (typeof declared !== 'object' || declared === null) return [path, part];
      const kept = Object.entries(declared as Part).filter(
        ([username, entry]) => isGone(entry) || levelOf(entry) >= most(path, username),
      );
      return [path, { ...part, members: Object.fromEntries(kept) }];
    }),
  );
}

function isGone(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'state' in entry;
}

function isBelow(path: string, group: string): boolean {
  return path.toLowerCase().startsWith(`${group.toLowerCase()}/`);
}

function isHim(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** What an entry gives; a role builds on the least level. */
function levelOf(entry: unknown): number {
  if (typeof entry === 'string') return LEVELS[entry] ?? 0;
  const { access_level: level = '', role } = entry as { readonly [word: string]: string | undefined };
  return role === undefined ? (LEVELS[level] ?? 0) : 10;
}
