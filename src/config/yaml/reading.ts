import type { Diagnostic } from '../../base/diagnostic.ts';
import { placeText } from '../../base/place.ts';
import type { Kind } from '../../kind.ts';
import { parse, type Parse } from './document.ts';
import { dropInvalid, entryPath } from '../schema/drop-invalid.ts';
import type { Path } from './locate.ts';
import { placesIn, placesOnDemand, type FileText, type Places } from './places.ts';
import { recentTexts } from './recent-texts.ts';
import { withMisplaced } from '../schema/misplaced.ts';
import { located } from '../schema/problem.ts';
import { secretNames } from '../secret-names.ts';
import type { Source } from './source-node.ts';
import { validator } from '../schema/validate.ts';
import type { YamlValue } from './yaml-value.ts';

/** All that a file says, be it right or not, and where that stands. */
export interface Written {
  readonly data: YamlValue;
  readonly places: Places;
}

/** A file as far as it is right, and what is to be said about the rest. */
export interface Reading {
  /** Undefined where the text cannot be understood. */
  readonly source: Source | undefined;
  readonly written: Written | undefined;
  /** The places of the entries in which something is wrong. */
  readonly broken: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A function that reads a file as far as it is right. */
export type Read = (file: FileText) => Reading;

/** A function that parses files, in its own way if one is given, and holds them against the schema of these kinds. */
export function reader(kinds: readonly Kind[], own?: Parse): Read {
  const isSecret = secretNames(kinds);
  const parsed: Parse = own ?? ((file) => parse(file, isSecret));
  const recent = recentTexts<Places>(TREES);
  const treeOf = (file: FileText, unknown: readonly Path[]): Places => {
    const { content } = parsed(file);
    if (content === undefined) throw new Error(`${file.file} was parsed once, and not again`);
    return placesIn(content.tree, unknown);
  };
  return (file) => {
    const { content, diagnostics } = parsed(file);
    if (content === undefined) return { source: undefined, written: undefined, broken: [], diagnostics };
    const { data, starts, tree } = content;
    const problems = validator(kinds)(data);
    const unknown = problems.flatMap(({ path, hides }) => (hides ? [path] : []));
    // The tree is let go of: it takes more room than what is read.
    const places = placesOnDemand(file, isSecret, () => recent(file, () => treeOf(file, unknown)));
    const written = { data, places };
    if (problems.length === 0) return { source: { data, starts, places }, written, broken: [], diagnostics };
    const atHand = placesIn(tree, unknown);
    const { told, astray } = withMisplaced(problems, data, {
      kinds,
      check: validator(kinds),
      keyOf: (path) => atHand.place(path, 'key'),
    });
    return {
      source: { data: dropInvalid(data, [...problems, ...astray.map((path) => ({ path }))]), starts, places },
      written,
      broken: problems.map(({ path }) => placeText(atHand.place(entryPath(path), 'key'))),
      diagnostics: [...diagnostics, ...told.map((problem) => located(problem, atHand))],
    };
  };
}

/** So many characters of text may have their trees kept, beside the one that was asked for last: places of one file are asked for together. */
export const TREES = 1_000_000;
