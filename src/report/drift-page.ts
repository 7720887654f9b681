import { driftSummary, driftText } from './drift-text.ts';
import { fittingLines } from './fitting-lines.ts';
import { plainPaint } from './paint.ts';
import { isBarrier, type RunRecord } from './pipeline/run-record.ts';
import { fenced, paragraphs } from './plan-markdown.ts';
import { errorBlocks, ofPath, sourceText, type PostSubject } from './post.ts';
import { visible } from './visible.ts';
import { shortened } from './width.ts';

/** The file of a drift report that is published. */
export const DRIFT_FILE = 'drift.md';

/** So much of a report is published: nobody reads more, and GitLab shows it. */
const LONGEST = 1_000_000;

/** What a drift report is called where it is published. */
export function driftTitle({ path }: PostSubject): string {
  return path === undefined ? 'Keelson drift' : `Keelson drift of ${shortened(visible(path), 200)}`;
}

/** What stands beside a drift report that is published. */
export const aboutDrift = `What differs between this instance and its configuration, by the last run of \`keelson drift --publish\`: ${DRIFT_FILE}.`;

/** What takes the place of a second report of the same configuration, which two runs at the same moment have published. */
export const supersededDrift = 'The Keelson drift report is in another snippet of this project.\n';

/** The drift that a run has seen at a moment, in Markdown; or that it could not look, and why. Within `limit` characters. */
export function driftPage(
  { plan, looked, diagnostics }: Pick<RunRecord, 'plan' | 'looked' | 'diagnostics'>,
  subject: PostSubject,
  moment: string,
  limit = LONGEST,
): string {
  const source = [`Looked at ${moment}`, sourceText(subject)].filter((text) => text !== '').join(', ');
  if (plan === undefined) {
    const head = [`# No drift report${ofPath(subject)}`, `${source}.`, '**Nothing could be compared.**'];
    return paragraphs([...head, ...errorBlocks(diagnostics.filter(isBarrier), limit - paragraphs(head).length)]);
  }
  const head = [`# Drift${ofPath(subject)}`, `${source}.`, fenced('text', [driftSummary(plan)])];
  const errors = errorBlocks(
    diagnostics.filter(({ severity }) => severity === 'error'),
    limit / 4,
  );
  const end = looked?.unwatched === undefined ? [] : [fenced('text', [shortened(visible(looked.unwatched), 2000)])];
  const text = driftText(plan, { paint: plainPaint }, looked?.who);
  const room = limit - paragraphs([...head, ...errors, ...end]).length;
  return paragraphs([...head, ...errors, ...fittingLines(text.trimEnd().split('\n'), room, CUT), ...end]);
}

const CUT = '**The rest is not shown, because this would be too long: see all of it with `keelson drift`.**';
