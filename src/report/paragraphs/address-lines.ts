import type { Change } from '../../model.ts';
import { quotedText, valueText } from '../value-text.ts';
import { visible } from '../visible.ts';
import { filled, punctuated } from './filled.ts';
import { named } from './likeness.ts';

/**
 * The addresses of changes that are alike in lines of at most `room` columns: the scopes alone where they are called the same in all of them
 * (`group[a], group[b]`), each scope with its names elsewhere (`group[a]: alice, bob; group[b]: carol`), and of one scope the names alone.
 */
export function addressLines(changes: readonly Pick<Change, 'address'>[], room: number): readonly string[] {
  const names = changes.map(({ address }) => named(address));
  const isOneName = names.every(({ key }) => key === names[0]?.key);
  if (isOneName) return filled(punctuated(names.map(({ scope }) => visible(scope))), room);
  const keys = new Map<string, string[]>();
  for (const { scope, key = '' } of names) {
    const inside = keys.get(scope);
    if (inside === undefined) keys.set(scope, [keyText(key)]);
    else inside.push(keyText(key));
  }
  // Where there is one scope alone, it is named above.
  if (keys.size === 1) return filled(punctuated(names.map(({ key = '' }) => keyText(key))), room);
  const words = [...keys].flatMap(([scope, inside], index) => {
    const end = index === keys.size - 1 ? '' : ';';
    return [`${visible(scope)}:`, ...punctuated(inside, end)];
  });
  return filled(words, room);
}

/** A key as it could stand in a list of the YAML, so that nothing in it is taken for its end. */
function keyText(key: string): string {
  return key.includes(';') ? quotedText(key) : valueText(key);
}
