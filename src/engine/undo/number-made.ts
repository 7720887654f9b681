import { identity } from '../../kind.ts';
import type { LiveEntry } from '../../model.ts';
import type { Traces } from '../apply/own-work.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { namedByKey } from '../named-by-key.ts';
import type { Undo, UndoEntry } from './undo.ts';

/** The number of what the apply has made: its own, or that of whom or what it names where it has that one. */
export function numberMade(
  { did, made, applied, section, key }: UndoEntry,
  { state, meant, entries }: Undo,
  { work, steps }: Traces,
  kinds: Kinds,
): LiveEntry['id'] {
  if (did !== 'create' && did !== 'replace') return undefined;
  const own = made ?? (state === 'begun' ? (work.get(applied)?.object ?? steps.made.get(applied)) : undefined);
  const kind = kindOf(kinds, section);
  if (own !== undefined || kind.identity.numberOfAnother !== true) return own;
  const sections = namedByKey(kind);
  const isIt = (one: string, name: string): boolean =>
    sections.includes(one) && identity(kind, name) === identity(kind, key);
  return (
    meant.find(({ section: one, name }) => isIt(one, name))?.id ??
    entries.find(({ section: one, key: name, made: number }) => number !== undefined && isIt(one, name))?.made
  );
}
