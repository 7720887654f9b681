import type { Command } from 'commander';

/** Ends the program where help is asked for a command that there is not: the library prints the whole help, and does not say so. Throws CommanderError. */
export function refuseUnknownHelp(program: Command, [first, named]: readonly string[]): void {
  if (first !== 'help' || named === undefined || named === 'help' || named.startsWith('-')) return;
  if (!program.commands.some((command) => command.name() === named))
    program.error(`error: unknown command '${named}'`, { code: 'commander.unknownCommand' });
}
