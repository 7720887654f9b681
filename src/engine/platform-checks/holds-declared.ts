import { listed } from '../../base/listed.ts';
import { scopeAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import { isSame, lastSegment, parentPath, pathBelow } from '../../base/scope-path.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, Desired, LiveEntry, Scope, Section, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import { liveAt } from '../observe/live-at.ts';
import { createReadCache } from '../observe/read-cache.ts';
import { decodeSection, readSection } from '../observe/sections.ts';

/** So many of what is declared in a group are looked for at most. */
const FEW = 3;

/** What of that which is declared to be in a missing group is in a live one, as the end of a sentence; undefined where it is not. */
export async function holdsDeclared(
  path: string,
  live: LiveEntry,
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<string | undefined> {
  const own = sections.filter(({ scope }) => isSame(scopeAddress(scope), scopeAddress({ type: 'group', path })));
  const people = own.find(({ name }) => kinds.get(name)?.access?.person !== undefined);
  const names = people && (await heldPeople(people, live, world, kinds, client));
  if (names !== undefined) return names;
  const inside = sections.flatMap(({ name, entries }) => {
    const kind = kinds.get(name);
    if (kind?.host === undefined) return [];
    return entries.filter(isPresentIn(path)).map(({ key }) => ({ kind, segment: lastSegment(key) }));
  });
  const looked = await parallel(inside.slice(0, FEW), 1, async ({ kind, segment }) => {
    const at = pathBelow(live.key, segment);
    const there = await liveAt(at, kind, world.instance, client).catch(unknownIfRefused);
    return there === undefined ? [] : [`the ${kind.singular} ${segment}`];
  });
  const [held] = looked.flat();
  if (held !== undefined) return held;
  const others = own.filter((section) => section !== people && present(section, world).length > 0);
  const entries = await parallel(others.slice(0, FEW), 1, (section) =>
    heldEntries(section, live, world, kinds, client),
  );
  return entries.find((one) => one !== undefined);
}

function isPresentIn(path: string): (entry: Declared) => boolean {
  return ({ key, state, previously }) =>
    state === 'present' && previously === undefined && isSame(parentPath(key), path);
}

/** What is declared, but for the token's own user, who is in whatever that token has made. */
function present({ entries }: Section, { instance }: World): readonly Declared[] {
  return entries.filter(({ key, state }) => state === 'present' && !isSame(key, instance.me.username));
}

/** The members that are declared, all of them or the most: some may have left since. */
async function heldPeople(
  section: Section,
  live: LiveEntry,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<string | undefined> {
  const wanted = present(section, world);
  const kind = kinds.get(section.name);
  if (kind === undefined || wanted.length === 0) return undefined;
  const keys = await keysIn({ ...section, entries: [] }, kind, live, world, client);
  const there = wanted.filter(({ key }) => keys.has(identity(kind, key)));
  const areMost = there.length > 1 && 2 * there.length > wanted.length;
  return there.length === wanted.length || areMost ? told(kind, there) : undefined;
}

/** All the entries that are declared in a section of another kind, each of which makes something of its own. */
async function heldEntries(
  section: Section,
  live: LiveEntry,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<string | undefined> {
  const kind = kinds.get(section.name);
  if (kind === undefined || kind.shape.type === 'single') return undefined;
  const wanted = present(section, world);
  const keys = await keysIn({ ...section, entries: wanted }, kind, live, world, client);
  const isThere = ({ key, alias }: Declared): boolean =>
    keys.has(identity(kind, key)) || (alias !== undefined && keys.has(alias));
  return wanted.every(isThere) ? told(kind, wanted) : undefined;
}

/** The names of what is live in a section of a group, first and second; none where nobody may look. */
async function keysIn(
  section: Section,
  kind: Kind,
  { id }: LiveEntry,
  { instance }: World,
  client: Client,
): Promise<ReadonlySet<string>> {
  const cache = createReadCache(client);
  const at: Scope = { type: 'group', path: String(id) };
  const raw = await readSection({ ...section, prune: false }, kind, at, cache).catch(unknownIfRefused);
  const there = raw === undefined ? [] : await decodeSection(raw, instance, new Map(), cache);
  const own = there.filter(({ inherited }) => inherited !== true);
  return new Set(own.flatMap(({ key, alias }) => [identity(kind, key), ...(alias === undefined ? [] : [alias])]));
}

function told({ singular }: Kind, entries: readonly Declared[]): string {
  const what = singular.replaceAll('_', ' ');
  return `the ${what}${entries.length === 1 ? '' : 's'} ${listed(entries.map(({ key }) => key))}`;
}
