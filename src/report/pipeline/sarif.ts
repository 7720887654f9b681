import { pathToFileURL } from 'node:url';
import type { Log, ReportingDescriptor, Result } from 'sarif';
import { diagnosticCodes, type DiagnosticCode } from '../../base/diagnostic-code.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { jsonText } from '../json-text.ts';
import { visible } from '../visible.ts';
import { relativePath } from './relative-path.ts';
import { leftUndone, type LeftUndone, type Undone } from './left-undone.ts';
import { outcomesOf } from './outcomes-of.ts';
import { isBarrier, saidOf, type EndedRun } from './run-record.ts';

/** Something that is told of a run, by a rule. */
interface Told {
  readonly rule: DiagnosticCode | UndoneRule;
  readonly level: 'error' | 'warning';
  readonly text: string;
  readonly place: Diagnostic['place'];
}

type UndoneRule = `change-${Undone}`;

/** What was said, and what an apply has not done of its plan, as SARIF 2.1.0. */
export function sarif(run: EndedRun): string {
  const undone = (outcomesOf(run) ?? []).flatMap((outcome) => leftUndone(outcome) ?? []);
  const told = [...saidOf(run).map(ofDiagnostic), ...undone.map(ofUndone)];
  const rules = [...new Set(told.map(({ rule }) => rule))].sort();
  const log: Log = {
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Keelson', version: run.version, rules: rules.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: run.isDone }],
        results: told.map((one) => resultOf(one, rules, run)),
      },
    ],
  };
  return `${jsonText(log, 2)}\n`;
}

/** Whether a text is such a report of this program. */
export function isSarif(text: string): boolean {
  return /^\{\s*"version": "2\.1\.0",\s*"runs": \[\s*\{\s*"tool": \{\s*"driver": \{\s*"name": "Keelson"/.test(text);
}

function ruleOf(rule: Told['rule']): ReportingDescriptor {
  const meanings = { ...diagnosticCodes, ...UNDONE };
  const meaning = new Map<string, string>(Object.entries(meanings)).get(rule);
  return { id: rule, ...(meaning !== undefined && { shortDescription: { text: meaning } }) };
}

const UNDONE: { readonly [Rule in UndoneRule]: string } = {
  'change-failed': 'A change of the plan has failed.',
  'change-stale': 'What a change was computed from has changed since the plan was made, so that it was not applied.',
  'change-not-accepted': 'GitLab took the call of a change, and accepted no part of it.',
  'change-accepted-in-part': 'A change was made without some of its fields, which need a licence.',
  'change-not-attempted': 'A change of the plan was not attempted.',
};

function ofDiagnostic(diagnostic: Diagnostic): Told {
  const { severity, code, message, remedy, place } = diagnostic;
  return {
    rule: code,
    level: severity === 'error' || isBarrier(diagnostic) ? 'error' : 'warning',
    text: `${message}.${remedy === undefined ? '' : ` ${remedy}.`}`,
    place,
  };
}

function ofUndone({ change: { address, action, place }, how, lines }: LeftUndone): Told {
  const level = how === 'failed' || how === 'stale' ? 'error' : 'warning';
  return { rule: `change-${how}`, level, text: `${action} ${address}: ${lines.join('; ')}.`, place };
}

function resultOf({ rule, level, text, place }: Told, rules: readonly Told['rule'][], { path }: EndedRun): Result {
  const uri = asUri(relativePath(place?.file ?? path));
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level,
    message: { text: visible(text) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri },
          ...(place && { region: regionOf(place) }),
        },
      },
    ],
  };
}

function regionOf({ line, column, length }: NonNullable<Diagnostic['place']>): object {
  return { startLine: line, startColumn: column, ...(length !== undefined && { endColumn: column + length }) };
}

/** A path as the relative reference that it is in a URI, so that blanks and letters of any script stand as they have to. */
function asUri(path: string): string {
  return pathToFileURL(`/${path}`).pathname.slice(1);
}
