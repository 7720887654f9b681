import type { Source } from '../access/access.ts';
import { audit, entityOf } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Json } from '../store/json.ts';
import type { Bag, RecordRow } from '../store/rows.ts';

/** The fields whose change the log tells, with the words for them. A change of the committer's name is not told. */
const told: Readonly<Record<string, readonly [event: string, words: string]>> = {
  commit_committer_check: ['commit_committer_check', 'reject unverified users'],
  reject_unsigned_commits: ['reject_unsigned_commits', 'reject unsigned commits'],
  reject_non_dco_commits: ['reject_non_dco_commits', 'reject non-dco commits'],
  deny_delete_tag: ['reject_deny_delete_tag', 'do not allow users to remove Git tags with git push'],
  member_check: ['reject_member_check', 'check whether the commit author is a GitLab user'],
  prevent_secrets: ['prevent_secrets', 'prevent pushing secret files'],
  branch_name_regex: ['branch_name_regex', 'required branch name regex'],
  commit_message_regex: ['commit_message_regex', 'required commit message regex'],
  commit_message_negative_regex: ['commit_message_negative_regex', 'rejected commit message regex'],
  author_email_regex: ['author_email_regex', 'required author email regex'],
  file_name_regex: ['file_name_regex', 'prohibited file name regex'],
  max_file_size: ['max_file_size', 'maximum file size (MiB)'],
};

/** One event for each field that a POST or PUT has changed; a project's log knows one of them alone, and a removal leaves none. */
export function auditRuleChange(context: RequestContext, source: Source, rule: RecordRow, before: Bag): void {
  for (const [field, [event, change]] of Object.entries(told)) {
    const [from, to] = [before[field] ?? null, rule.data[field] ?? null];
    if (from === to || (source.type === 'project' && field !== 'commit_committer_check')) continue;
    audit(context, {
      event: `${source.type}_push_rules_${event}_updated`,
      entity: entityOf(source),
      target: { id: rule.id, type: 'PushRule', details: source.row.full_path },
      details: { change, from: shown(field, from), to: shown(field, to) },
    });
  }
}

/** A field without a value in the words of the log. */
function shown(field: string, value: Json): Json {
  return value ?? (/regex$|size$/.test(field) ? 'none' : false);
}
