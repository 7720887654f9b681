import { entryAddress, scopeAddress, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { pathsAbove, pathsTo } from '../../base/scope-path.ts';
import type { Kind } from '../../kind.ts';
import type { Change, Desired, LiveEntry, Scope, World } from '../../model.ts';
import { accessOf, asItIs, asItWillBe } from '../access.ts';
import { dayOfRun } from '../day-of-run.ts';
import { hostingKind, kindOf, type Kinds } from '../kinds.ts';
import { createReadCache, type ReadCache } from '../observe/read-cache.ts';
import { decodeSection, readSection } from '../observe/sections.ts';
import { groupsAbove } from '../plan/from-above.ts';
import { hostOf } from '../plan/host-of.ts';
import { createResourceIndex } from '../plan/resource-index.ts';
import { belowInherited } from '../plan/refusals.ts';
import { perhapsInherited, type PerhapsInheriting } from './perhaps-inherited.ts';

const AT_A_TIME = 32;

/** Somebody who is to have access in a scope, by a change that the platform compares with what is inherited. */
interface Given extends PerhapsInheriting {
  /** The sections above that were not looked at. */
  readonly unseen: readonly string[];
}

/**
 * Tells of members who would have less access than they inherit from a group whose members nobody declares, which the platform refuses (400,
 * POST and PUT …/members, 18.9). Each such group's members are read once, and only where a change below gives somebody access; where they may
 * not be read, what everybody has below tells it as well as it can. Throws ApiError for trouble that concerns every request.
 */
export async function belowInheritedUnseen(
  changes: readonly Change[],
  desired: Desired,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const changing = new Map(changes.map((change) => [change.address, change]));
  // Under the path of what is made or moved something else may be now, or nothing: what is moved is read by its number.
  const stays = (path: string): boolean =>
    pathsTo(path).every((one) => {
      const change = changing.get(scopeAddress({ type: 'group', path: one }));
      return change?.action !== 'create' && change?.reason.code !== 'renamed';
    });
  const readAt = (group: Scope & { readonly type: 'group' }): Scope | undefined => {
    if (stays(group.path)) return group;
    const id = hostOf(group, world, kinds)?.id;
    return id === undefined ? whereNow(group, changing, world, kinds) : { type: 'group', path: String(id) };
  };
  const resources = createResourceIndex(desired, world, kinds, new Set());
  const today = dayOfRun(world.instance);
  const above = new Map<string, { readonly kind: Kind; readonly scope: Scope; readonly at: Scope }>();
  const given = desired.sections.flatMap(({ name, scope, entries }): Given[] => {
    const kind = kindOf(kinds, name);
    if (kind.access?.grants === undefined || scope.type === 'instance') return [];
    const groups = pathsAbove(scope.path).map((path) => ({ type: 'group', path }) as const);
    const unseen = groups.flatMap((group) => {
      const at = world.sections.has(sectionAddress(group, name)) ? undefined : readAt(group);
      return at === undefined ? [] : [{ scope: group, at }];
    });
    if (unseen.length === 0) return [];
    return entries.flatMap((declared) => {
      const address = entryAddress(kind, scope, declared.key);
      const action = changing.get(address)?.action;
      if (declared.state === 'absent' || action === undefined || action === 'delete') return [];
      const { username, kept } = accessOf(kind, declared, asItWillBe(resources, scope), today) ?? {};
      if (username === undefined || kept === undefined) return [];
      for (const group of unseen) above.set(sectionAddress(group.scope, name), { kind, ...group });
      return [
        {
          address,
          declared,
          kind,
          scope,
          username,
          kept,
          unseen: unseen.map((one) => sectionAddress(one.scope, name)),
        },
      ];
    });
  });
  const cache = createReadCache(client);
  const levels = new Map(
    await parallel([...above], AT_A_TIME, async ([address, { kind, scope, at }]) => {
      const entries = await membersIn(at, kind, world, cache);
      if (entries === undefined) return [address, undefined] as const;
      const find = asItWillBe(resources, scope);
      const all = entries.flatMap((entry): [string, number][] => {
        const { username, kept } = accessOf(kind, entry, find, today) ?? {};
        return username === undefined || kept === undefined ? [] : [[username, kept]];
      });
      return [address, { levels: new Map(all), group: scopeAddress(scope) }] as const;
    }),
  );
  const found = given.flatMap(({ address, declared, username, kept, unseen }) => {
    const from = unseen.flatMap((one) => levels.get(one) ?? []).find((one) => (one.levels.get(username) ?? 0) > kept);
    return from === undefined ? [] : [belowInherited(address, declared, from.group)];
  });
  /** The most that somebody has by entries which were looked at: whatever is more comes from elsewhere. */
  const seenLevel = ({ kind, scope, username }: PerhapsInheriting): number =>
    [scope, ...groupsAbove(scope)]
      .flatMap((one) => world.sections.get(sectionAddress(one, kind.section)) ?? [])
      .map((entry) => accessOf(kind, entry, asItIs(resources, scope), today))
      .reduce((most, access) => (access?.username === username ? Math.max(most, access.kept) : most), 0);
  const refused = given.filter(({ unseen }) => unseen.some((one) => levels.get(one) === undefined));
  const perhaps = await perhapsInherited(refused, stays, seenLevel, world, client);
  const told = new Set(found.map(({ place }) => place));
  return [...found, ...perhaps.filter(({ place }) => !told.has(place))];
}

/** Where a group stands now that nobody declares, and that moves with the nearest one above it that is declared. */
function whereNow(
  { path }: Scope & { readonly type: 'group' },
  changing: ReadonlyMap<string, Change>,
  world: World,
  kinds: Kinds,
): Scope | undefined {
  for (const above of pathsAbove(path).toReversed()) {
    const scope = { type: 'group', path: above } as const;
    const live = hostOf(scope, world, kinds)?.live;
    const moves = hostingKind(kinds, 'group')?.host?.moves;
    if (live !== undefined && moves !== undefined)
      return { type: 'group', path: `${moves.pathOf(live)}${path.slice(above.length)}` };
    if (changing.get(scopeAddress(scope))?.action === 'create') return undefined;
  }
  return undefined;
}

async function membersIn(
  scope: Scope,
  kind: Kind,
  { instance, sections }: World,
  cache: ReadCache,
): Promise<readonly LiveEntry[] | undefined> {
  const section = { scope, name: kind.section, entries: [], prune: false };
  const raw = await readSection(section, kind, scope, cache).catch(unknownIfRefused);
  return raw && decodeSection(raw, instance, sections, cache);
}
