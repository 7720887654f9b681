import type { Command } from 'commander';

/**
 * Ends the program where an option that takes a value was given another option in its place: `--undo --auto-approve` would write a file of that name.
 * Throws CommanderError.
 */
export function refuseSwallowedFlags(command: Command): void {
  for (const option of command.options) {
    const given: unknown = command.getOptionValue(option.attributeName());
    const values: readonly unknown[] = Array.isArray(given) ? given : [given];
    const swallowed = values.find((value) => typeof value === 'string' && value.startsWith('--'));
    if (option.required && swallowed !== undefined) command.error(`error: option '${option.flags}' argument missing`);
  }
}
