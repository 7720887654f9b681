import { pathsAbove } from '../../base/scope-path.ts';
import { identity } from '../../kind.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import type { ChangedSince } from './changed-since.ts';
import { meantBy, namesIn, type Asked, type Name } from './meant.ts';
import type { Meant, Undo } from './undo.ts';

/**
 * The entries that would give to somebody else what another one had: who was deleted since, and whose name somebody else may have. Whom the
 * undo itself brings back is none of these. Throws ApiError.
 */
export async function othersMeant(undo: Undo, asked: Asked): Promise<readonly ChangedSince[]> {
  const { kinds } = asked;
  const naming = undo.entries.map((entry) => ({
    entry,
    names: namesIn(entry, kinds).filter((one) => !isBroughtBack(one, undo, kinds)),
  }));
  const before = byName(undo.meant);
  const now = byName(
    await meantBy(
      naming.flatMap(({ names }) => names),
      asked,
    ),
  );
  return naming.flatMap(({ entry, names }) => {
    const other = names.find((one) => before.has(called(one)) && before.get(called(one)) !== now.get(called(one)));
    if (other === undefined) return [];
    const { singular } = kindOf(kinds, other.sections[0] ?? '');
    const [was, is] = [before.get(called(other)), now.get(called(other))];
    const what = `names the ${singular} ${other.name}, which had the number ${String(was)}`;
    return [
      { entry, how: is === undefined ? `${what} and is there no more` : `${what}; ${String(is)} is another one` },
    ];
  });
}

function called({ sections: [section = ''], name }: Name): string {
  return `${section} ${name}`;
}

function byName(all: readonly Meant[]): ReadonlyMap<string, Meant['id']> {
  return new Map(all.map(({ section, name, id }) => [called({ sections: [section], name }), id]));
}

/** Whether an entry of an undo gives something, or what it stands in, its name back. */
function isBroughtBack({ sections, name }: Name, { entries }: Undo, kinds: Kinds): boolean {
  return entries.some(({ section, key, did }) => {
    if (did === 'create' || !sections.includes(section)) return false;
    const kind = kindOf(kinds, section);
    const names = kind.host === undefined ? [name] : [name, ...pathsAbove(name)];
    return names.some((one) => identity(kind, one) === identity(kind, key));
  });
}
