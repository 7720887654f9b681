import type { Diagnostic } from '../base/diagnostic.ts';
import type { Kind } from '../kind.ts';
import { parse, type Places } from './document.ts';
import type { Problem } from './problem.ts';
import { secretNames } from './secret-names.ts';
import { validator } from './validate.ts';
import type { YamlValue } from './yaml-value.ts';

/** The text of one file. */
export interface FileText {
  readonly file: string;
  readonly text: string;
}

/** What a file says, as plain data that one thread can hand to another. */
export interface Reading {
  /** Undefined where the text cannot be understood. */
  readonly data: YamlValue | undefined;
  /** Where everything stands, as numbers; undefined where that is not the whole truth. */
  readonly offsets: Int32Array | undefined;
  /** What is to be said about the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** What is wrong in the data. */
  readonly problems: readonly Problem[];
  /** Where everything stands as its tree knows it, which stays in the thread that made it. */
  readonly places?: Places | undefined;
}

/** Parses files and holds them against the schema of these kinds. */
export function reader(kinds: readonly Kind[]): (file: FileText) => Reading {
  const isSecret = secretNames(kinds);
  return ({ file, text }) => {
    const { source, offsets, diagnostics } = parse(file, text, isSecret);
    const problems = source === undefined ? [] : validator(kinds)(source.data);
    // The tree is let go where numbers do.
    return { data: source?.data, offsets, diagnostics, problems, places: offsets ? undefined : source?.places };
  };
}
