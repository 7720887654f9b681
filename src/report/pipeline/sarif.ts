import { pathToFileURL } from 'node:url';
import type { Log, ReportingDescriptor, Result } from 'sarif';
import { diagnosticCodes, type DiagnosticCode } from '../../base/diagnostic-code.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { jsonText } from '../json-text.ts';
import { visible } from '../visible.ts';
import { relativePath } from './relative-path.ts';
import { isBarrier, saidOf, type EndedRun } from './run-record.ts';

/** What was said, as SARIF 2.1.0. */
export function sarif(run: EndedRun): string {
  const said = saidOf(run);
  const codes = [...new Set(said.map(({ code }) => code))].sort();
  const log: Log = {
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Keelson', version: run.version, rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: run.isDone }],
        results: said.map((one) => resultOf(one, codes, run)),
      },
    ],
  };
  return `${jsonText(log, 2)}\n`;
}

/** Whether a text is such a report of this program. */
export function isSarif(text: string): boolean {
  return /^\{\s*"version": "2\.1\.0",\s*"runs": \[\s*\{\s*"tool": \{\s*"driver": \{\s*"name": "Keelson"/.test(text);
}

function ruleOf(code: DiagnosticCode): ReportingDescriptor {
  const meaning = new Map<string, string>(Object.entries(diagnosticCodes)).get(code);
  return { id: code, ...(meaning !== undefined && { shortDescription: { text: meaning } }) };
}

function resultOf(diagnostic: Diagnostic, codes: readonly DiagnosticCode[], { path }: EndedRun): Result {
  const { severity, code, message, remedy, place } = diagnostic;
  const uri = asUri(relativePath(place?.file ?? path));
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity === 'error' ? 'error' : isBarrier(diagnostic) ? 'error' : 'warning',
    message: { text: visible(`${message}.${remedy === undefined ? '' : ` ${remedy}.`}`) },
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
