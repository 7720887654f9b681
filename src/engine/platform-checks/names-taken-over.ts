import { INSTANCE, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, Desired, LiveEntry, Section, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import { holdersOfNames, type FormerHolder, type HoldersOfNames } from './holders-of-names.ts';
import { namingsBeside, namingsOf, type IsDeclared, type Naming } from './namings.ts';
import { peopleTold, type Renamings } from './renamings.ts';
import { takenOver, type TakenOver } from './taken-over.ts';

const AT_A_TIME = 8;
/** So many names that somebody had before are looked up at most. */
const MOST = 100;

/**
 * Errors for what is about somebody by a name which another account had before, as the latest audit events tell: who was meant is called
 * otherwise by now, or is gone, and whoever took the name would get the access. It is none where everybody who had the name is declared by the new
 * one, in the same section or among the people, nor where whoever has it is declared with their address, or with the name that they took it over from. Of what does not change it is an
 * error where who had the name is to be removed from the same section, and else a warning. The events are read where a change names somebody, and where
 * people stand beside declared ones whom nobody declares; by administrators, who alone may. Throws ApiError for trouble that concerns every request.
 */
export async function namesTakenOver(
  changes: readonly Change[],
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
  renamings: Renamings,
): Promise<readonly Diagnostic[]> {
  const people = peopleTold(kinds, world.instance);
  if (people === undefined) return [];
  const isDeclared = declaredBy(sections, people);
  const naming = [
    ...namingsOf(changes, people, kinds, isDeclared),
    ...namingsBeside(changes, sections, world, people, kinds),
  ];
  if (naming.length === 0) return [];
  const holders = holdersOfNames(await renamings(people), people);
  const names = new Set(naming.map(({ name }) => identity(people, name)).filter((name) => holders.wasGivenUp(name)));
  const called = async (name: string): Promise<readonly LiveEntry[]> =>
    decoded(people, await calledSo(name, people, client), createDecodeContext(INSTANCE, world.instance, new Map()));
  const found = await parallel([...names].slice(0, MOST), AT_A_TIME, async (name) => {
    const [has] = await called(name);
    if (has === undefined || isMeantAsItStands(name, has, holders, sections, people)) return [];
    const before = await parallel(holders.before(name, has.id), 1, (one) => asTheyAre(one, called));
    return naming
      .filter((one) => identity(people, one.name) === name)
      .flatMap((one) => judged(one, has, before, holders, isDeclared, people));
  });
  return found.flat();
}

/** What is to be said of one that names somebody, of whom others had the name before. */
function judged(
  naming: Naming,
  has: LiveEntry,
  before: readonly FormerHolder[],
  holders: HoldersOfNames,
  isDeclared: IsDeclared,
  people: Kind,
): readonly Diagnostic[] {
  const { name, section, beside } = naming;
  // A name that another one had as well, who may have been meant by it, tells nothing of whom is meant by now.
  const isPlain = ({ id, now }: FormerHolder): boolean => now !== undefined && holders.before(now, id).length === 0;
  const isKnown = ({ now }: FormerHolder): boolean =>
    now !== undefined && (isDeclared(section, now) || isDeclared(sectionAddress(INSTANCE, people.section), now));
  const isCounted = ({ id, now }: FormerHolder): boolean =>
    beside === undefined
      ? now !== undefined || holders.tookFrom(name, has.id) !== undefined
      : beside.some((one) => one.id === id);
  const unknown = before.filter((one) => isCounted(one) && !(isPlain(one) && isKnown(one)));
  const removedOf = ({ id }: FormerHolder) => beside?.find((one) => one.isRemoved && one.id === id)?.address;
  const who = unknown.find((one) => removedOf(one) !== undefined) ?? unknown[0];
  if (who === undefined) return [];
  const told: TakenOver = { naming, has: has.id, who, helps: isPlain(who), removed: removedOf(who) };
  return [takenOver(told, people)];
}

/** Who had a name, as they are: whoever is not found by the name that was last told is gone, as far as anybody can say. */
async function asTheyAre(
  { id, now }: FormerHolder,
  called: (name: string) => Promise<readonly LiveEntry[]>,
): Promise<FormerHolder> {
  const isThere = now !== undefined && (await called(now)).some((one) => one.id === id);
  return { id, now: isThere ? now : undefined };
}

/** Whether whoever has a name is declared with the address that they have, or as who took it: then nobody else is meant by it. */
function isMeantAsItStands(
  name: string,
  has: LiveEntry,
  holders: HoldersOfNames,
  sections: readonly Section[],
  people: Kind,
): boolean {
  const field = people.people?.address?.field;
  const entries = sections.filter((section) => section.name === people.section).flatMap((section) => section.entries);
  const declared = entries.find(({ key }) => identity(people, key) === name);
  const { previously } = declared ?? {};
  if (previously !== undefined && identity(people, previously) === holders.tookFrom(name, has.id)) return true;
  const address = field === undefined ? undefined : declared?.spec[field];
  return field !== undefined && address !== undefined && address === has.spec[field];
}

/** Whether somebody is declared by a name; or by the former one of an entry, which says who is meant. */
function declaredBy(sections: readonly Section[], people: Kind): IsDeclared {
  const names = new Map(
    sections.map(({ scope, name, entries }) => [
      sectionAddress(scope, name),
      new Set(entries.flatMap(({ key, previously }) => [key, previously ?? key]).map((key) => identity(people, key))),
    ]),
  );
  return (section, name) => section !== undefined && names.get(section)?.has(identity(people, name)) === true;
}

async function calledSo(name: string, people: Kind, client: Client) {
  const lists = await parallel(people.reads.all(INSTANCE, [name]), 1, (read) =>
    client.list(read).then(({ rows }) => rows, unknownIfRefused),
  );
  return lists.flatMap((rows) => rows ?? []);
}
