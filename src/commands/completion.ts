import type { Command } from 'commander';
import { bashCompletion } from './completion/bash.ts';
import { describedCommands } from './completion/described.ts';
import { fishCompletion } from './completion/fish.ts';
import type { Shell } from './completion/shells.ts';
import { zshCompletion } from './completion/zsh.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { openTerminal, type TerminalOptions } from './terminal/terminal.ts';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** Prints what a shell has to know to complete the commands of a program and their flags. */
export function completion(shell: Shell, program: Command, options: TerminalOptions): ExitStatus {
  openTerminal(options).result(SCRIPTS[shell](describedCommands(program)));
  return EXIT.done;
}
