import { createHash } from 'node:crypto';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Change } from '../../model.ts';
import { jsonText } from '../json-text.ts';
import { visible } from '../visible.ts';
import { leftUndone, type LeftUndone, type Undone } from './left-undone.ts';
import { outcomesOf } from './outcomes-of.ts';
import { isBarrier, saidOf, type EndedRun } from './run-record.ts';
import { relativePath } from './relative-path.ts';

/** One finding of the artifact report `codequality`, with what GitLab reads of it (18.9). */
export interface CodeQualityFinding {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/**
 * What was said, and each change of the plan, at the line of the YAML that it comes from; what has no line is shown at the first. After an
 * apply the changes that it has not done: what is done is no finding any more.
 */
export function codeQuality(run: EndedRun): string {
  const outcomes = outcomesOf(run);
  const found = [
    ...saidOf(run).map((one) => ofDiagnostic(one, run)),
    ...(outcomes === undefined
      ? changesOf(run).map((one) => ofChange(one, run))
      : outcomes.flatMap((outcome) => leftUndone(outcome) ?? []).map((one) => ofUndone(one, run))),
  ];
  return `${jsonText(distinct(found), 2)}\n`;
}

/** Whether a text is such a report of this program; one without findings is like that of any other. */
export function isCodeQuality(text: string): boolean {
  return /^\[\s*(\]|\{\s*"description": "[^\n]*",\s*"check_name": "keelson-)/.test(text);
}

type Unmarked = Omit<CodeQualityFinding, 'fingerprint'>;

function changesOf({ plan }: EndedRun): readonly Change[] {
  return plan?.changes ?? [];
}

function ofDiagnostic(diagnostic: Diagnostic, run: EndedRun): Unmarked {
  const { severity, code, message, remedy } = diagnostic;
  return {
    description: visible(`${message}${remedy === undefined ? '' : ` (${remedy})`}`),
    check_name: `keelson-${code}`,
    severity: isBarrier(diagnostic) ? (severity === 'error' ? 'blocker' : 'critical') : 'minor',
    location: located(diagnostic, run),
  };
}

function ofChange(change: Change, run: EndedRun): Unmarked {
  const { address, action, fields } = change;
  const what = action === 'update' && fields.length > 0 ? `: ${fields.map(({ path }) => path).join(', ')}` : '';
  return {
    description: visible(`${wouldBe(run)} ${address}${what}`.replace('{action}', action)),
    check_name: `keelson-${action}`,
    severity: action === 'delete' || action === 'replace' ? 'major' : 'info',
    location: located(change, run),
  };
}

function ofUndone({ change, how, lines }: LeftUndone, run: EndedRun): Unmarked {
  const { word, severity } = UNDONE[how];
  return {
    description: visible(`${word}: ${change.action} ${change.address}: ${lines.join('; ')}`),
    check_name: `keelson-${how}`,
    severity,
    location: located(change, run),
  };
}

const UNDONE: { readonly [How in Undone]: Pick<Unmarked, 'severity'> & { readonly word: string } } = {
  failed: { word: 'Failed', severity: 'blocker' },
  stale: { word: 'Stale', severity: 'critical' },
  'not-accepted': { word: 'Not accepted', severity: 'major' },
  'accepted-in-part': { word: 'Accepted in part', severity: 'major' },
  'not-attempted': { word: 'Not attempted', severity: 'minor' },
};

/** A drift is undone by the next apply: what that would do is what a plan says. */
function wouldBe({ command }: EndedRun): string {
  return command === 'drift' ? 'Differs, apply would {action}' : 'Plan: {action}';
}

function located({ place }: Pick<Diagnostic, 'place'>, { path }: EndedRun): CodeQualityFinding['location'] {
  return place === undefined
    ? { path: relativePath(path), lines: { begin: 1 } }
    : { path: relativePath(place.file), lines: { begin: place.line } };
}

/**
 * A fingerprint stays while lines move, so that GitLab knows what is new in a merge request; it shows one finding for each, so that
 * the second of two alike has another.
 */
function distinct(found: readonly Unmarked[]): readonly CodeQualityFinding[] {
  const seen = new Map<string, number>();
  return found.map(({ description, check_name, severity, location }) => {
    const same = jsonText([check_name, location.path, description]);
    const before = seen.get(same) ?? 0;
    seen.set(same, before + 1);
    const fingerprint = createHash('sha256').update(`${same}${before}`).digest('hex');
    return { description, check_name, fingerprint, severity, location };
  });
}
