import { re2Problem } from '../projects/re2-problem.ts';
import type { Json } from '../store/json.ts';
import type { Bag } from '../store/rows.ts';

/** The flags that say nothing where they are switched off, so that the instance's own rule would show through (18.9). */
export const inheritableFlags = [
  'commit_committer_check',
  'reject_unsigned_commits',
  'reject_non_dco_commits',
] as const;

/** The other flags. */
export const ownFlags = ['deny_delete_tag', 'member_check', 'prevent_secrets', 'commit_committer_name_check'] as const;

/** The patterns, with the longest that each may be. */
export const patterns = {
  commit_message_regex: 511,
  commit_message_negative_regex: 2047,
  branch_name_regex: 511,
  author_email_regex: 511,
  file_name_regex: 511,
} as const;

/** What a rule has where nothing was sent (POST …/push_rule, 18.9). */
export const nothingSaid: Bag = {
  ...Object.fromEntries(Object.keys(patterns).map((name) => [name, null])),
  ...Object.fromEntries(ownFlags.map((name) => [name, false])),
  ...Object.fromEntries(inheritableFlags.map((name) => [name, null])),
  max_file_size: 0,
};

/** What a rule becomes by what was sent. */
export function changedRule(before: Bag, sent: Readonly<Record<string, Json | undefined>>): Bag {
  const after: Record<string, Json> = { ...before };
  for (const name of Object.keys(nothingSaid)) {
    const value = sent[name];
    if (value === undefined) continue;
    const isHidden = inheritableFlags.some((flag) => flag === name) && value !== true;
    after[name] = isHidden ? null : value;
  }
  return after;
}

/** What the model finds wrong with a rule, by field; empty when all is well. */
export function ruleErrors(rule: Bag): Readonly<Record<string, readonly string[]>> {
  const errors: Record<string, string[]> = {};
  const { max_file_size: size } = rule;
  if (typeof size !== 'number') errors['max_file_size'] = ['is not a number'];
  else if (size < 0) errors['max_file_size'] = ['must be greater than or equal to 0'];
  for (const [name, longest] of Object.entries(patterns)) {
    const pattern = rule[name];
    if (typeof pattern !== 'string') continue;
    const problem = re2Problem(pattern);
    const told = [
      ...(problem === undefined ? [] : [`not valid RE2 syntax: ${problem}`]),
      ...(pattern.length > longest ? [`is too long (maximum is ${longest} characters)`] : []),
    ];
    if (told.length > 0) errors[name] = told;
  }
  return errors;
}
