import type { Value } from '../../model.ts';
import { lastSegment } from '../../base/scope-path.ts';

/** The shortest path of a group, and the longest, which is also that of a name (POST and PUT /groups, 18.9). */
const SHORTEST = 2;
const LONGEST = 255;

/** What no group has in its path (POST and PUT /groups, 18.9). Stricter rules hold for new paths alone: see `unusableAsNew`. */
const PATH = /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/;
const ENDS_BADLY = /(\.|\.git|\.atom)$/;

/** What a group may be called (18.9): the range from U+00A9 up holds letters of all scripts and the emoji. */
const NAME = /^[\p{Alphabetic}\p{Nd}\u{00A9}-\u{1f9ff}_][\p{Alphabetic}\p{Nd}\p{Pd}\u{00A9}-\u{1f9ff}_(). ]*$/u;

/** Paths at the top that routes of the platform use (its documentation on reserved names, 18.9). */
const KEPT_AT_THE_TOP: ReadonlySet<string> = new Set([
  ...['.well-known', '404.html', '422.html', '500.html', '502.html', '503.html', 'admin', 'api', 'assets'],
  ...['apple-touch-icon.png', 'dashboard', 'deploy.html', 'explore', 'favicon.ico', 'favicon.png', 'files'],
  ...['groups', 'health_check', 'help', 'import', 'jwt', 'login', 'oauth', 'profile', 'projects', 'public'],
  ...['robots.txt', 's', 'search', 'sitemap', 'sitemap.xml', 'sitemap.xml.gz', 'slash-command-logo.png'],
  ...['snippets', 'unsubscribes', 'uploads', 'users', 'v2'],
]);

/** Paths below a group that routes of projects use (the same documentation). */
const KEPT_BELOW_GROUPS: ReadonlySet<string> = new Set([
  ...['badges', 'blame', 'blob', 'builds', 'commits', 'create', 'create_dir', 'edit', 'files', 'find_file', 'new'],
  ...['preview', 'raw', 'refs', 'tree', 'update', 'wikis'],
]);

type Problems = readonly { readonly field: string; readonly message: string; readonly remedy: string }[];

/** Why no group can have a path, each segment of which is that of a group. */
export function unusablePath(path: string): Problems {
  return path.split('/').flatMap((segment, depth) => {
    const because = pathTrouble(segment, depth === 0 ? KEPT_AT_THE_TOP : KEPT_BELOW_GROUPS);
    return pathProblem(`No group can have the path \`${inBrief(segment)}\``, because);
  });
}

/** Why no group can get a path that it does not have: groups from before these rules keep theirs (POST and PUT /groups, 18.9). */
export function unusableAsNew(path: string, before: string | undefined): Problems {
  const own = lastSegment(path);
  if (before !== undefined && lastSegment(before) === own) return [];
  return pathProblem(`No group can be given the path \`${inBrief(own)}\``, newPathTrouble(own));
}

function pathProblem(what: string, because: string | undefined): Problems {
  if (because === undefined) return [];
  return [{ field: 'full_path', message: `${what}: ${because}`, remedy: 'Choose another path' }];
}

function newPathTrouble(own: string): string | undefined {
  if (/^[_.-]|[_.-]$/.test(own)) return 'it begins and ends with a letter or a digit';
  return /[_.-]{2}/.test(own) ? 'it has no two of `_`, `-` and `.` in a row' : undefined;
}

function pathTrouble(own: string, kept: ReadonlySet<string>): string | undefined {
  if (own.length > LONGEST) return `it takes ${LONGEST} characters at most`;
  if (!PATH.test(own)) return 'it takes letters without accents, digits, `_`, `-` and `.`, and no `-` at the beginning';
  if (ENDS_BADLY.test(own)) return 'it may not end in `.`, `.git` or `.atom`';
  // Groups from before this rule may live with one letter (13.4); so few do that a clear no for all the others is worth more.
  if (own.length < SHORTEST) return `it takes ${SHORTEST} characters at least`;
  return kept.has(own.toLowerCase()) ? 'the platform keeps it for itself' : undefined;
}

/** Why no group can have a display name. */
export function unusableName(name: Value | undefined): Problems {
  if (name === undefined) return [];
  const because = nameTrouble(name);
  if (because === undefined) return [];
  return [
    {
      field: 'name',
      message: `No group can be called ${inBrief(JSON.stringify(name))}: ${because}`,
      remedy: 'Choose another name',
    },
  ];
}

function nameTrouble(name: Value): string | undefined {
  if (typeof name !== 'string' || name.trim() === '') return 'a name cannot be blank';
  if (name.length > LONGEST) return `it takes ${LONGEST} characters at most`;
  if (NAME.test(name)) return undefined;
  return 'it takes letters, digits, emoji, `_`, `.`, `(`, `)`, dashes and spaces, and begins with a letter, a digit, an emoji or `_`';
}

/** A text that may be far too long, so that a sentence about it stays one. */
function inBrief(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, 60)}…`;
}
