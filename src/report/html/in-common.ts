import type { FieldData, Item } from './page-data.ts';

/** The items with what they have in common: which are alike, and how many of them one line of a default changes. */
export function inCommon(items: readonly Item[]): readonly Item[] {
  const [keys, alike, changed] = [items.map(keyOf), new Map<string, Item[]>(), new Map<string, number>()];
  items.forEach((item, index) => {
    const key = keys[index] ?? '';
    const known = alike.get(key);
    if (known === undefined) alike.set(key, [item]);
    else known.push(item);
    for (const line of linesOf(item)) changed.set(line, (changed.get(line) ?? 0) + 1);
  });
  return items.map((item, index) => {
    const [first = item, ...others] = alike.get(keys[index] ?? '') ?? [];
    return {
      ...item,
      fields: item.fields.map((field) => counted(field, changed)),
      ...(others.length > 0 && { alike: { first: first.address, others: others.length } }),
    };
  });
}

/** All that is told of an item but where it is: a group or project is not named, since its name is where it is. */
function keyOf({ address, scope, kind, name, deed, reason, fields, goes }: Item): string {
  return JSON.stringify([kind, address === scope ? '' : name, deed, reason, fields, goes]);
}

function linesOf({ fields }: Item): ReadonlySet<string> {
  return new Set(fields.flatMap(({ place }) => place ?? []));
}

function counted(field: FieldData, changed: ReadonlyMap<string, number>): FieldData {
  const count = field.place === undefined ? 0 : (changed.get(field.place) ?? 0);
  return count > 1 ? { ...field, changes: count } : field;
}
