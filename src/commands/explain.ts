import { nearest } from '../base/nearest.ts';
import { codeMeanings } from '../engine/code-meanings.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { openTerminal, type TerminalOptions } from './terminal/terminal.ts';

/** Says what a code means, given as it is printed: `unknown-key`, or `error[unknown-key]`. */
export function explain(given: string, options: TerminalOptions): ExitStatus {
  const terminal = openTerminal(options);
  const named = /\[([^\]]*)\]/.exec(given)?.[1] ?? given;
  // A guard is named in plans and flags without the word before it.
  const code = codeMeanings.has(`guard-${named}`) ? `guard-${named}` : named;
  const meaning = codeMeanings.get(code);
  if (meaning !== undefined) {
    terminal.result(`${code}: ${meaning}\n`);
    return EXIT.done;
  }
  const near = nearest(code, codeMeanings.keys());
  terminal.diagnose([
    {
      severity: 'error',
      code: 'unknown-code',
      message: `there is no code ${code}`,
      remedy: near === undefined ? 'give one as it stands in brackets after error or warning' : `write ${near}`,
    },
  ]);
  return EXIT.failed;
}
