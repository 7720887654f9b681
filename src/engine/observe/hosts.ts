import { INSTANCE, entryAddress, scopeAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Place } from '../../base/place.ts';
import { hasErrors } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { nameField, type Kind } from '../../kind.ts';
import type { Declared, Instance, LiveEntry, Scope, Section, World } from '../../model.ts';
import { fieldsWith, kindOf, type Kinds, type namedHosts } from '../kinds.ts';
import { findingDiagnostics } from '../scopes/finding-diagnostics.ts';
import type { IntendedGroups } from '../scopes/intended-groups.ts';
import { NOWHERE_ELSE, type Around } from '../scopes/matching.ts';
import { findMovable } from './find-movable.ts';
import { scopeReader, type ScopeReader } from './read-scopes.ts';
import { findLeft } from './left-in-groups.ts';
import type { Finding } from '../scopes/finding.ts';
import { decoded } from './decoded.ts';
import { leftBehind, type EndsAt, type Where } from './left-behind.ts';
import { createDecodeContext } from './decode-context.ts';
import { aboveOf, findParents, underItsKey, withParents } from './parents.ts';
import type { ReadCache } from './read-cache.ts';
import type { Find } from './seen-hosts.ts';
import { unreadable } from './unreadable.ts';

const AT_A_TIME = 256;

/** The declared groups and projects that are live. */
export interface Hosts extends Pick<World, 'beside' | 'halfMoved' | 'swaps'> {
  /** By the address of their section. */
  readonly sections: ReadonlyMap<string, readonly LiveEntry[]>;
  /** That of a scope as declared or named, in whatever letter case, and wherever it is live now; none of the instance. */
  of(scope: Scope): LiveEntry | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The paths of those that an error keeps from being found, or looked at. */
  readonly unseen: readonly string[];
}

/** Finds every declared group and project: the groups by one matching, the projects by where their groups are. */
export async function findHosts(
  sections: readonly Section[],
  kinds: Kinds,
  cache: ReadCache,
  instance: Instance,
  intended: IntendedGroups = new Map(),
  named: ReturnType<typeof namedHosts> = new Map(),
): Promise<Hosts> {
  const found = new Map<string, readonly LiveEntry[]>();
  const byScope = new Map<string, LiveEntry>();
  const diagnostics: Diagnostic[] = [];
  const unseen: string[] = [];
  const beside = new Map<string, readonly LiveEntry[]>();
  const halfMoved = new Map<string, readonly LiveEntry[]>();
  let swaps: readonly (readonly string[])[] = [];
  let around: Around = NOWHERE_ELSE;
  let endsAt: EndsAt = () => undefined;
  const groupsFirst = [...sections].sort((a, b) => rank(kindOf(kinds, a.name)) - rank(kindOf(kinds, b.name)));
  for (const section of groupsFirst) {
    const kind = kindOf(kinds, section.name);
    const keys = section.entries.map(({ key }) => key);
    const others = undeclaredAmong(named.get(section.name), section);
    await cache.expect(kind.reads.all(INSTANCE, [...keys, ...others.keys()]));
    const reader = scopeReader(kind, cache, instance);
    const find = finderOf(kind, section.entries, intended);
    const above = aboveOf(kind, reader, sections, kinds, (groups) => scopeReader(groups, cache, instance));
    const groups = above === undefined ? [] : (found.get(sectionAddress(INSTANCE, above.kind.section)) ?? []);
    const seen = await find(kind, section.entries, around, reader, above, groups);
    ({ around, endsAt = endsAt } = seen);
    const behind = section.entries.flatMap((entry) => leftBehind(kind, entry, endsAt(entry.key)));
    diagnostics.push(...behind.map(({ told }) => told));
    unseen.push(...behind.map(({ key }) => key));
    if (seen.beside.length > 0) beside.set(section.name, seen.beside);
    if (seen.halfMoved.length > 0) halfMoved.set(section.name, seen.halfMoved);
    swaps = [...swaps, ...seen.swaps];
    diagnostics.push(...seen.diagnostics);
    unseen.push(...seen.unseen);
    const live = await inDetail(kind, section.entries, seen.live, cache, instance);
    for (const [key, entry] of live) byScope.set(folded(entryAddress(kind, INSTANCE, key)), entry);
    const invited = await findNamed(kind, others, around.where, reader, diagnostics);
    for (const entry of invited) {
      const address = folded(entryAddress(kind, INSTANCE, entry.renamedFrom ?? entry.key));
      if (!byScope.has(address)) byScope.set(address, entry);
    }
    const there = new Set(seen.parents.map(({ id }) => id));
    if (above !== undefined) found.set(...withParents(found, above.kind, seen.parents));
    const known = found.get(sectionAddress(INSTANCE, section.name)) ?? [];
    found.set(sectionAddress(INSTANCE, section.name), [
      ...live.values(),
      ...known,
      ...invited.filter(({ id }) => !there.has(id)),
    ]);
  }
  const of: Hosts['of'] = (scope) => byScope.get(folded(scopeAddress(scope)));
  return { sections: found, of, diagnostics, unseen, beside, halfMoved, swaps };
}

/** Paths are the same in whatever letter case (GET /groups/:id, /projects/:id; 18.9). */
function folded(address: string): string {
  return address.toLowerCase();
}

/** What is named and not declared, by its path. */
function undeclaredAmong(
  named: ReadonlyMap<string, Place> | undefined,
  { entries }: Section,
): ReadonlyMap<string, Place> {
  if (named === undefined) return new Map();
  const declared = new Set(entries.map(({ key }) => key.toLowerCase()));
  return new Map([...named].filter(([path]) => !declared.has(path.toLowerCase())));
}

/** What others name by its path and nobody declares, under the path that it will have. */
async function findNamed(
  kind: Kind,
  named: ReadonlyMap<string, Place>,
  where: Where,
  reader: ScopeReader,
  diagnostics: Diagnostic[],
): Promise<readonly LiveEntry[]> {
  const found = await parallel([...named], AT_A_TIME, async ([path, place]): Promise<readonly LiveEntry[]> => {
    const now = where(path);
    if (now === undefined) return [];
    try {
      const live = await reader.at(now);
      return live === undefined ? [] : [underItsKey(kind, live, path)];
    } catch (error) {
      diagnostics.push(unreadable(error, kind, entryAddress(kind, INSTANCE, path), place));
      return [];
    }
  });
  return found.flat();
}

function rank({ host }: Kind): number {
  return host?.type === 'group' ? 0 : 1;
}

/** What stands in groups stands where these are: it is matched where something comes from elsewhere, or was left on its way. */
function finderOf({ host }: Kind, entries: readonly Declared[], intended: IntendedGroups): Find {
  const moves = host?.moves;
  if (moves === undefined) return findInside;
  const find = findMovable(moves, intended);
  if (host?.type === 'group' || entries.some(({ previously }) => previously !== undefined)) return find;
  return async (kind, all, around, reader, above, groups) => {
    const seen = await findInside(kind, all, around, reader, above, groups);
    if (all.every(({ key, state }) => state === 'absent' || seen.live.has(key))) return seen;
    reader.known.halfway ??= await reader.rows(moves.halfway);
    const isLeft = reader.known.halfway.some(({ live, pendingDeletion }) => !pendingDeletion && moves.isAside(live));
    return isLeft ? find(kind, all, around, reader, above, groups) : seen;
  };
}

/** The projects, each where its group is now. */
const findInside: Find = async (kind, entries, around, reader, above) => {
  const { where } = around;
  const diagnostics: Diagnostic[] = [];
  const unseen: string[] = [];
  const live = new Map<string, LiveEntry>();
  const seen = await parallel(entries, AT_A_TIME, async (entry) => {
    const path = where(entry.key);
    if (path === undefined) return undefined;
    try {
      return await reader.at(path);
    } catch (error) {
      unseen.push(entry.key);
      diagnostics.push(unreadable(error, kind, entryAddress(kind, INSTANCE, entry.key), entry.place()));
      return undefined;
    }
  });
  const findings: Finding[] = [];
  await parallel([...entries.entries()], AT_A_TIME, async ([index, entry]) => {
    const here = seen[index];
    // Its old path leads to what waits for its deletion.
    if (here !== undefined && here.pendingDeletion === undefined) {
      live.set(entry.key, underItsKey(kind, here, entry.key));
      if (entry.restore !== undefined) findings.push({ type: 'there-already', entry, here });
      return;
    }
    const left = await findLeft(kind, entry, where, reader);
    if (left.restored !== undefined)
      live.set(entry.key, { ...underItsKey(kind, left.restored, entry.key), elsewhere: true });
    findings.push(...left.findings);
  });
  const told = findingDiagnostics(findings, kind, reader.instance);
  diagnostics.push(...told);
  unseen.push(...findings.filter((_, at) => told[at]?.severity === 'error').map(({ entry }) => entry.key));
  const parents = hasErrors(diagnostics) ? [] : await findParents(kind, entries, live, where, above);
  return { live, parents, diagnostics, unseen, around, beside: [], halfMoved: [], swaps: [] };
};

/** The same entries, those in full of which something is declared that no list shows. */
async function inDetail(
  kind: Kind,
  entries: readonly Declared[],
  live: ReadonlyMap<string, LiveEntry>,
  cache: ReadCache,
  instance: Instance,
): Promise<ReadonlyMap<string, LiveEntry>> {
  const detailed = fieldsWith(kind, 'x-detail').map(([field]) => field);
  const decodeContext = createDecodeContext(INSTANCE, instance, new Map());
  const whole = await parallel(entries, AT_A_TIME, async (entry): Promise<[string, LiveEntry][]> => {
    const found = live.get(entry.key);
    if (found === undefined) return [];
    const wanted = detailed.some((field) => entry.spec[field] !== undefined);
    const read = wanted ? kind.reads.detail?.(found.live, INSTANCE) : undefined;
    if (read === undefined) return [[entry.key, found]];
    const [full] = decoded(kind, (await cache.findWhole(read)) ?? [], decodeContext);
    if (full === undefined) return [[entry.key, found]];
    const { key, spec, renamedFrom, elsewhere: moved } = found;
    const name = nameField(kind) ?? '';
    const shown = { ...full, key, spec: { ...full.spec, [name]: spec[name] } };
    return [
      [entry.key, { ...shown, ...(moved && { elsewhere: moved }), ...(renamedFrom !== undefined && { renamedFrom }) }],
    ];
  });
  return new Map(whole.flat());
}
