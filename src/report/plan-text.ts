import { callsOf } from '../engine/plan/joint-calls.ts';
import type { Plan } from '../model.ts';
import { inBlocks } from './by-scope.ts';
import { changeText, type ChangeTextOptions } from './change-text.ts';
import { comparedPart } from './compared-part.ts';
import { asFarAsSeen } from './as-far-as-seen.ts';
import { counted } from './counted.ts';
import { grouped } from './grouped.ts';
import { diagnosticBlocks } from './diagnostics.ts';
import { paragraphs } from './paragraphs/likeness.ts';
import { paragraphText } from './paragraphs/paragraph-text.ts';
import { planChecksum } from './plan-json.ts';
import { permittedNote } from './permitted-note.ts';
import { planNotes } from './plan-notes.ts';
import { planTotals } from './plan-totals.ts';
import { totalsOf, totalsText } from './totals.ts';
import { visible } from './visible.ts';

/**
 * A plan for people: the changes in an order in which they can be applied, those that are alike in many scopes as one paragraph, what is left
 * alone, warnings, and the sums. With every call shown, each change stands by itself.
 */
export function planText(plan: Plan, reads: number, options: ChangeTextOptions): string {
  const { paint } = options;
  const blocks = plan.changes.length === 0 ? [] : [headline(plan), ...scopeBlocks(plan, options)];
  for (const note of [...permittedNote(plan), ...planNotes(plan, options.verbose ?? false)]) {
    blocks.push([note.headline, ...note.lines.map((line) => paint.faint(`  ${line}`))].join('\n'));
  }
  blocks.push(...diagnosticBlocks(plan.diagnostics, paint, options.columns).map((block) => block.trimEnd()));
  blocks.push(...summary(plan, reads, options));
  return `${blocks.join('\n\n')}\n`;
}

/** What of the changes is known to fail, such as a member who is no user: the plan stands for the sake of the others, and its apply ends with 1. */
function hopeless({ diagnostics }: Plan): string {
  const refused = diagnostics.filter(({ code }) => code === 'presumed-missing').length;
  return refused === 0 ? '' : `; GitLab will refuse ${grouped(refused)} of them`;
}

/** `Plan: 1 to create, 2 to update, 0 to replace, 1 to delete; 40 unchanged`. */
export function planSummary(plan: Plan): string {
  return `Plan: ${totalsText(totalsOf(plan.changes))}; ${grouped(plan.unchanged)} unchanged${hopeless(plan)}`;
}

/** What it took to make the plan, what applying it will take, and the beginning of its checksum. */
export function planForecast(plan: Plan, reads: number): string {
  const writes = callsOf(plan).length;
  return `${counted(reads, 'read')} made, ${counted(writes, 'write')} to come; checksum ${planChecksum(plan, reads).slice(0, 12)}`;
}

/** The one sentence that says that nothing is to be done. */
export function emptyPlanSentence(plan: Plan): string {
  const url = visible(plan.target.url);
  const { is, that, alone } = comparedPart(plan);
  const [nothing, says] =
    plan.undoes === undefined
      ? ['the repository declares nothing for', 'as the repository says']
      : ['nothing is left of this undo that could be brought back on', 'as this undo would have it'];
  if (plan.unchanged === 0) return `Nothing to do${asOfText(plan)}: ${nothing} ${url}${that}.`;
  return `Nothing to do${asOfText(plan)}: ${is} ${says}${asFarAsSeen(plan)} (${counted(plan.unchanged, 'entry', 'entries')})${alone}.`;
}

/** `Plan for https://gitlab.example.com (GitLab 18.9.2-ee)`, and which part of it where it is for a part. */
export function headline(plan: Plan): string {
  return `Plan for ${visible(plan.target.url)} (GitLab ${visible(plan.target.version)})${asOfText(plan)}${comparedPart(plan).only}`;
}

/** ` as of 2027-01-05`, where a plan looks ahead to that day. */
export function asOfText({ at }: Plan): string {
  return at === undefined ? '' : ` as of ${visible(at)}`;
}

function scopeBlocks(plan: Plan, options: ChangeTextOptions): readonly string[] {
  const joint = new Map((plan.joint ?? []).flatMap((one) => one.addresses.map((address) => [address, one] as const)));
  const paragraphOf = options.verbose ? () => undefined : paragraphs(plan.changes);
  return inBlocks(plan.changes, paragraphOf).map(({ scope, changes }) => {
    if (scope === undefined) return paragraphText(changes, options).join('\n');
    const lines = changes.flatMap((change) => changeText(change, options, joint.get(change.address)));
    return [options.paint.strong(visible(scope)), ...lines].join('\n');
  });
}

function summary(plan: Plan, reads: number, options: ChangeTextOptions): readonly string[] {
  if (plan.changes.length === 0) return [emptyPlanSentence(plan)];
  const { paint } = options;
  return [
    ...planTotals(plan.changes, options),
    `${paint.strong(planSummary(plan))}\n${paint.faint(planForecast(plan, reads))}`,
  ];
}
