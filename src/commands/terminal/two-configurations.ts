import type { Command } from 'commander';

/** Ends the program where a configuration is named twice, here and in a repository. Throws CommanderError. */
export function refuseTwoConfigurations(command: Command): void {
  const [path] = command.args;
  if (command.getOptionValue('config') !== undefined && path !== undefined)
    command.error(`error: --config names the configuration, and '${path}' another one`);
}
