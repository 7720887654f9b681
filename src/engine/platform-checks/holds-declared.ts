import { listed } from '../../base/listed.ts';
import { scopeAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import { isSame, lastSegment, parentPath, pathBelow } from '../../base/scope-path.ts';
import { identity } from '../../kind.ts';
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
  const people = sections.find(
    ({ name, scope }) =>
      kinds.get(name)?.access?.person !== undefined &&
      isSame(scopeAddress(scope), scopeAddress({ type: 'group', path })),
  );
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
  return held;
}

function isPresentIn(path: string): (entry: Declared) => boolean {
  return ({ key, state, previously }) =>
    state === 'present' && previously === undefined && isSame(parentPath(key), path);
}

/** All the members that are declared, but for the token's own user, who is in whatever that token has made. */
async function heldPeople(
  section: Section,
  { id }: LiveEntry,
  { instance }: World,
  kinds: Kinds,
  client: Client,
): Promise<string | undefined> {
  const kind = kinds.get(section.name);
  const wanted = section.entries.filter(({ key, state }) => state === 'present' && !isSame(key, instance.me.username));
  if (kind === undefined || wanted.length === 0) return undefined;
  const cache = createReadCache(client);
  const at: Scope = { type: 'group', path: String(id) };
  const raw = await readSection({ ...section, entries: [], prune: false }, kind, at, cache).catch(unknownIfRefused);
  const there = raw === undefined ? [] : await decodeSection(raw, instance, new Map(), cache);
  const keys = new Set(there.map(({ key }) => identity(kind, key)));
  if (!wanted.every(({ key }) => keys.has(identity(kind, key)))) return undefined;
  return `the ${kind.singular}${wanted.length === 1 ? '' : 's'} ${listed(wanted.map(({ key }) => key))}`;
}
