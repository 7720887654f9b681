import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { countsAlone } from '../../engine/guard/guard-flags.ts';
import { permittingFlag } from '../../engine/guard/permitting-flag.ts';
import type { Kinds } from '../../engine/kinds.ts';
import type { Plan, Refusal } from '../../model.ts';
import { callLines } from '../call-text.ts';
import { togetherText } from '../change-text.ts';
import { diagnosticsCount } from '../diagnostics.ts';
import { driftNotes, driftSummary } from '../drift-text.ts';
import { outcomeSummary } from '../outcome-text.ts';
import { saidOf, type EndedRun } from '../pipeline/run-record.ts';
import { refusalIntroduction } from '../plan-markdown.ts';
import { permittedHeadline } from '../permitted-note.ts';
import { planNotes } from '../plan-notes.ts';
import { emptyPlanSentence, headline, planForecast, planSummary } from '../plan-text.ts';
import { visible } from '../visible.ts';
import { itemsOf } from './items.ts';
import type { Item, PageData, PageWords, RefusalData, Standing } from './page-data.ts';
import { risksAmong } from './risks.ts';
import { saidData } from './said-data.ts';

/** What the page of a run shows. */
export function pageOfRun(run: EndedRun, kinds: Kinds): PageData {
  const { plan } = run;
  const refusals = plan === undefined ? [] : refusalsOf(plan.refusals, plan);
  const said = besideRefusals(saidOf(run), refusals);
  const words = wordsOf(run);
  const items = plan === undefined ? [] : itemsOf({ run, plan, said, kinds });
  return {
    heading: plan === undefined ? `Keelson ${run.command}` : headingOf(run, plan),
    standing: standingOf(run, items, said, refusals),
    sum: sumOf(run),
    ...(plan && run.looked && run.command === 'plan' && { forecast: planForecast(plan, run.looked.reads) }),
    footer: `Written by Keelson ${run.version} on ${run.endedAt.slice(0, 16).replace('T', ' at ')} UTC.`,
    refusals,
    permitted:
      plan === undefined || run.command === 'drift'
        ? []
        : refusalsOf(plan.permitted, plan).map((one) => ({ ...one, isPermitted: true })),
    permittedIntroduction: plan === undefined ? '' : `${permittedHeadline(plan)}:`,
    refusalIntroduction: introductionOf(run),
    risks: risksAmong(items, words, run.command),
    said: said.map(saidData),
    notes: plan === undefined ? [] : notesOf(run, plan),
    words,
    items,
    joint: (plan?.joint ?? []).map((one) => ({ together: togetherText(one), lines: callLines(one.call) })),
  };
}

function introductionOf({ command }: EndedRun): string {
  if (command === 'drift') return 'Apply would refuse to undo it:';
  return command === 'apply' ? 'It was not applied:' : refusalIntroduction;
}

function headingOf({ command }: EndedRun, plan: Plan): string {
  const what = headline(plan);
  switch (command) {
    case 'drift':
      return what.replace(/^Plan for/, 'Drift on');
    case 'apply':
      return what.replace(/^Plan for/, 'Apply to');
    case 'plan':
    case 'validate':
      return what;
  }
}

/** The one sentence that tells what happens, or has happened. */
function sumOf({ command, plan, outcomes, diagnostics }: EndedRun): string {
  if (plan === undefined) {
    const why = diagnostics.length === 0 ? 'it ended before all was done' : diagnosticsCount(diagnostics);
    return `There is no ${command === 'drift' ? 'comparison' : 'plan'}: ${why}.`;
  }
  if (command === 'drift') return driftSummary(plan);
  if (outcomes !== undefined) return outcomeSummary(outcomes);
  const sum = plan.changes.length === 0 ? emptyPlanSentence(plan) : planSummary(plan);
  if (command === 'plan' && diagnostics.some(({ severity, code }) => severity === 'error' && code === 'plain-secret'))
    return `No plan was saved. ${sum}`;
  return command === 'apply' && plan.changes.length > 0 ? `Nothing was applied. ${sum}` : sum;
}

function standingOf(
  { plan, outcomes, isDone }: EndedRun,
  items: readonly Item[],
  said: readonly Diagnostic[],
  refusals: readonly RefusalData[],
): Standing {
  if (refusals.length > 0) return 'refused';
  if (!isDone || plan === undefined || hasErrors(said)) return 'failed';
  return items.length > 0 && outcomes === undefined ? 'differs' : 'well';
}

function refusalsOf(refusals: readonly Refusal[] = [], { changes }: Plan): readonly RefusalData[] {
  return refusals.map((refusal) => ({
    guard: visible(refusal.guard),
    message: visible(refusal.message),
    flag: visible(permittingFlag(refusal, changes)),
    about: refusal.addresses.length,
    ...(refusal.instead !== undefined && { instead: visible(refusal.instead) }),
    ...(countsAlone(refusal.guard) && { forGood: 'a higher bound in `guards` of the configuration' }),
  }));
}

/** What a guard says stands with its flag above, and is not told twice. */
function besideRefusals(said: readonly Diagnostic[], refusals: readonly RefusalData[]): readonly Diagnostic[] {
  const told = new Set(refusals.map(({ guard }) => `guard-${guard}`));
  return said.filter(({ code }) => !told.has(code));
}

function notesOf({ command, looked }: EndedRun, plan: Plan): PageData['notes'] {
  if (command !== 'drift') return planNotes(plan, true);
  const notes = driftNotes(plan, true);
  return looked?.unwatched === undefined
    ? notes
    : [...notes, { headline: 'Not looked at: sections that nobody declares', lines: [visible(looked.unwatched)] }];
}

/** What is no deed of a run; the last two stand on the page of a review alone. */
const TOLD = { undeclared: 'not declared', held: '', lacks: '' };

function wordsOf({ command }: EndedRun): PageWords {
  if (command === 'drift')
    return {
      one: 'difference',
      many: 'differences',
      deeds: {
        create: 'not on the instance',
        update: 'changed',
        replace: 'changed, to be replaced',
        delete: 'to be removed',
        ...TOLD,
      },
      deed: 'What differs',
      before: 'on the instance',
      after: 'in the repository',
    };
  const deeds = {
    create: 'create',
    update: 'update',
    replace: 'replace',
    delete: 'delete',
    ...TOLD,
  };
  return { one: 'change', many: 'changes', deed: 'What happens', deeds, before: 'is', after: 'will be' };
}
