import { type Command, InvalidArgumentError, Option } from 'commander';
import { guardFlags } from '../../engine/guard/guard-flags.ts';
import type { Shard } from '../../engine/parts/shard.ts';
import type { IntendedGroups } from '../../engine/scopes/intended-groups.ts';

/** The part of a configuration that is planned, and the guards that are waived for one run. */
export function guarded(command: Command): Command {
  command.option('--shard <i/n>', 'plan one part of n: whole group trees, the instance in the first', shard);
  for (const { name, permits } of guardFlags) {
    const says = `permit, for this run, ${permits}`;
    if (name === 'swap') command.option('--allow-swap <path=id>', `${says}: which group comes where`, swap);
    else command.option(`--allow-${name}`, says);
  }
  return command;
}

/** The names of the guards that these options waive. */
export function waivedBy(options: object): ReadonlySet<string> {
  const given = new Map<string, unknown>(Object.entries(options));
  const attribute = (name: string): string => new Option(`--allow-${name}`).attributeName();
  return new Set(guardFlags.filter(({ name }) => given.get(attribute(name)) !== undefined).map(({ name }) => name));
}

function shard(text: string): Shard {
  const [, index = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  if (index === '' || Number(index) < 1 || Number(index) > Number(of))
    throw new InvalidArgumentError('It is written like 2/5: the second of five parts.');
  return { index: Number(index), of: Number(of) };
}

/** By its number a group that has come to its path is known from one that is still to come there. */
function swap(text: string, before: IntendedGroups = new Map()): IntendedGroups {
  const [, path = '', id = ''] = /^(.+)=(\d{1,15})$/.exec(text) ?? [];
  if (path === '')
    throw new InvalidArgumentError(
      'It is written like labs=7: the path, and the id of the group that is to come to it.',
    );
  return new Map([...before, [path.toLowerCase(), Number(id)]]);
}
