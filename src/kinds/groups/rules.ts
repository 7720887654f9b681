import type { Fault } from '../../kind.ts';
import type { Attributes } from '../../model.ts';

/** The declared values that the platform takes and does not keep, so that they would differ for ever (PUT /groups/:id, 18.9). */
export function notKept(fields: Attributes): readonly Fault[] {
  return [...badBranch(fields), ...nobodyAlerted(fields)];
}

function badBranch({ default_branch: branch }: Attributes): readonly Fault[] {
  if (typeof branch !== 'string' || branch === '' || isBranchName(branch)) return [];
  const message = `\`${branch}\` is no name for a branch: GitLab drops it without a word`;
  return [{ field: 'default_branch', message, remedy: 'Write the name of a branch' }];
}

function nobodyAlerted({ unique_project_download_limit_alertlist: alerted }: Attributes): readonly Fault[] {
  if (!Array.isArray(alerted) || alerted.length > 0) return [];
  const field = 'unique_project_download_limit_alertlist';
  const message = "GitLab puts the group's owners in place of an empty list";
  return [{ field, message, remedy: `Name who is alerted, or remove ${field}` }];
}

/** What git takes for a branch (git check-ref-format --branch). */
function isBranchName(name: string): boolean {
  // eslint-disable-next-line no-control-regex -- git forbids control characters in names.
  if (/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name) || name === '@') return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}
