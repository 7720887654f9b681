/** What a text says of one change: its action and reason, and its fields as they are printed. */
export interface Told {
  readonly sign: string;
  readonly reason: string;
  readonly fields: readonly string[];
}

const nouns: { readonly [plural: string]: string } = {
  members: 'member',
  hooks: 'hook',
  protected_branches: 'protected_branch',
};

/** Reads the text of a plan as a person does: of each address that it names, what it says of it; as often as it names it. */
export function toldOf(text: string): readonly (readonly [address: string, told: Told])[] {
  const found: (readonly [string, Told])[] = [];
  let header = '';
  let head: { readonly sign: string; readonly subject: string; readonly reason: string } | undefined;
  let fields: string[] = [];
  let list: string[] = [];
  const flush = (): void => {
    if (head === undefined) return;
    const told = { sign: head.sign, reason: head.reason, fields };
    for (const address of addressesOf(header, head.subject, list)) found.push([address, told]);
    [head, fields, list] = [undefined, [], []];
  };
  for (const line of text.split('\n')) {
    const match = /^( {2}[+~-]|-\/\+) (.*?): (.*)$/.exec(line);
    if (match !== null) {
      flush();
      head = { sign: match[1] ?? '', subject: match[2] ?? '', reason: (match[3] ?? '').replace(/ {2}\(.*$/, '') };
    } else if (/^\S/.test(line)) {
      flush();
      header = line;
    } else if (/^ {6}\(/.test(line)) continue;
    else if (line.startsWith('      ')) fields.push(line);
    else if (line.startsWith('    ')) list.push(line.trim());
  }
  flush();
  return found;
}

function addressesOf(header: string, subject: string, list: readonly string[]): readonly string[] {
  if (!header.endsWith(', alike')) {
    const isScope = subject === header;
    return [isScope ? header : `${header}/${subject}`];
  }
  const own = list.map((line) => /^(?:-|-\/\+|~) (.*?)(?: {2}\(.*\))?$/.exec(line)?.[1]);
  if (own.every((one) => one !== undefined)) return own;
  const counted = /^[\d,]+ (\w+)$/.exec(subject);
  const words = list.join(' ');
  if (counted === null) return words.split(', ').map((scope) => (isScopeType(subject) ? scope : `${scope}/${subject}`));
  const noun = nouns[counted[1] ?? ''] ?? '';
  const only = /^In ((?:group|project)\[.*\]|instance), alike$/.exec(header)?.[1];
  return (only === undefined ? parts(words, ';') : [`${only}: ${words}`]).flatMap((part) => {
    const [, scope = '', keys = ''] = /^(instance|(?:group|project)\[[^\]]*\]): (.*)$/s.exec(part) ?? [];
    return parts(keys, ',').map((key) => `${scope}/${noun}[${key.startsWith('"') ? String(JSON.parse(key)) : key}]`);
  });
}

function isScopeType(subject: string): boolean {
  return ['group', 'project', 'instance'].includes(subject);
}

/** The parts of a list, at what parts them outside of quotes. */
function parts(text: string, between: ',' | ';'): readonly string[] {
  const found = text.match(new RegExp(`(?:"(?:[^"\\\\]|\\\\.)*"|[^"${between}])+`, 'g')) ?? [];
  return found.map((part) => part.trim());
}
