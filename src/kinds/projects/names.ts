import { lastSegment } from '../../base/scope-path.ts';
import type { Fault } from '../../kind.ts';

/** The longest path (POST and PUT /projects/:id, 18.9). */
const LONGEST = 255;

/** What a new path of a project is made of (POST and PUT /projects/:id, 18.9). */
const PATH = /^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/;

/** Paths below a group that routes of projects use (GitLab's documentation on reserved names, 18.9). */
const KEPT: ReadonlySet<string> = new Set([
  ...['badges', 'blame', 'blob', 'builds', 'commits', 'create', 'create_dir', 'edit', 'files', 'find_file', 'new'],
  ...['preview', 'raw', 'refs', 'tree', 'update', 'wikis'],
]);

/** Why no project can get a path that it does not have: projects from before these rules keep theirs (POST and PUT /projects/:id, 18.9). */
export function unusableAsNew(path: string, before: string | undefined): readonly Fault[] {
  const own = lastSegment(path);
  if (before !== undefined && lastSegment(before) === own) return [];
  const because = trouble(own);
  if (because === undefined) return [];
  const told = own.length <= LONGEST ? own : `${own.slice(0, 60)}…`;
  const message = `No project can be given the path \`${told}\`: ${because}`;
  return [{ field: 'full_path', message, remedy: 'Choose another path' }];
}

function trouble(own: string): string | undefined {
  if (own.length > LONGEST) return `it takes ${LONGEST} characters at most`;
  if (!PATH.test(own))
    return 'it takes letters without accents and digits, and between them `_`, `-` and `.`, never two in a row';
  if (/\.(git|atom)$/.test(own)) return 'it may not end in `.git` or `.atom`';
  return KEPT.has(own.toLowerCase()) ? 'the platform keeps it for itself' : undefined;
}
