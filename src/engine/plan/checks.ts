import { entryAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Attributes, Desired, LiveEntry, Scope, Section, World } from '../../model.ts';
import { fieldsWith, kindOf, referencesOf, type Kinds } from '../kinds.ts';
import { outerScopes } from '../observe/lookup.ts';
import { sectionParts } from '../address-parts.ts';
import { accessChange } from './access-order.ts';
import type { Draft } from './draft.ts';
import { belowInherited, exceedsParent, inUse } from './refusals.ts';

/** What the platform would refuse of these changes, as far as what was read shows it. */
export function checkDrafts(drafts: readonly Draft[], desired: Desired, world: World, kinds: Kinds): Diagnostic[] {
  return [
    ...checkInherited(drafts, desired, world, kinds),
    ...checkWithinParent(drafts, desired, world),
    ...checkUses(drafts, world, kinds),
  ];
}

/** A direct member cannot have less access than it inherits (POST and PUT …/members, 18.9). */
function checkInherited(drafts: readonly Draft[], desired: Desired, world: World, kinds: Kinds): Diagnostic[] {
  const levels = new Map<string, ReadonlyMap<string, number>>();
  const sections = sectionsByAddress(desired);
  const changing = draftsBySection(drafts);
  const levelsIn = (scope: Scope, section: string): ReadonlyMap<string, number> => {
    const address = sectionAddress(scope, section);
    const known =
      levels.get(address) ?? finalLevels(address, changing.get(address) ?? [], sections.get(address), world, kinds);
    levels.set(address, known);
    return known;
  };
  return drafts.flatMap((draft) => {
    const access = accessChange(draft);
    if (access === undefined || access.to === 0 || draft.declared === undefined || draft.scope.type === 'instance')
      return [];
    const from = groupsAbove(draft.scope).find(
      (group) => (levelsIn(group, draft.kind.section).get(access.username.toLowerCase()) ?? 0) > access.to,
    );
    return from === undefined ? [] : [belowInherited(draft.change.address, draft.declared, `group[${from.path}]`)];
  });
}

function groupsAbove(scope: Exclude<Scope, { type: 'instance' }>): { readonly type: 'group'; readonly path: string }[] {
  const segments = scope.path.split('/');
  return segments.slice(1).map((_, index) => ({ type: 'group', path: segments.slice(0, index + 1).join('/') }));
}

/** The levels that a section gives once the plan is done, by lower-case username. */
function finalLevels(
  address: string,
  drafts: readonly Draft[],
  section: Section | undefined,
  world: World,
  kinds: Kinds,
): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  if (section === undefined) return levels;
  const kind = kindOf(kinds, section.name);
  for (const entry of world.sections.get(address) ?? []) {
    const grant = kind.grants?.(entry.spec, entry.key);
    if (grant !== undefined) levels.set(grant.username.toLowerCase(), grant.level);
  }
  for (const draft of drafts) {
    const access = accessChange(draft);
    if (access !== undefined) levels.set(access.username.toLowerCase(), access.to);
  }
  return levels;
}

function sectionsByAddress({ sections }: Desired): ReadonlyMap<string, Section> {
  const byAddress = new Map<string, Section>();
  for (const section of sections) {
    const address = sectionAddress(section.scope, section.name);
    if (!byAddress.has(address)) byAddress.set(address, section);
  }
  return byAddress;
}

function draftsBySection(drafts: readonly Draft[]): ReadonlyMap<string, readonly Draft[]> {
  const sections = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const address = sectionAddress(draft.scope, draft.kind.section);
    const section = sections.get(address);
    if (section === undefined) sections.set(address, [draft]);
    else section.push(draft);
  }
  return sections;
}

/** A group's visibility cannot exceed its parent's (POST and PUT /groups, 18.9). */
function checkWithinParent(drafts: readonly Draft[], desired: Desired, world: World): Diagnostic[] {
  const find = finalEntries(desired, world);
  return drafts.flatMap((draft) => {
    const { declared, kind, key, change } = draft;
    const parent = key.slice(0, Math.max(0, key.lastIndexOf('/')));
    if (declared === undefined || parent === '' || change.action === 'delete') return [];
    return fieldsWith(kind, 'x-within-parent').flatMap(([field]) => {
      const ranks = fieldsWith(kind, 'enum').find(([name]) => name === field)?.[1] ?? [];
      const own = declared.spec[field];
      const most = find(sectionAddress(draft.scope, kind.section), parent, field);
      if (typeof own !== 'string' || typeof most !== 'string' || ranks.indexOf(own) <= ranks.indexOf(most)) return [];
      return [exceedsParent(change.address, declared, field, own, entryAddress(kind, draft.scope, parent), most)];
    });
  });
}

interface Final {
  readonly declared?: Attributes;
  readonly live?: Attributes;
}

/** Finds the value that a field of an entry will have; each section is indexed when it is first asked about. */
function finalEntries(desired: Desired, world: World): (address: string, key: string, field: string) => unknown {
  const sections = sectionsByAddress(desired);
  const tables = new Map<string, ReadonlyMap<string, Final>>();
  const tableOf = (address: string): ReadonlyMap<string, Final> => {
    const known = tables.get(address);
    if (known !== undefined) return known;
    const table = new Map<string, Final>();
    for (const entry of sections.get(address)?.entries ?? [])
      table.set(entry.key.toLowerCase(), { declared: entry.spec });
    for (const entry of world.sections.get(address) ?? []) {
      const key = (entry.standsFor ?? entry.key).toLowerCase();
      table.set(key, { live: entry.spec, ...table.get(key) });
    }
    tables.set(address, table);
    return table;
  };
  return (address, key, field) => {
    const found = tableOf(address).get(key.toLowerCase());
    const declared = found?.declared?.[field];
    return declared === undefined ? found?.live?.[field] : declared;
  };
}

/** What is removed or replaced must not be in use by anything that stays as it is: GitLab would refuse it, or drop the reference in silence. */
function checkUses(drafts: readonly Draft[], world: World, kinds: Kinds): Diagnostic[] {
  // Of a replacement it is told once, and not of what that leaves over as well.
  const going = drafts.filter(
    ({ change, leftoverOf }) => leftoverOf === undefined && (change.action === 'delete' || change.action === 'replace'),
  );
  const referred = new Set(
    [...kinds.values()].flatMap((kind) => fieldsWith(kind, 'x-ref').map(([, section]) => section)),
  );
  const watched = going.filter(({ kind }) => referred.has(kind.section));
  if (watched.length === 0) return [];
  const changing = new Set(drafts.map(({ change }) => change.address));
  const users = usersOf(world, kinds);
  return watched.flatMap((draft) => {
    const all = users.get(draft.change.address) ?? [];
    const staying = all.filter((address) => !changing.has(address));
    const unseen = (draft.live?.uses ?? 0) - all.length;
    if (unseen > 0) staying.push(`${unseen} that this configuration does not show`);
    return staying.length === 0 ? [] : [inUse(draft.change.address, draft.declared, staying)];
  });
}

function usersOf(world: World, kinds: Kinds): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const [address, entries] of world.sections) {
    const { kind, scope } = sectionParts(address, kinds);
    if (fieldsWith(kind, 'x-ref').length === 0) continue;
    for (const entry of entries) {
      for (const { section, name } of referencesOf(kind, entry.spec)) {
        for (const outer of outerScopes(scope)) {
          const target = entryAddress(kindOf(kinds, section), outer, name);
          const known = users.get(target);
          const address = addressIn(scope, kind.section, entry, kinds);
          if (known === undefined) users.set(target, [address]);
          else known.push(address);
        }
      }
    }
  }
  return users;
}

function addressIn(scope: Scope, section: string, entry: LiveEntry, kinds: Kinds): string {
  return entryAddress(kindOf(kinds, section), scope, entry.standsFor ?? entry.key);
}
