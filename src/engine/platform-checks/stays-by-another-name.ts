import { entryAddress, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, Desired, Instance, LiveEntry, Scope, Section, World } from '../../model.ts';
import { peopleNamed, type Kinds } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import { createReadCache, type ReadCache } from '../observe/read-cache.ts';
import { rowsIn } from '../observe/rows-in.ts';
import { formerNames } from './former-names.ts';
import { peopleTold, type Renamings } from './renamings.ts';

const AT_A_TIME = 8;
/** So many names are looked up at most. */
const MOST = 100;

/** An entry by which somebody, or what is theirs, is to be absent, and nothing of that name is there. */
interface Absent {
  readonly kind: Kind;
  readonly section: Section;
  readonly entry: Declared;
  /** Who it is about. */
  readonly name: string;
  /** Its key, were they called otherwise. */
  readonly keyOf: (name: string) => string;
  /** What stands in its section; undefined where those alone were read who are named. */
  readonly there: readonly LiveEntry[] | undefined;
}

/**
 * Errors for who, or whose, is to be absent and is there by another name, as the latest audit events tell: nothing stands under the name that is
 * declared, and the plan would say that all is as it should be, of somebody who was to be shut out, or of a token that was to be revoked. It is none
 * where the new name is declared as well. The events are read where an absent entry finds nothing and somebody undeclared may be the one; by
 * administrators, who alone may. Throws ApiError for trouble that concerns every request.
 */
export async function staysByAnotherName(
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
  renamings: Renamings,
): Promise<readonly Diagnostic[]> {
  const people = peopleTold(kinds, world.instance);
  if (people === undefined) return [];
  const absent = sections.flatMap((section) => absentIn(section, people, world, kinds)).slice(0, MOST);
  if (absent.length === 0) return [];
  const was = await formerNames(people, renamings);
  const cache = createReadCache(client);
  const found = await parallel(absent, AT_A_TIME, async (one): Promise<readonly Diagnostic[]> => {
    const { kind, section, name, keyOf, there } = one;
    const now = was(name);
    if (now === undefined) return [];
    const isSo = ({ key }: { readonly key: string }): boolean =>
      identity(kind, key) === identity(kind, keyOf(now.name));
    if (section.entries.some(isSo)) return [];
    const among = there ?? (await called(keyOf(now.name), kind, section.scope, world.instance, cache));
    const same = among.find((live) => isSo(live) && (kind.reads.ofNamed !== undefined || live.id === now.id));
    return same === undefined ? [] : [told(one, same)];
  });
  return found.flat();
}

/** What is live by a key that nobody declares. */
async function called(
  key: string,
  kind: Kind,
  scope: Scope,
  instance: Instance,
  cache: ReadCache,
): Promise<readonly LiveEntry[]> {
  const lists = await parallel(kind.reads.all(scope, [key]), 1, async (read) =>
    rowsIn(kind, await cache.findWhole(read).catch(unknownIfRefused), read),
  );
  return decoded(kind, lists.flat(), createDecodeContext(scope, instance, new Map()));
}

/** The entries of a section by which somebody is to be absent who is not there, where somebody whom nobody declared may be the same. */
function absentIn(section: Section, people: Kind, { sections }: World, kinds: Kinds): readonly Absent[] {
  const kind = kinds.get(section.name);
  if (kind === undefined || !section.entries.some(({ state }) => state === 'absent')) return [];
  const there = sections.get(sectionAddress(section.scope, section.name)) ?? [];
  const live = new Set(there.map(({ key }) => identity(kind, key)));
  const declared = new Set(section.entries.map(({ key }) => identity(kind, key)));
  const isListed = kind !== people && kind.reads.ofNamed === undefined;
  if (isListed && there.every(({ key }) => declared.has(identity(kind, key)))) return [];
  return section.entries.flatMap((entry): Absent[] => {
    const person = entry.state === 'absent' ? personOf(entry, kind, people) : undefined;
    if (person === undefined || live.has(identity(kind, entry.key))) return [];
    return [{ kind, section, entry, there: isListed ? there : undefined, ...person }];
  });
}

/** Who an entry is about: people themselves, what has their number, and what is listed for each of them. */
function personOf({ key, spec }: Declared, kind: Kind, people: Kind): Pick<Absent, 'name' | 'keyOf'> | undefined {
  if (kind === people) return { name: key, keyOf: (name) => name };
  const { identity: own, shape, reads } = kind;
  if (shape.type !== 'map' || (own.numberOfAnother !== true && reads.ofNamed === undefined)) return undefined;
  const whole = { [shape.name]: key, ...spec };
  const [named] = peopleNamed(kind, whole).filter(
    ({ field, sections }) => field === shape.name && sections.includes(people.section),
  );
  return named && { name: named.name, keyOf: (name) => own.key({ ...whole, [shape.name]: name }) };
}

function told({ kind, section: { scope }, entry }: Absent, { key, id }: LiveEntry): Diagnostic {
  const address = entryAddress(kind, scope, entry.key);
  return {
    severity: 'error',
    code: 'renamed-by-hand',
    message: `${address} is to be absent and is not there, and ${entryAddress(kind, scope, key)} (id ${String(id)}), which nobody declared, was called that before: it is the same one, renamed by hand, and stays`,
    place: entry.place(),
    remedy: `write \`state: absent\` at ${key} in its place; what is meant to stay is declared there, or the absent entry is taken out`,
  };
}
