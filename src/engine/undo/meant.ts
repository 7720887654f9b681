import { INSTANCE } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import { isList } from '../../base/shape.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Instance, JsonObject, LiveObject } from '../../model.ts';
import type { Read } from '../../read.ts';
import { kindOf, peopleNamed, referencesOf, type Kinds } from '../kinds.ts';
import { lookUp } from '../observe/batches/look-ups.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import { calledBy } from './called-by.ts';
import type { Meant, UndoEntry } from './undo.ts';

const AT_A_TIME = 8;

/** Somebody whom an entry names, by the sections in which such a one may be declared, or a thing of one section. */
export interface Name {
  readonly sections: readonly string[];
  readonly name: string;
}

/** What there is to ask an instance of. */
export interface Asked {
  readonly kinds: Kinds;
  readonly client: Client;
  readonly instance: Instance;
}

/** Whom and what an entry names as it was. */
export function namesIn(entry: UndoEntry, kinds: Kinds): readonly Name[] {
  const kind = kindOf(kinds, entry.section);
  const { was } = entry;
  return Object.keys(was).length === 0 ? [] : namesOf(kind, { ...was, ...calledBy(kind, entry) }, kinds);
}

/** Whom or what something names that the apply makes, and that has no other number than theirs. */
export function namesMade(entry: UndoEntry, kinds: Kinds): readonly Name[] {
  const kind = kindOf(kinds, entry.section);
  const isNumbered = entry.did === 'create' && kind.identity.numberOfAnother === true;
  return isNumbered ? namesOf(kind, calledBy(kind, entry), kinds) : [];
}

function namesOf(kind: Kind, spec: JsonObject, kinds: Kinds): readonly Name[] {
  return [
    ...peopleNamed(kind, spec).map(({ sections, name: username }) => ({ sections, name: username })),
    ...referencesOf(kind, spec)
      .filter(({ section: other }) => kindOf(kinds, other).scopes.includes('instance'))
      .map((one) => ({ sections: [one.section], name: identity(kindOf(kinds, one.section), one.name) })),
  ];
}

/** The numbers that these have now. Whom and what this token is not shown is left out. Throws ApiError. */
export async function meantBy(names: readonly Name[], asked: Asked): Promise<readonly Meant[]> {
  const bySection = new Map<string, Set<string>>();
  for (const { sections, name } of names) {
    const [section = ''] = sections;
    bySection.set(section, (bySection.get(section) ?? new Set()).add(name));
  }
  const all = await parallel([...bySection], 1, ([section, known]) => meantIn(section, [...known], asked));
  return all.flat();
}

async function meantIn(
  section: string,
  names: readonly string[],
  { kinds, client, instance }: Asked,
): Promise<readonly Meant[]> {
  const kind = kindOf(kinds, section);
  const reads = kind.reads.all(INSTANCE, names);
  const together = await lookUp(reads, kinds, client);
  const rows = await parallel(reads, AT_A_TIME, async (read): Promise<readonly LiveObject[]> => {
    const row = together(read);
    return row === undefined ? await rowsOf(read, client) : [row];
  });
  const wanted = new Set(names);
  return decoded(kind, rows.flat(), createDecodeContext(INSTANCE, instance, new Map())).flatMap(
    ({ key, id, pendingDeletion }) => {
      const name = identity(kind, key);
      return id === undefined || pendingDeletion !== undefined || !wanted.has(name) ? [] : [{ section, name, id }];
    },
  );
}

async function rowsOf(read: Read, client: Client): Promise<readonly LiveObject[]> {
  if (read.pages === true) return (await client.list(read).catch(unknownIfRefused))?.all() ?? [];
  const answer = (await client.read(read).catch(unknownIfRefused)) ?? [];
  return isList(answer) ? answer : [answer];
}
