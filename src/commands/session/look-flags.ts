import { InvalidArgumentError, Option, type Command } from 'commander';
import { wholeNumber } from './numbers.ts';

/** What looks and changes nothing may take the word of an earlier look. */
export function believing(command: Command): Command {
  return command
    .option('--cache <file>', 'keep the look there, and read next time what audit events say may have changed since')
    .option('--full-after <hours>', 'with it: believe nothing that was read longer ago', wholeNumber, 24);
}

/** What changes something reads it, and says so to whoever asks for less. */
export function reading(command: Command): Command {
  const refuse = (): never => {
    throw new InvalidArgumentError('An apply reads whatever it touches. Give it to plan or drift.');
  };
  return ['--cache <file>', '--since <when>', '--full-after <hours>'].reduce(
    (all, flags) => all.addOption(new Option(flags).hideHelp().argParser(refuse)),
    command,
  );
}
