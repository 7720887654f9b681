import type { Described, Values } from './described.ts';

/** The completion of bash 4 and newer, which needs nothing but bash itself. */
export function bashCompletion(commands: readonly Described[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  return `# Completion of keelson for bash: source <(keelson completion bash)
_keelson() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="" word
  # bash takes --flag=value apart.
  if [[ $current == "=" ]]; then current=""; elif [[ $previous == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      ${names.replaceAll(' ', '|')}) command="$word"; break ;;
    esac
  done
  COMPREPLY=()
  case "$command $previous" in
${commands.flatMap(flagCases).join('\n')}
  esac
  case "$command" in
${commands.map(commandCase).join('\n')}
    *) mapfile -t COMPREPLY < <(compgen -W '${names} --help --version' -- "$current") ;;
  esac
}
complete -o filenames -F _keelson keelson
`;
}

function flagCases({ name, flags }: Described): readonly string[] {
  return flags.flatMap(({ long, takes }) =>
    takes === undefined ? [] : [`    '${name} ${long}') ${reply(takes)}return ;;`],
  );
}

function commandCase({ name, flags, takes }: Described): string {
  const longs = flags.map(({ long }) => long).join(' ');
  const beside = reply(takes);
  return `    ${name})
      if [[ $current == -* ]]; then mapfile -t COMPREPLY < <(compgen -W '${longs}' -- "$current"); else ${beside === '' ? ':; ' : beside}fi ;;`;
}

function reply(values: Values): string {
  switch (values.type) {
    case 'words':
      return `mapfile -t COMPREPLY < <(compgen -W '${values.words.join(' ')}' -- "$current"); `;
    case 'file':
      return 'mapfile -t COMPREPLY < <(compgen -f -- "$current"); ';
    case 'any':
      return '';
  }
}
