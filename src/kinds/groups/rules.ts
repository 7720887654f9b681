import type { Fault } from '../../kind.ts';
import type { Attributes } from '../../model.ts';

/** The declared values that the platform takes and does not keep, so that they would differ for ever (PUT /groups/:id, 18.9). */
export function notKept(fields: Attributes): readonly Fault[] {
  return [...badBranch(fields), ...nobodyAlerted(fields), ...availableOtherwise(fields)];
}

/** What each word for the availability of GitLab Duo sets: it is no more than these two (PUT /groups/:id, 18.9). */
const AVAILABILITIES = new Map<string, { readonly [field: string]: boolean }>([
  ['default_on', { duo_features_enabled: true, lock_duo_features_enabled: false }],
  ['default_off', { duo_features_enabled: false, lock_duo_features_enabled: false }],
  ['never_on', { duo_features_enabled: false, lock_duo_features_enabled: true }],
]);

function availableOtherwise(fields: Attributes): readonly Fault[] {
  const word = fields['duo_availability'];
  if (typeof word !== 'string') return [];
  return Object.entries(AVAILABILITIES.get(word) ?? {}).flatMap(([field, value]): Fault[] => {
    const own = fields[field] ?? null;
    if (own === null || own === value) return [];
    const message = `\`duo_availability: ${word}\` sets ${field} to ${value}`;
    return [{ field, message, remedy: `Write \`${field}: ${value}\`, or remove one of the two` }];
  });
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
