import type { Described, Flag, Values } from './described.ts';

/** The completion of zsh, as a file `_keelson` in a folder of $fpath, or for `source`. */
export function zshCompletion(commands: readonly Described[]): string {
  return `#compdef keelson
# Completion of keelson for zsh: source <(keelson completion zsh)
_keelson() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${description.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${commands.map(commandCase).join('\n')}
  esac
}
if [[ \${funcstack[1]} == _keelson ]]; then _keelson "$@"; else compdef _keelson keelson; fi
`;
}

function commandCase({ name, flags, takes }: Described): string {
  const specs = [...flags.map(flagSpec), `'*:${takes.type === 'any' ? ' ' : 'argument'}:${action(takes)}'`];
  return `    ${name})
      _arguments \\
${specs.map((spec) => `        ${spec}`).join(' \\\n')} ;;`;
}

function flagSpec({ long, description, takes }: Flag): string {
  const said = description.replaceAll(/[[\]:\\]/g, (one) => `\\${one}`);
  return quoted(`*${long}[${said}]${takes === undefined ? '' : `:value:${action(takes)}`}`);
}

function action(values: Values): string {
  switch (values.type) {
    case 'words':
      return `(${values.words.join(' ')})`;
    case 'file':
      return '_files';
    case 'any':
      return ' ';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
