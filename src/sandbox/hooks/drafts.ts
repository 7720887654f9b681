import { defaultFlag, settableEvents } from './entity-events.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import { message, refuse } from '../http/reply.ts';
import type { HookRow } from './rows.ts';
import type { HookArgs, HookOwner } from './owner.ts';
import { ownerId } from './owner.ts';
import type { HookDraft } from './rules.ts';
import { interpolated, missingVariables } from './urls.ts';

type StringMap = Readonly<Record<string, string>>;

/** A new hook out of what was sent, with the defaults of its family (POST …/hooks, 18.9). */
export function newHook(owner: HookOwner, sent: HookArgs): HookDraft {
  const blank: HookDraft = {
    source_type: owner.type,
    source_id: ownerId(owner),
    url: '',
    name: null,
    description: null,
    token: null,
    events: {},
    push_events_branch_filter: null,
    branch_filter_strategy: 'wildcard',
    enable_ssl_verification: true,
    custom_webhook_template: null,
    custom_headers: {},
    url_variables: {},
  };
  return settled({ ...withSent(blank, sent), custom_headers: mapOf(sent['custom_headers']) });
}

/** A hook with what was sent over what is there; maps are merged, never replaced (PUT …/hooks/:hook_id, 18.9). */
export function changedHook(hook: HookRow, sent: HookArgs): HookDraft {
  const merged = { ...hook.custom_headers, ...mapOf(sent['custom_headers']) };
  const token = sent['token'] === undefined && isOther(sent['url'], hook.url) ? null : undefined;
  const draft = { ...withSent(hook, sent), custom_headers: merged };
  return settled(forgetful(hook, token === undefined ? draft : { ...draft, token }));
}

/** A hook with another map of variables or headers, as the endpoints of single keys write it (18.9). */
export function remappedHook(hook: HookRow, field: 'url_variables' | 'custom_headers', map: StringMap): HookDraft {
  return forgetful(hook, { ...hook, [field]: map });
}

/**
 * A change of the effective URL empties all headers, also those sent along, and the variables when old and new ones share
 * a name; merged ones always do (PUT …/hooks/:hook_id, 18.9).
 */
function forgetful(hook: HookRow, draft: HookDraft): HookDraft {
  const before = interpolated(hook.url, hook.url_variables);
  if (before === interpolated(draft.url, draft.url_variables)) return draft;
  // A placeholder without a value makes the hook invalid, so that nothing is stored.
  if (missingVariables(draft.url, draft.url_variables).length > 0) return draft;
  const shared = Object.keys(hook.url_variables).some((name) => Object.hasOwn(draft.url_variables, name));
  return { ...draft, custom_headers: {}, url_variables: shared ? {} : draft.url_variables };
}

/** A placeholder that loses its variable is an error that the platform does not catch (DELETE …/url_variables/:key, 18.9). */
export function refuseDangling(hook: HookRow, draft: HookDraft): void {
  const dangling = missingVariables(draft.url, draft.url_variables).length > 0;
  if (dangling && missingVariables(hook.url, hook.url_variables).length === 0) {
    refuse(message(500, '500 Internal Server Error'));
  }
}

/** The table holds no null for a switch, but for confidential notes; the platform answers 500 (hooks, 18.9). */
function refuseUnset(sent: HookArgs, name: string): void {
  if (sent[name] === null && name !== 'confidential_note_events') refuse(message(500, '500 Internal Server Error'));
}

function withSent(base: HookDraft, sent: HookArgs): HookDraft {
  const text = <T extends string | null>(name: string, kept: T): string | T =>
    sent[name] === undefined ? kept : textOf(sent[name]);
  const optional = (name: string, kept: string | null): string | null =>
    sent[name] === null ? null : text(name, kept);
  refuseUnset(sent, 'enable_ssl_verification');
  return {
    ...base,
    // Blanks around it are cut off; nothing else of it changes.
    url: text('url', base.url).trim(),
    name: optional('name', base.name),
    description: optional('description', base.description),
    token: optional('token', base.token),
    events: { ...base.events, ...sentFlags(base, sent) },
    push_events_branch_filter: optional('push_events_branch_filter', base.push_events_branch_filter),
    branch_filter_strategy:
      optional('branch_filter_strategy', base.branch_filter_strategy) ?? base.branch_filter_strategy,
    enable_ssl_verification: (sent['enable_ssl_verification'] ?? base.enable_ssl_verification) === true,
    custom_webhook_template: optional('custom_webhook_template', base.custom_webhook_template),
    url_variables: { ...base.url_variables, ...mapOf(sent['url_variables']) },
  };
}

function sentFlags(base: HookDraft, sent: HookArgs): Readonly<Record<string, boolean | null>> {
  const flags = settableEvents(base.source_type).map(({ name }): [string, boolean | null] => {
    const kept = base.events[name] ?? defaultFlag(base.source_type, name);
    refuseUnset(sent, name);
    return [name, typeof sent[name] === 'boolean' ? sent[name] : kept];
  });
  return Object.fromEntries(flags);
}

/** The filter is trimmed, and there is none when all branches count (hooks, 18.9). */
function settled(draft: HookDraft): HookDraft {
  const filter = draft.push_events_branch_filter;
  if (draft.branch_filter_strategy === 'all_branches') return { ...draft, push_events_branch_filter: null };
  return { ...draft, push_events_branch_filter: filter === null ? null : filter.trim().replace(/\s+/g, ' ') };
}

function isOther(sent: unknown, url: string): boolean {
  return sent !== undefined && textOf(sent).trim() !== url;
}

/** A list of keys and values as a map; the last of a key counts. */
export function mapOf(list: unknown): StringMap {
  if (!Array.isArray(list)) return {};
  const pairs = (list as readonly unknown[]).filter(isJsonObject);
  return Object.fromEntries(pairs.map((pair) => [textOf(pair['key']), textOf(pair['value'])]));
}
