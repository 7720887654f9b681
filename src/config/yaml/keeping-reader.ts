import type { Kind } from '../../kind.ts';
import { secretNames } from '../secret-names.ts';
import { parse, type Parse } from './document.ts';
import { reader, TREES, type Read, type Reading } from './reading.ts';
import { recentTexts } from './recent-texts.ts';

/** Parses and reads texts, and keeps what comes of them for whoever asks again: most files of a configuration stay as they are when one is edited. */
export interface KeepingReader {
  readonly parse: Parse;
  readonly read: Read;
}

/** A reader for configurations made of these kinds. It keeps the last reading of each file; of trees, which take more room, those of some texts. */
export function keepingReader(kinds: readonly Kind[]): KeepingReader {
  const isSecret = secretNames(kinds);
  const recent = recentTexts<ReturnType<Parse>>(TREES);
  const kept: Parse = (source) => recent(source, () => parse(source, isSecret));
  const read = reader(kinds, kept);
  const last = new Map<string, { readonly text: string; readonly reading: Reading }>();
  return {
    parse: kept,
    read(source) {
      const { file, text } = source;
      const before = last.get(file);
      if (before?.text === text) return before.reading;
      const reading = read(source);
      last.set(file, { text, reading });
      return reading;
    },
  };
}
