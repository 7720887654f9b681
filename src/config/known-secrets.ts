import { isRandom } from '../base/secret-forms.ts';
import { isFile, readText, type FileSystem } from './files.ts';
import { isList, isMapping, type YamlValue } from './yaml/yaml-value.ts';

/** A secret whose value is at hand, and what it is called where it is told of. */
export interface KnownSecret {
  readonly value: string;
  readonly name: string;
  /** Set where an entry refers to it, which may do so to what is none. */
  readonly isReferred?: true;
}

/** What the values of secrets are found in. */
export interface SecretStore {
  readonly env: { readonly [name: string]: string | undefined };
  readonly system: FileSystem;
  /** The file of the token that the run is given, where it is given in one. */
  readonly tokenFile?: string | undefined;
}

/** What is shorter is a part of many a name and number. */
const SHORTEST = 8;

/**
 * The secrets of a run that no text of its configuration may hold: its tokens, the key of its ledger, and what the entries refer to. Of these
 * the ones that could be anybody's word, as `production`, are not among them.
 */
export function knownSecrets(written: readonly YamlValue[], store: SecretStore): readonly KnownSecret[] {
  const { env, tokenFile } = store;
  const token = (value: string | undefined): KnownSecret[] => [
    { value: (value ?? '').trim(), name: 'the token of this run' },
  ];
  const own = [
    ...(tokenFile === undefined ? [] : token(valueOf('file', tokenFile, store))),
    ...token(env['KEELSON_TOKEN']),
    ...token(env['GITLAB_TOKEN']),
    { value: (env['KEELSON_NOTE_TOKEN'] ?? '').trim(), name: 'the token of the note' },
    { value: env['KEELSON_LEDGER_KEY'] ?? '', name: 'the key of the ledger' },
  ];
  const referred = [...referencesIn(written)].flatMap(([name, [type, at]]): KnownSecret[] => {
    const value = valueOf(type, at, store) ?? '';
    return isRandom(value) ? [{ value, name, isReferred: true }] : [];
  });
  const known = new Map<string, KnownSecret>();
  for (const secret of [...own, ...referred])
    if (secret.value.length >= SHORTEST && !known.has(secret.value)) known.set(secret.value, secret);
  return [...known.values()];
}

type Reference = readonly [type: 'env' | 'file', at: string];

/** All that is written as a reference, each once. */
function referencesIn(values: readonly YamlValue[]): ReadonlyMap<string, Reference> {
  const found = new Map<string, Reference>();
  const look = (value: YamlValue): void => {
    if (isList(value)) value.forEach(look);
    if (!isMapping(value)) return;
    const [only, ...more] = Object.entries(value);
    const [type, at] = only ?? [];
    if (more.length === 0 && (type === 'env' || type === 'file') && typeof at === 'string')
      found.set(`the value of ${type === 'env' ? `the variable \`${at}\`` : `the file \`${at}\``}`, [type, at]);
    else Object.values(value).forEach(look);
  };
  values.forEach(look);
  return found;
}

function valueOf(type: 'env' | 'file', at: string, { env, system }: SecretStore): string | undefined {
  if (type === 'env') return Object.hasOwn(env, at) ? env[at] : undefined;
  // Nobody waits for the other end of a pipe.
  if (!isFile(at, system) || system.look(at).type !== 'file') return undefined;
  const read = readText(at, system);
  return 'text' in read ? read.text.replace(/\r?\n$/, '') : undefined;
}
