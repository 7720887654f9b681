import { entryAddress, INSTANCE, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, Desired, LiveEntry, Section, World } from '../../model.ts';
import { peopleNamed, type Kinds } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import { formerNames } from './former-names.ts';

const AT_A_TIME = 8;
/** So many names are looked up at most. */
const MOST = 100;

/** An entry by which somebody is to be absent, and nobody of that name is there. */
interface Absent {
  readonly kind: Kind;
  readonly section: Section;
  readonly entry: Declared;
  /** What stands in its section. */
  readonly there: readonly LiveEntry[];
}

/**
 * Errors for who is to be absent and is there by another name, as the latest audit events tell: nothing stands under the name that is declared, and
 * the plan would say that all is as it should be, of somebody who was to be shut out. It is none where the new name is declared as well. The events
 * are read where an absent entry finds nobody and somebody undeclared may be the one; by administrators, who alone may. Throws ApiError for trouble
 * that concerns every request.
 */
export async function staysByAnotherName(
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const people = [...kinds.values()].find(
    (kind) => kind.people !== undefined && kind.history?.events?.filedUnder !== undefined,
  );
  if (people === undefined || !world.instance.me.admin) return [];
  const absent = sections.flatMap((section) => absentIn(section, people, world, kinds)).slice(0, MOST);
  if (absent.length === 0) return [];
  const was = await formerNames(people, client);
  const context = createDecodeContext(INSTANCE, world.instance, new Map());
  const called = async (name: string): Promise<readonly LiveEntry[]> => {
    const lists = await parallel(people.reads.all(INSTANCE, [name]), 1, (read) =>
      client.list(read).catch(unknownIfRefused),
    );
    return decoded(
      people,
      lists.flatMap((listing) => listing?.rows ?? []),
      context,
    );
  };
  const found = await parallel(absent, AT_A_TIME, async (one): Promise<readonly Diagnostic[]> => {
    const { kind, section, entry, there } = one;
    const now = was(entry.key);
    if (now === undefined) return [];
    const isSo = (key: string): boolean => identity(people, key) === identity(people, now.name);
    if (section.entries.some(({ key }) => isSo(key))) return [];
    const among = kind === people ? await called(now.name) : there;
    const same = among.find(({ key, id }) => id === now.id && isSo(key));
    return same === undefined ? [] : [told(one, same)];
  });
  return found.flat();
}

/** The entries of a section by which somebody is to be absent who is not there, where somebody whom nobody declared may be the same. */
function absentIn(section: Section, people: Kind, { sections }: World, kinds: Kinds): readonly Absent[] {
  const kind = kinds.get(section.name);
  if (kind === undefined || !isOfPeople(kind, people)) return [];
  const there = sections.get(sectionAddress(section.scope, section.name)) ?? [];
  const live = new Set(there.map(({ key }) => identity(kind, key)));
  const declared = new Set(section.entries.map(({ key }) => identity(kind, key)));
  if (kind !== people && there.every(({ key }) => declared.has(identity(kind, key)))) return [];
  return section.entries.flatMap((entry) =>
    entry.state === 'absent' && !live.has(identity(kind, entry.key)) ? [{ kind, section, entry, there }] : [],
  );
}

/** Whether the key of an entry is somebody's name: that of people themselves, and of what has their number. */
function isOfPeople(kind: Kind, people: Kind): boolean {
  if (kind === people) return true;
  const { identity: own, shape } = kind;
  if (own.numberOfAnother !== true || shape.type !== 'map') return false;
  return peopleNamed(kind, { [shape.name]: 'somebody' }).some(({ sections }) => sections.includes(people.section));
}

function told({ kind, section: { scope }, entry }: Absent, { key, id }: LiveEntry): Diagnostic {
  const address = entryAddress(kind, scope, entry.key);
  return {
    severity: 'error',
    code: 'renamed-by-hand',
    message: `${address} is to be absent and is not there, and ${entryAddress(kind, scope, key)} (id ${String(id)}), which nobody declared, was called that before: it is the same one, renamed by hand, and stays`,
    place: entry.place(),
    remedy: `write \`${key}: { state: absent }\` in its place; who is meant to stay is declared as ${key}, or is left out of the entries that are absent`,
  };
}
