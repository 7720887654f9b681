import type { KindExample, Written } from './example.ts';

const before: { readonly [name: string]: Written } = {
  commit_message_regex: '^[A-Z]+-\\d+ ',
  commit_message_negative_regex: '(?i)wip',
  branch_name_regex: '^(main|feature/.+)$',
  author_email_regex: '@example\\.com$',
  file_name_regex: '\\.(jar|exe)$',
  deny_delete_tag: true,
  member_check: true,
  prevent_secrets: true,
  commit_committer_check: true,
  commit_committer_name_check: false,
  reject_unsigned_commits: true,
  reject_non_dco_commits: false,
  max_file_size: 7,
};

const after = {
  ...before,
  commit_message_regex: null,
  // Two that are shown as null once they are off, and one that is not.
  commit_committer_check: false,
  reject_unsigned_commits: false,
  member_check: false,
  file_name_regex: '',
  max_file_size: 0,
};

export const examples: readonly KindExample[] = (['group', 'project'] as const).map((scope) => ({
  ...{ scope, section: 'push_rules', before, after },
  ...{ changes: 1, action: 'update' },
}));
