import { INSTANCE, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, Desired, Instance, JsonObject, Section } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { formerNames } from './former-names.ts';
import { isNamedPerson, presumptions } from './presumptions.ts';

const AT_A_TIME = 8;
/** So many names that somebody had before are looked up at most. */
const MOST = 100;

/** A change that is about somebody by a name. */
interface Naming {
  readonly change: Change;
  readonly name: string;
  /** The section in which it stands, where its entries are names of people. */
  readonly section: string | undefined;
}

/**
 * Errors for changes that are about somebody by a name which another account had before, as the latest audit events tell: who was meant is called
 * otherwise by now, and whoever took the name would get the access. It is none where whoever had the name is declared by the new one, in the
 * same section or among the people. The events are read where a change names somebody, by administrators, who alone may. Throws ApiError for
 * trouble that concerns every request.
 */
export async function namesTakenOver(
  changes: readonly Change[],
  { sections }: Pick<Desired, 'sections'>,
  { me }: Pick<Instance, 'me'>,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const people = [...kinds.values()].find(
    (kind) => kind.people !== undefined && kind.history?.events?.filedUnder !== undefined,
  );
  if (people === undefined || !me.admin) return [];
  const declaredIn = namesBySection(sections, people);
  const isDeclared = (section: string | undefined, name: string): boolean =>
    section !== undefined && declaredIn.get(section)?.has(identity(people, name)) === true;
  const naming = namingsIn(changes, people, kinds, isDeclared);
  if (naming.length === 0) return [];
  const was = await formerNames(people, client);
  const had = [...new Set(naming.map(({ name }) => name))].flatMap((name) => {
    const now = was(name);
    return now === undefined || identity(people, now.name) === identity(people, name) ? [] : [{ name, now }];
  });
  const found = await parallel(had.slice(0, MOST), AT_A_TIME, async ({ name, now }) => {
    const [has] = await calledSo(name, people, client);
    const before = (await calledSo(now.name, people, client)).find(({ id }) => id === now.id);
    if (has === undefined || has['id'] === now.id || before === undefined) return [];
    // By a name that was taken over as well nobody is known.
    const isPlain = was(now.name) === undefined || was(now.name)?.id === now.id;
    const isKnown = (section: string | undefined): boolean =>
      isPlain && (isDeclared(section, now.name) || isDeclared(sectionAddress(INSTANCE, people.section), now.name));
    return naming
      .filter((one) => one.name === name && !isKnown(one.section))
      .map(({ change }) => takenOver(change, name, has, before, now.name, people));
  });
  return found.flat();
}

/** Whom changes name: as the key of an entry, be it made, changed or removed, and in what their calls look up. */
function namingsIn(
  changes: readonly Change[],
  people: Kind,
  kinds: Kinds,
  isDeclared: (section: string | undefined, name: string) => boolean,
): readonly Naming[] {
  const byKey = changes.flatMap((change): Naming[] => {
    const { kind, key, scope } = partsOf(change.address, kinds);
    const section = sectionAddress(scope, kind.section);
    // Who is to be made is nobody yet, and what nobody declares is removed whoever it is.
    const isAnybody = kind === people ? change.action !== 'create' : isNamedPerson(kind);
    return isAnybody && isDeclared(section, key) ? [{ change, name: key, section }] : [];
  });
  const byChange = new Map(changes.map((change) => [change.address, change]));
  const known = new Set(byKey.map(({ change }) => change.address));
  const lookedUp = presumptions(changes, kinds).flatMap(({ presumed, entry }): Naming[] => {
    const change = byChange.get(entry.address);
    if (change === undefined || known.has(entry.address) || presumed.section !== people.section) return [];
    return [{ change, name: presumed.name, section: undefined }];
  });
  return [...byKey, ...lookedUp];
}

function namesBySection(sections: readonly Section[], people: Kind): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    sections.map(({ scope, name, entries }) => [
      sectionAddress(scope, name),
      new Set(entries.map(({ key }) => identity(people, key))),
    ]),
  );
}

async function calledSo(name: string, people: Kind, client: Client): Promise<readonly JsonObject[]> {
  const lists = await parallel(people.reads.all(INSTANCE, [name]), 1, (read) =>
    client.list(read).then(({ rows }) => rows, unknownIfRefused),
  );
  return lists.flatMap((rows) => rows ?? []);
}

function takenOver(
  { address, place }: Change,
  name: string,
  has: JsonObject,
  before: JsonObject,
  now: string,
  { section }: Kind,
): Diagnostic {
  return {
    severity: 'error',
    code: 'name-taken-over',
    message: `${address} would be about another user than before: ${name} is the one with the id ${Number(has['id'])} by now, and the one with the id ${Number(before['id'])}, who had that name, is called ${now}, as the audit events tell`,
    place,
    remedy: `write ${now}, if that is who is meant; if it is whoever has the name by now, declare ${now} as well, beside it (\`state: absent\` for who has no business there) or under \`instance: { ${section}: … }\``,
  };
}
