import type { Described, Flag, Values } from './described.ts';

/** The completion of fish. */
export function fishCompletion(commands: readonly Described[]): string {
  return `# Completion of keelson for fish: keelson completion fish | source
complete -c keelson -f
${commands.flatMap(lines).join('\n')}
`;
}

function lines({ name, description, flags, takes }: Described): readonly string[] {
  const inside = `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
  return [
    `complete -c keelson -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ...flags.map((flag) => `complete -c keelson ${inside} ${flagWords(flag)}`),
    ...(takes.type === 'any' ? [] : [`complete -c keelson ${inside} ${takes.type === 'file' ? '-F' : given(takes)}`]),
  ];
}

function flagWords({ long, description, takes }: Flag): string {
  const value = takes === undefined ? '' : ` -r ${takes.type === 'file' ? '-F' : given(takes)}`;
  return `-l ${long.replace(/^--/, '')}${value.trimEnd()} -d ${quoted(description)}`;
}

function given(values: Values): string {
  return values.type === 'words' ? `-a ${quoted(values.words.join(' '))}` : '';
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
