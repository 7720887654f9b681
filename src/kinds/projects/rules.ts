import type { Fault } from '../../kind.ts';
import type { Attributes, Value } from '../../model.ts';
import { isMap } from '../../base/shape.ts';
import { re2Fault } from '../re2-pattern.ts';

/** What a project may be called (PUT /projects/:id, 18.9): the range from U+00A9 up holds letters of all scripts and the emoji. */
const NAME =
  /^[\p{Alphabetic}\p{Nd}\u{00A9}-\u{1f9ff}_][\p{Alphabetic}\p{Nd}\p{M}\p{Pd}\p{Cf}\u{00A9}-\u{1f9ff}_. +]*$/u;

/** What the platform refuses of the attributes of a project, or takes and does not keep. */
export function projectFaults(fields: Attributes): readonly Fault[] {
  return [
    ...unusableName(fields['name']),
    ...unusablePatterns(fields['container_expiration_policy']),
    ...otherThanTheRole(fields),
    ...moreThanTheRepository(fields),
    ...emptySubject(fields['ci_id_token_sub_claim_components']),
  ];
}

function unusableName(name: Value | undefined): readonly Fault[] {
  if (typeof name !== 'string' || NAME.test(name)) return [];
  const message =
    'No project can be called so: a name takes letters, digits, emoji, `_`, `.`, `+`, dashes and spaces, and begins with a letter, a digit, an emoji or `_`';
  return [{ field: 'name', message, remedy: 'Choose another name' }];
}

function unusablePatterns(policy: Value | undefined): readonly Fault[] {
  if (!isMap(policy)) return [];
  return ['name_regex', 'name_regex_keep'].flatMap((name): Fault[] => {
    const pattern = policy[name];
    const fault = re2Fault(typeof pattern === 'string' ? pattern : '');
    if (fault === undefined) return [];
    const message = `${name} is no pattern to GitLab: ${fault}`;
    return [{ field: 'container_expiration_policy', message, remedy: 'Write a pattern of RE2' }];
  });
}

/** The switch and the role are two views of one thing, of which the role wins (PUT /projects/:id, 18.9). */
function otherThanTheRole(fields: Attributes): readonly Fault[] {
  const { restrict_user_defined_variables: restricted, ci_pipeline_variables_minimum_override_role: role } = fields;
  if (typeof restricted !== 'boolean' || typeof role !== 'string' || restricted === (role !== 'developer')) return [];
  const field = 'restrict_user_defined_variables';
  const message = `\`ci_pipeline_variables_minimum_override_role: ${role}\` makes ${field} ${String(!restricted)}`;
  return [{ field, message, remedy: `Remove ${field}` }];
}

const LEVELS: readonly string[] = ['disabled', 'private', 'enabled'];

function rankOf(level: Value | undefined): number {
  return typeof level === 'string' ? LEVELS.indexOf(level) : -1;
}

/** A guess, by the platform's code and no answer: 400 for more access to what is made of the repository than to that (PUT /projects/:id, 18.9). */
function moreThanTheRepository(fields: Attributes): readonly Fault[] {
  const most = rankOf(fields['repository_access_level']);
  const repository = LEVELS[most];
  if (repository === undefined) return [];
  return ['merge_requests_access_level', 'builds_access_level'].flatMap((field): Fault[] => {
    if (rankOf(fields[field]) <= most) return [];
    const message = `${field} cannot be more than repository_access_level, which is ${repository}`;
    return [{ field, message, remedy: `Write \`${field}: ${repository}\` at most` }];
  });
}

/** A guess, by the platform's documentation and no answer: the path of the project is the first part (PUT /projects/:id, 18.9). */
function emptySubject(parts: Value | undefined): readonly Fault[] {
  if (!Array.isArray(parts) || parts[0] === 'project_path') return [];
  const field = 'ci_id_token_sub_claim_components';
  return [{ field, message: `${field} begins with project_path`, remedy: 'Put `project_path` first' }];
}
