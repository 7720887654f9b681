import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Place } from '../../base/place.ts';
import type { KnownSecret } from '../known-secrets.ts';
import { positionsIn } from '../yaml/lines.ts';
import type { Path } from '../yaml/locate.ts';
import type { FileText } from '../yaml/places.ts';
import type { Written } from '../yaml/reading.ts';
import { isList, isMapping, type YamlValue } from '../yaml/yaml-value.ts';

/** So many places of one file are told. */
const MOST = 20;

const ANEW = 'Take it out, and make another one: whoever reads the file has this one';
const NO_SECRET =
  'what is no secret is written in plain text in the place of each reference to it, and listed under `allow_plain_secrets`';

/**
 * Where a known secret stands in plain text, in a value, a key or a comment. Places show no line, and no other problem of the configuration
 * is to be told beside these: its words might be the secret.
 */
export function saidSecrets(
  files: readonly { readonly file: FileText; readonly written: Written | undefined }[],
  known: readonly KnownSecret[],
): readonly Diagnostic[] {
  if (known.length === 0) return [];
  return files.flatMap(({ file, written }) => {
    const inText = known.filter(({ value }) => file.text.includes(value));
    // What is written with escapes, or over several lines, stands only in what is read of it.
    const inData = written === undefined ? [] : inValues(written, without(known, inText), known);
    return [...inText.flatMap((secret) => told(secret, inLines(file, secret.value), known)), ...inData];
  });
}

function without(known: readonly KnownSecret[], some: readonly KnownSecret[]): readonly KnownSecret[] {
  return known.filter((secret) => !some.includes(secret));
}

/** The first character of each place of a text where a value stands. */
function inLines({ file, text }: FileText, value: string): readonly Place[] {
  const position = positionsIn(text);
  const places: Place[] = [];
  for (let at = text.indexOf(value); at !== -1 && places.length < MOST; at = text.indexOf(value, at + value.length)) {
    const { line, column } = position(at);
    places.push({ file, line, column });
  }
  return places;
}

/** A function that finds a known secret in a text, in a time that does not depend on how many there are. */
function finder(known: readonly KnownSecret[]): (text: string) => KnownSecret | undefined {
  const length = Math.min(...known.map(({ value }) => value.length));
  const byBeginning = new Map<string, KnownSecret[]>();
  for (const secret of known) {
    const beginning = secret.value.slice(0, length);
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), secret]);
  }
  return (text) => {
    for (let at = 0; at + length <= text.length; at += 1) {
      const found = byBeginning.get(text.slice(at, at + length))?.find(({ value }) => text.startsWith(value, at));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function inValues(
  { data, places }: Written,
  some: readonly KnownSecret[],
  known: readonly KnownSecret[],
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const find = finder(some);
  const look = (value: YamlValue, path: Path): void => {
    if (found.length >= MOST) return;
    const secret = typeof value === 'string' ? find(value) : undefined;
    if (secret !== undefined) found.push(...told(secret, [places.place(path, 'value')], known));
    if (isList(value)) {
      for (const [index, item] of value.entries()) look(item, [...path, index]);
    } else if (isMapping(value)) {
      for (const [name, inner] of Object.entries(value)) {
        const named = find(name);
        if (named !== undefined) found.push(...told(named, [places.place([...path, name], 'key')], known));
        look(inner, [...path, name]);
      }
    }
  };
  if (some.length > 0) look(data, []);
  return found;
}

function told(
  { name, isReferred }: KnownSecret,
  places: readonly Place[],
  known: readonly KnownSecret[],
): Diagnostic[] {
  // What a reference names may be another secret.
  const what = known.some(({ value }) => name.includes(value)) ? 'a secret of this run' : name;
  return places.map(({ file, line, column }) => ({
    severity: 'error',
    code: 'known-secret',
    message: `${what} stands here in plain text`,
    place: { file, line, column },
    remedy: isReferred ? `${ANEW}; ${NO_SECRET}` : ANEW,
  }));
}
