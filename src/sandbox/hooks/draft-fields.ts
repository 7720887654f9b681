import type { HookDraft } from './rules.ts';

/** The fields that a change writes; the rest of a draft made from a row is that row's own. */
export function draftOnly(draft: HookDraft): HookDraft {
  const { source_type, source_id, url, name, description, token, events, push_events_branch_filter } = draft;
  const { branch_filter_strategy, enable_ssl_verification, custom_webhook_template } = draft;
  const { custom_headers, url_variables } = draft;
  return {
    ...{ source_type, source_id, url, name, description, token, events, push_events_branch_filter },
    ...{ branch_filter_strategy, enable_ssl_verification, custom_webhook_template, custom_headers, url_variables },
  };
}
