import type { HookRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';
import { interpolated, missingVariables, urlProblem } from './urls.ts';

/** What a hook is to become. */
export type HookDraft = Omit<HookRow, 'id' | 'created_at' | 'updated_at' | 'recent_failures' | 'disabled_until'>;

/** What is wrong with a hook, by field. */
export type HookErrors = Readonly<Record<string, readonly string[]>>;

/** Names of variables and headers (hooks, 18.9). */
const keyRule = /^[A-Za-z]+[0-9]*(?:[._-][A-Za-z0-9]+)*$/;

/** What the model finds wrong with a hook, in the order of its checks; empty when all is well (hooks, 18.9). */
export function hookErrors(draft: HookDraft, settings: Bag): HookErrors {
  const errors: Record<string, string[]> = {};
  const add = (field: string, wrong: boolean, text: string): void => {
    if (wrong) (errors[field] ??= []).push(text);
  };
  const fixed = Object.keys(draft.url_variables).length === 0;
  const problem = fixed ? urlProblem(draft.url, draft.source_type, settings) : undefined;
  add('url', draft.url.trim() === '', "can't be blank");
  add('url', draft.url.length > 8192, 'is too long (maximum is 8192 characters)');
  add('url', problem !== undefined && draft.url.trim() !== '', problem ?? '');
  add('token', draft.token?.includes('\n') === true, 'is invalid');
  add('token', (draft.token?.length ?? 0) > 8192, 'is too long (maximum is 8192 characters)');
  add('push_events_branch_filter', !isGoodFilter(draft), 'is not a valid branch name');
  add('url_variables', !isGoodMap(draft.url_variables, isVariable), 'must be a valid json schema');
  const missing = missingVariables(draft.url, draft.url_variables);
  add('url', missing.length > 0, `Invalid URL template. Missing keys: ${JSON.stringify(missing)}`);
  if (!fixed && Object.keys(errors).length === 0) {
    const filled = urlProblem(interpolated(draft.url, draft.url_variables), draft.source_type, settings);
    add('interpolated_url', filled !== undefined, filled ?? '');
  }
  add('custom_headers', !isGoodMap(draft.custom_headers, isHeader), 'must be a valid json schema');
  add('custom_webhook_template', long(draft.custom_webhook_template, 4096), tooLong(4096));
  add('name', long(draft.name, 255), tooLong(255));
  add('description', long(draft.description, 2048), tooLong(2048));
  return errors;
}

const long = (text: string | null, limit: number): boolean => (text?.length ?? 0) > limit;
const tooLong = (limit: number): string => `is too long (maximum is ${limit} characters)`;

function isGoodMap(map: Readonly<Record<string, string>>, isGood: (value: string) => boolean): boolean {
  const entries = Object.entries(map);
  return entries.length <= 20 && entries.every(([key, value]) => keyRule.test(key) && isGood(value));
}

function isVariable(value: string): boolean {
  return value.length >= 1 && value.length <= 2048;
}

/** A header has no blanks around it and no encoded line break; a plain one passes, as was seen (hooks, 18.9). */
function isHeader(value: string): boolean {
  return isVariable(value) && value === value.trim() && !/\r|%0[ad]/i.test(value);
}

function isGoodFilter(draft: HookDraft): boolean {
  const filter = draft.push_events_branch_filter;
  if (filter === null || filter === '' || draft.branch_filter_strategy === 'all_branches') return true;
  return draft.branch_filter_strategy === 'regex' ? isRegex(filter) : isBranch(filter.replaceAll('*', 'x'));
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether Git would take a branch of this name. */
function isBranch(name: string): boolean {
  if (name.length > 4000 || /^-|^\/|\/$|\.$|\.lock$|\.\.|\/\/|@\{|^@$/.test(name)) return false;
  if (/^refs\/(heads|remotes)\//.test(name)) return false;
  return !/[\s~^:?*[\\]/.test(name) && !name.split('/').some((part) => part.startsWith('.'));
}
