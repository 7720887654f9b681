import { isAlias, isMap, isSeq, type Alias } from 'yaml';
import type { Path } from '../yaml/locate.ts';
import { isList, isMapping, type YamlMap, type YamlValue } from '../yaml/yaml-value.ts';
import { intoEmpty, intoEmptyList, isNothing, itemAdded, pairAdded } from './additions.ts';
import { endOf, startOf } from './extent.ts';
import { listEdits } from './list-items.ts';
import { styleOf, type OpenText } from './open-text.ts';
import { anchorOf, isMeantOutside, reach, type Reached } from './reach.ts';
import { itemRemoved, pairRemoved } from './removals.ts';
import { itemReplaced, valueReplaced } from './replacements.ts';
import type { Splice } from './splice.ts';
import { inline, inlinePairs } from './written-value.ts';
import type { Hindrance, YamlEdit } from './yaml-edit.ts';

/** The splices that make one edit of a text, or why none do. What an alias elsewhere stands for is not touched. */
export function splicesOf(edit: YamlEdit, open: OpenText): readonly Splice[] | Hindrance {
  const { tree } = open.content;
  const reached = reach(tree.root, edit.path, tree.targets);
  if (reached === undefined) return 'unusual';
  if (reached.isMeantElsewhere) return 'shared';
  switch (edit.type) {
    case 'set':
      return valueSet(reached, edit.path, edit.value, open);
    case 'append':
      return appended(reached, edit.path, edit.value, [edit.value], open);
    case 'join':
      return appended(reached, edit.path, edit.value, edit.value, open);
    case 'remove':
      return removed(reached, open);
  }
}

function removed({ type, holder, above, pair, value }: Reached, open: OpenText): readonly Splice[] | Hindrance {
  if (type === 'merged' || type === 'alias') return 'shared';
  if (type !== 'own') return 'unusual';
  if (isMeantOutside(value, open.content.tree.targets)) return 'shared';
  if (isSeq(holder)) return itemRemoved(holder, above, value, open);
  return pair === undefined ? 'unusual' : pairRemoved(holder, above, pair, open);
}

function valueSet(reached: Reached, path: Path, value: YamlValue, open: OpenText): readonly Splice[] | Hindrance {
  const { type, holder, at, above, pair } = reached;
  const rest = path.slice(at + 1);
  switch (type) {
    case 'own':
      return replaced(reached, value, open);
    case 'missing':
    case 'merged': {
      if (!isMap(holder)) return 'unusual';
      const whole =
        type === 'merged' ? changed(valueAt(open, path.slice(0, at + 1)), rest, value) : nested(rest, value);
      const levels = type === 'merged' ? 0 : rest.length;
      return pairAdded(holder, above, { key: String(path[at]), value: whole, levels }, open);
    }
    case 'alias':
      return isAlias(reached.value) ? besideAlias(reached.value, path.slice(0, at + 1), rest, value, open) : 'unusual';
    case 'scalar':
      if (pair === undefined || !isNothing(reached.value)) return 'unusual';
      return belowNothing(reached, rest, value, open);
  }
}

/** One more item in a list; `first` is what stands there where there is none yet. */
function appended(
  reached: Reached,
  path: Path,
  value: YamlValue,
  first: YamlValue,
  open: OpenText,
): readonly Splice[] | Hindrance {
  const { type, pair, value: there } = reached;
  if (type !== 'own') return valueSet(reached, path, first, open);
  if (pair === undefined || isAlias(there) || isMeantOutside(there, open.content.tree.targets)) return 'shared';
  if (isNothing(there)) return isList(first) ? intoEmptyList(pair, value, open) : replaced(reached, first, open);
  if (isSeq(there)) return itemAdded(there, pair, value, open);
  return isList(first) ? 'unusual' : replaced(reached, [valueAt(open, path) ?? null, value], open);
}

/** Another value in place of one that is there; of a list, the items that differ. */
function replaced(
  { holder, pair, value: old }: Reached,
  value: YamlValue,
  open: OpenText,
): readonly Splice[] | Hindrance {
  const { text, content } = open;
  if (isMeantOutside(old, content.tree.targets)) return 'shared';
  if (isSeq(holder)) return itemReplaced(old, value, open);
  if (pair === undefined) return 'unusual';
  if (isAlias(old)) return [{ start: startOf(old), end: endOf(old, text), text: inline(value) }];
  const items = isSeq(old) && isList(value) ? listEdits(old, value, pair, open) : undefined;
  return items ?? valueReplaced(pair, value, { isWithin: holder.flow === true, style: styleOf(holder) }, open);
}

/** A key that has nothing yet gets what leads to a value. */
function belowNothing({ pair }: Reached, rest: Path, value: YamlValue, open: OpenText): readonly Splice[] | Hindrance {
  const [key, ...more] = rest;
  if (pair === undefined || key === undefined) return 'unusual';
  return intoEmpty(pair, { key: String(key), value: nested(more, value), levels: more.length }, open);
}

/** In place of an alias, a map of its own that merges what the alias stands for, with one value that is another; or the whole, where that is no map. */
function besideAlias(
  alias: Alias,
  path: Path,
  rest: Path,
  value: YamlValue,
  open: OpenText,
): readonly Splice[] | Hindrance {
  const { text } = open;
  const stretch = { start: startOf(alias), end: endOf(alias, text) };
  const there = valueAt(open, path);
  const [key, ...more] = rest;
  if (key === undefined) return 'unusual';
  if (!isMapping(there)) return [{ ...stretch, text: inline(changed(there, rest, value)) }];
  const own = changed(Object.hasOwn(there, key) ? there[key] : undefined, more, value);
  return [{ ...stretch, text: `{ <<: *${anchorOf(alias)}, ${inlinePairs([[String(key), own]])} }` }];
}

/** What stands at a path, aliases and merges followed. */
function valueAt({ content }: OpenText, path: Path): YamlValue | undefined {
  let value: YamlValue | undefined = content.data;
  for (const step of path) {
    if (isList(value)) value = value[Number(step)];
    else value = isMapping(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

/** A value with another one somewhere in it. */
function changed(whole: YamlValue | undefined, path: Path, value: YamlValue): YamlValue {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (isList(whole)) return whole.map((item, index) => (index === Number(step) ? changed(item, rest, value) : item));
  const map: YamlMap = isMapping(whole) ? whole : {};
  return { ...map, [String(step)]: changed(Object.hasOwn(map, step) ? map[step] : undefined, rest, value) };
}

/** A value in as many maps as there are steps to it. */
function nested(path: Path, value: YamlValue): YamlValue {
  return path.reduceRight<YamlValue>((inner, step) => ({ [String(step)]: inner }), value);
}
