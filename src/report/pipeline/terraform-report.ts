import { totalsOf } from '../totals.ts';
import { jsonText } from '../json-text.ts';
import type { EndedRun } from './run-record.ts';

/**
 * The counts that a merge request shows for the artifact report `terraform`: a replacement is one to create and one to delete. Where no
 * plan came about the counts are left out, so that GitLab says that the report failed, and not that nothing would change.
 */
export function terraformReport({ plan }: EndedRun): string {
  return `${jsonText(plan === undefined ? {} : counts(totalsOf(plan.changes)))}\n`;
}

function counts({ create, update, replace, delete: gone }: ReturnType<typeof totalsOf>): object {
  return { create: create + replace, update, delete: gone + replace };
}

/** Whether a text is such a report, of whatever run. */
export function isTerraformReport(text: string): boolean {
  return /^\{(("(create|update|delete)":\d+,?){3})?\}\s*$/.test(text);
}
