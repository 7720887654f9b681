import { INSTANCE, sectionAddress } from '../../address.ts';
import type { Place } from '../../base/place.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Attributes, Declared, Desired, Section } from '../../model.ts';
import { fieldsWith, hostingKind, kindOf, type Kinds } from '../kinds.ts';
import { calledBy } from './called-by.ts';
import type { Undo, UndoEntry } from './undo.ts';

/** What an undo asks for, as a configuration: what it names as it was, and nothing else. */
export function desiredOf(
  { entries, guards, lock, ledger }: Undo,
  kinds: Kinds,
  placeOf: (entry: UndoEntry) => Place,
): Desired {
  const sections = new Map<string, { readonly section: Section; readonly entries: Declared[] }>();
  const put = (scope: Section['scope'], name: string, entry: Declared): void => {
    const address = sectionAddress(scope, name);
    const known = sections.get(address)?.entries ?? [];
    const kind = kindOf(kinds, name);
    if (known.some(({ key }) => identity(kind, key) === identity(kind, entry.key))) return;
    const all = [...known, entry];
    sections.set(address, { section: { scope, name, entries: all, prune: false }, entries: all });
  };
  for (const entry of entries) put(entry.scope, entry.section, declaredOf(entry, kinds, placeOf(entry)));
  // What it stands in has to be found, and is left as it is.
  for (const entry of entries) {
    const { scope } = entry;
    const kind = scope.type === 'instance' ? undefined : hostingKind(kinds, scope.type);
    if (scope.type === 'instance' || kind === undefined) continue;
    put(INSTANCE, kind.section, bare(scope.path, calledBy(kind, { key: scope.path }), placeOf(entry)));
  }
  const alsoNamed = entries.map((entry): Section => {
    const { scope, section: name, key, left } = entry;
    return { scope, name, prune: false, entries: [bare(key, left, placeOf(entry))] };
  });
  return {
    sections: [...sections.values()].map(({ section }) => section),
    alsoNamed,
    guards,
    ...(lock && { lock }),
    ...(ledger && { ledger }),
  };
}

function declaredOf(entry: UndoEntry, kinds: Kinds, place: Place): Declared {
  const { key, alias, previously, restore, did, was, beside, sinks, ended } = entry;
  const kind = kindOf(kinds, entry.section);
  return {
    ...bare(key, { ...calledBy(kind, entry), ...(mayEnd(kind) && beside), ...was, ...sinks }, place),
    ...((did === 'create' || ended !== undefined) && { state: 'absent' as const }),
    ...(ended !== undefined && { endedOn: ended }),
    ...(alias !== undefined && { alias }),
    ...(previously !== undefined && { previously }),
    ...(restore !== undefined && { restore }),
  };
}

/** Whether it may be gone by itself, and is made anew then with all that it had. */
function mayEnd(kind: Kind): boolean {
  return fieldsWith(kind, 'x-ends').length > 0;
}

function bare(key: string, spec: Attributes, place: Place): Declared {
  return { key, spec, state: 'present', protect: false, place: () => place };
}
