import { Document, isMap, isScalar, isSeq, visit, type Scalar } from 'yaml';
import { dialect } from '../yaml/dialect.ts';
import { isList, isMapping, type YamlValue } from '../yaml/yaml-value.ts';
import { printed } from '../yaml/yaml-text.ts';

/** Longer than this no map is written within braces: less long, where those beside it are not. */
const WIDEST = 80;
const WIDEST_BESIDE_LIKE = 120;

/** How the maps of entries are written: within braces on one line, or in lines of their own. */
export type Style = 'flow' | 'block';

/** A value on one line, as it may stand within braces and outside of them; in the quotes that `before` has, if any. */
export function inline(value: YamlValue, before?: Pick<Scalar, 'type'>): string {
  const document = new Document([value], dialect);
  visit(document, {
    Collection: (_, node) => {
      node.flow = true;
    },
    Scalar: (_, scalar) => {
      const { type } = before ?? {};
      if (typeof value === 'string' && (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE')) scalar.type = type;
    },
  });
  return printed(document).trim().replace(/^\[ ?/, '').replace(/ ?\]$/, '');
}

/** What stands within the braces of a map: `url: …, push_events: true`. */
export function inlinePairs(pairs: readonly (readonly [string, YamlValue])[]): string {
  return pairs.map(([key, value]) => `${inline(key)}: ${inline(value)}`).join(', ');
}

/** A pair in lines of its own, each after `indent`; so many levels of maps below it are in lines, too, and the rest as `style` says, or as is short. */
export function pairLines(
  key: string,
  value: YamlValue,
  { indent, step, levels, style }: Layout & { readonly levels: number },
): readonly string[] {
  return lines({ [key]: value }, { indent, step, style, levels: levels + 1 });
}

/** An item of a list in lines of its own. */
export function itemLines(value: YamlValue, { indent, step, style }: Layout): readonly string[] {
  return lines([value], { indent, step, style, levels: 1 });
}

/** How lines are laid out: what stands before each, by how many blanks what is inside is moved in, and how maps are written. */
export interface Layout {
  readonly indent: string;
  readonly step: number;
  readonly style: Style | undefined;
}

function lines(value: YamlValue, { indent, step, style, levels }: Layout & { readonly levels: number }): string[] {
  const document = new Document(value, dialect);
  const depths = new Map<unknown, number>([[document.contents, 0]]);
  visit(document, {
    Collection: (_, node) => {
      const depth = depths.get(node) ?? levels;
      const items: unknown[] = isMap(node) ? node.items.map((pair) => pair.value) : isSeq(node) ? node.items : [];
      for (const item of items) depths.set(item, depth + 1);
      node.flow = node.items.length === 0 || (depth >= levels && isFlow(node.toJSON() as YamlValue, style));
    },
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && /\n./.test(scalar.value) && isScalar(scalar))
        scalar.type = 'BLOCK_LITERAL';
    },
  });
  const text = printed(document, step).replace(/\n$/, '');
  return text.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`));
}

/** Whether a map or list stands on one line: lists of short values and references always do, other maps where those beside them do. */
function isFlow(value: YamlValue, style: Style | undefined): boolean {
  if (isList(value)) return !value.some(isMapping);
  if (isReference(value)) return true;
  if (style === 'block' || hasLines(value)) return false;
  return inline(value).length <= (style === 'flow' ? WIDEST_BESIDE_LIKE : WIDEST);
}

function isReference(value: YamlValue): boolean {
  if (!isMapping(value)) return false;
  const [only, ...more] = Object.keys(value);
  return more.length === 0 && (only === 'env' || only === 'file');
}

/** Whether a text of several lines stands in a value, which is to be read as such. */
function hasLines(value: YamlValue): boolean {
  if (typeof value === 'string') return /\n./.test(value);
  return isMapping(value) && Object.values(value).some(hasLines);
}
