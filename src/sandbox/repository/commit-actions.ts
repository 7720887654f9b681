import { since } from '../store/edition.ts';
import type { Edition } from '../store/edition.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { badRequest, failure, refuse } from '../http/reply.ts';

/** One change of a file, as it was asked for. */
export interface Action {
  readonly action: 'create' | 'update' | 'move' | 'delete' | 'chmod';
  readonly path: string;
  readonly previousPath: string;
  /** The new content; undefined where none was sent. */
  readonly content: Buffer | undefined;
  readonly lastCommitId: string | undefined;
  readonly executable: boolean;
}

const verbs = ['create', 'update', 'move', 'delete', 'chmod'] as const;

/** Checks the body of POST …/commits in the platform's order, and returns its actions (18.9). */
export function readActions(edition: Edition, sent: JsonObject): readonly Action[] {
  if (!since(edition, '18.8')) return readOldActions(sent);
  if (blank(sent['branch'])) refuse(badRequest('branch is required'));
  if (blank(sent['commit_message'])) refuse(badRequest('commit_message is required'));
  const actions = sent['actions'];
  const none = actions == null || actions === '' || (Array.isArray(actions) && actions.length === 0);
  if (!none && !Array.isArray(actions)) refuse(badRequest('actions must be an array'));
  if (none && !isTrue(sent['allow_empty'])) {
    refuse(badRequest('Provide at least one action, or set allow_empty to true'));
  }
  if (sent['start_sha'] !== undefined && sent['start_branch'] !== undefined) {
    refuse(badRequest('start_branch, start_sha are mutually exclusive'));
  }
  const list = Array.isArray(actions) ? (actions as readonly Json[]) : [];
  return list.map((entry, index) => {
    const action = isJsonObject(entry) ? entry : {};
    const problem = problemOf(action, `actions[${index}]`);
    return problem === undefined ? actionOf(action) : refuse(badRequest(problem));
  });
}

function problemOf(action: JsonObject, name: string): string | undefined {
  if (blank(action['action'])) return `${name}[action] is required`;
  if (blank(action['file_path'])) return `${name}[file_path] is required`;
  if (!verbs.some((verb) => verb === action['action'])) {
    return `${name}[action] must be one of: create, update, move, delete, chmod`;
  }
  if ('encoding' in action && action['encoding'] !== 'text' && action['encoding'] !== 'base64') {
    return `${name}[encoding] must be text or base64`;
  }
  if (isJsonObject(action['content'])) return 'This endpoint does not support form encoded file uploads';
  switch (action['action']) {
    case 'update':
      return 'content' in action ? undefined : `${name}[content] is required for update action`;
    case 'move':
      return blank(action['previous_path']) ? `${name}[previous_path] is required for move action` : undefined;
    case 'chmod':
      if (!('execute_filemode' in action)) return `${name}[execute_filemode] is required for chmod action`;
      return isFlag(action['execute_filemode']) ? undefined : `${name}[execute_filemode] must be a boolean`;
    default:
      return undefined;
  }
}

function actionOf(action: JsonObject): Action {
  const content = action['content'];
  const encoding = action['encoding'] === 'base64' ? 'base64' : 'utf8';
  const lastCommitId = textOf(action['last_commit_id']);
  return {
    action: verbs.find((verb) => verb === action['action']) ?? 'create',
    path: textOf(action['file_path']).replace(/^\/+/, ''),
    previousPath: textOf(action['previous_path']).replace(/^\/+/, ''),
    content: content === undefined ? undefined : Buffer.from(textOf(content), encoding),
    lastCommitId: lastCommitId === '' ? undefined : lastCommitId,
    executable: isTrue(action['execute_filemode']),
  };
}

/** Before 18.8 the parameter layer judged the body, with its own words. */
function readOldActions(sent: JsonObject): readonly Action[] {
  const errors = ['branch', 'commit_message'].flatMap((name) => {
    if (sent[name] === undefined) return [`${name} is missing`, `${name} is empty`];
    return blank(sent[name]) ? [`${name} is empty`] : [];
  });
  const actions = sent['actions'];
  if (actions === undefined) errors.push('actions is missing');
  else if (!Array.isArray(actions)) errors.push('actions is invalid');
  if (sent['start_sha'] !== undefined && sent['start_branch'] !== undefined) {
    errors.push('start_branch, start_sha are mutually exclusive');
  }
  const list = Array.isArray(actions) ? (actions as readonly Json[]).map((one) => (isJsonObject(one) ? one : {})) : [];
  for (const [index, action] of list.entries()) {
    const needed = action['action'] === 'update' ? ['content'] : action['action'] === 'move' ? ['previous_path'] : [];
    if (action['action'] !== undefined && !verbs.some((verb) => verb === action['action'])) {
      errors.push(`actions[${index}][action] does not have a valid value`);
    }
    const missing = ['action', 'file_path', ...needed].filter((name) => action[name] === undefined);
    errors.push(...missing.map((name) => `actions[${index}][${name}] is missing`));
  }
  if (errors.length > 0) refuse(failure(400, errors.join(', ')));
  return list.map(actionOf);
}

/** Whether a value counts as none at all. */
export function blank(value: Json | undefined): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '');
}

/** Whether a value is a flag, as JSON or as a form sends it. */
export function isFlag(value: Json | undefined): boolean {
  return value === true || value === false || value === 'true' || value === 'false';
}

/** Whether a flag is set. */
export function isTrue(value: Json | undefined): boolean {
  return value === true || value === 'true' || value === '1' || value === 1;
}
