import { isBarrier, type RunRecord } from './pipeline/run-record.ts';
import { longestNote, paragraphs, planMarkdown } from './plan-markdown.ts';
import { errorBlocks, ofPath, postMarker, sourceText, type PostSubject } from './post.ts';

const PLAN = '### Keelson plan';
const NO_PLAN = '### No Keelson plan';

/** How the note of a plan goes on below its marker: by this a later run knows it from what merely begins with the marker. */
export const noteHeadings = [PLAN, NO_PLAN];

/** The plan of a run as a note, with the errors that came with it; or that there is none, and why. Within `limit` characters. */
export function planNote(
  { plan, looked, diagnostics }: Pick<RunRecord, 'plan' | 'looked' | 'diagnostics'>,
  subject: PostSubject,
  limit = longestNote,
): string {
  const said = sourceText(subject);
  const source = said === '' ? [] : [`${said.charAt(0).toUpperCase()}${said.slice(1)}`];
  const marker = postMarker('plan', subject);
  if (plan === undefined) {
    const head = [marker, `${NO_PLAN}${ofPath(subject)}`, ...source, NONE];
    return paragraphs([...head, ...errorBlocks(diagnostics.filter(isBarrier), limit - paragraphs(head).length)]);
  }
  const head = [marker, `${PLAN}${ofPath(subject)}`, ...source];
  // What its guards refuse, and what it warns of, stands in the plan.
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  // Half of the room is left to the plan.
  return planMarkdown(plan, looked?.reads ?? 0, limit, [...head, ...errorBlocks(errors, limit / 2)]);
}

const NONE =
  '**There is no plan, so that nothing says what an apply would do.** What was planned of an earlier push does not hold for this one.';

/** What takes the place of a second note of the same configuration, which two runs at the same moment have made. */
export function supersededNote(): string {
  return 'The Keelson plan is in another note of this merge request.\n';
}
