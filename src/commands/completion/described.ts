import type { Command, Option } from 'commander';

/** What may stand in a place: one of some words, a file, or anything else. */
export type Values =
  { readonly type: 'words'; readonly words: readonly string[] } | { readonly type: 'file' } | { readonly type: 'any' };

/** A flag of a command. */
export interface Flag {
  readonly long: string;
  readonly description: string;
  /** What it takes; undefined for a flag that takes nothing. */
  readonly takes: Values | undefined;
}

/** A command, as a shell has to know it. */
export interface Described {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  /** What stands beside its flags. */
  readonly takes: Values;
}

/** The commands of a program as it describes them itself. */
export function describedCommands(program: Command): readonly Described[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    flags: [
      ...command.options.filter(({ hidden }) => !hidden).map(flag),
      { long: '--help', description: 'tell how it is used', takes: undefined },
    ],
    takes: argument(command),
  }));
}

function flag(option: Option): Flag {
  const { long, description, argChoices: words } = option;
  return {
    long: long ?? option.flags,
    description,
    takes: option.isBoolean() || option.negate ? undefined : values(option.flags, words),
  };
}

function argument({ registeredArguments: [first] }: Command): Values {
  return first === undefined ? { type: 'any' } : values(`<${first.name()}>`, first.argChoices);
}

/** What a placeholder stands for, by its name. */
function values(flags: string, words: readonly string[] | undefined): Values {
  if (words !== undefined) return { type: 'words', words };
  return /<(file|folder|path|plans?)>/.test(flags) ? { type: 'file' } : { type: 'any' };
}
