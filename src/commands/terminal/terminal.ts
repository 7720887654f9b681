import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Plan } from '../../model.ts';
import type { Outcome } from '../../outcome.ts';
import { textColumns } from '../../report/change-text.ts';
import { diagnosticsText } from '../../report/diagnostics.ts';
import { jsonText } from '../../report/json-text.ts';
import { paintFor, type Paint } from '../../report/paint.ts';
import { progress, type Progress } from '../../report/progress.ts';
import type { Looked, RunRecord } from '../../report/pipeline/run-record.ts';
import { visible } from '../../report/visible.ts';

/** How the program talks: results on standard output, everything else on standard error. */
export interface Terminal {
  readonly paint: Paint;
  /** How wide a text on standard output may become. */
  readonly columns: number;
  /** Whether somebody sits there who can be asked. */
  readonly canAsk: boolean;
  readonly progress: Progress;
  result(text: string): void;
  /** What became of something: it is told on standard error where standard output cannot be written, be it full or closed. */
  outcome(text: string): void;
  /** One sentence on standard error, whatever names are in it. */
  readonly say: (sentence: string) => void;
  diagnose(diagnostics: readonly Diagnostic[]): void;
  /** That there is a plan, or what of a drift is to be told, for the reports. */
  readonly planned: (plan: Plan, looked: Looked) => void;
  /** What an apply has done, for the reports. */
  readonly applied: (outcomes: readonly Outcome[]) => void;
}

/** The options of a terminal, as every command has them. */
export interface TerminalOptions {
  readonly color?: boolean;
  readonly logFormat?: string;
  /** Where what is told is kept, for the reports. */
  readonly record?: RunRecord;
}

/** The terminal of this process. With the log format `json` each diagnostic and each sentence is a line of JSON. */
export function openTerminal({ color = true, logFormat = 'text', record }: TerminalOptions): Terminal {
  const { stdout, stderr, stdin, env } = process;
  const asJson = logFormat === 'json';
  const error = (text: string): void => void stderr.write(text);
  const line = (entry: object): void => {
    error(`${jsonText(entry)}\n`);
  };
  const paint = paintFor({ tty: stdout.isTTY, env, noColor: !color });
  const errorPaint = paintFor({ tty: stderr.isTTY && !asJson, env, noColor: !color });
  return {
    paint,
    columns: textColumns(columnsOf(stdout)),
    canAsk: stdin.isTTY && stderr.isTTY && !asJson,
    progress: progress({
      write: asJson ? () => undefined : error,
      now: () => performance.now(),
      tty: stderr.isTTY,
      columns: columnsOf(stderr),
      paint: errorPaint,
    }),
    result: (text) => void stdout.write(text),
    outcome: (text) => {
      stdout.write(text, (lost) => {
        if (lost) error(text);
      });
    },
    say: (sentence) => {
      if (asJson) line({ severity: 'note', message: sentence });
      else error(`${visible(sentence)}\n`);
    },
    planned: (plan, looked) => {
      if (record !== undefined) Object.assign(record, { plan, looked });
    },
    applied: (outcomes) => {
      if (record !== undefined) record.outcomes = outcomes;
    },
    diagnose: (diagnostics) => {
      record?.diagnostics.push(...diagnostics);
      if (asJson) diagnostics.forEach(line);
      else error(diagnosticsText(diagnostics, errorPaint, textColumns(columnsOf(stderr))));
    },
  };
}

/** The columns of a terminal; undefined where a stream leads elsewhere, or where the terminal does not tell. */
function columnsOf({ isTTY, columns }: { readonly isTTY: boolean; readonly columns: number }): number | undefined {
  return isTTY && columns > 0 ? columns : undefined;
}
