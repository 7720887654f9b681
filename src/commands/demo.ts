import { EXIT, type ExitStatus } from './exit-status.ts';
import { openTerminal, type TerminalOptions } from './terminal.ts';

export function demo(options: TerminalOptions): Promise<ExitStatus> {
  openTerminal(options).say('-');
  return Promise.resolve(EXIT.done);
}
