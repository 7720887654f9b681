import { entryAddress, scopeAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Place } from '../../base/place.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Desired, LiveEntry, Section, World } from '../../model.ts';
import { hasEnded, OWNER, type Access } from '../access.ts';
import { dayOfRun, daysAfter } from '../day-of-run.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import type { AccessLooks } from './access-change.ts';
import type { Draft } from './draft.ts';

/** Within so many days the next run may come too late. */
export const SOON = 7;

/** Whether an entry gives access that has ended by a day (YYYY-MM-DD) or within a week from it, so that something may be said of that. */
export function endsSoon({ access }: Kind, { key, spec }: LiveEntry, today: string): boolean {
  const ends = access?.grants?.(spec, key, () => undefined).ends ?? null;
  return ends !== null && today !== '' && hasEnded(ends, daysAfter(today, SOON));
}

/** An access as it will be once the plan is done. */
interface Final {
  readonly address: string;
  readonly key: string;
  readonly access: Access;
  readonly section: Section;
}

/**
 * The access that a group at the top, or the token's own user, is going to lose without any further plan: of the last owners who are
 * seen there, and of the user itself, the day that comes within a week.
 */
export function endingSoon(
  { sections, guards }: Pick<Desired, 'sections' | 'guards'>,
  drafts: readonly Draft[],
  world: World,
  kinds: Kinds,
  access: AccessLooks,
  isIntended: (address: string) => boolean,
): Diagnostic[] {
  const today = dayOfRun(world.instance);
  if (today === '') return [];
  const last = daysAfter(today, SOON);
  const isEnding = ({ access: { ends, level } }: Final): boolean =>
    level > 0 && ends !== undefined && hasEnded(ends, last);
  const changing = draftsOf(drafts);
  const owners = new Map<string, Final[]>();
  const own: Final[] = [];
  const me = world.instance.me.username.toLowerCase();
  const leaving = leavingNames(drafts);
  for (const section of sections) {
    const { scope } = section;
    const kind = kindOf(kinds, section.name);
    if (kind.access?.grants === undefined || scope.type === 'instance') continue;
    const isTop = scope.type === 'group' && !scope.path.includes('/');
    const address = sectionAddress(scope, section.name);
    const all = finalsIn(section, kind, changing.get(address) ?? [], world, access, isTop ? undefined : me);
    own.push(...all.filter((one) => one.access.username === me && isEnding(one)));
    if (!isTop) continue;
    const known = owners.get(scopeAddress(scope)) ?? [];
    for (const one of all) if (one.access.level >= OWNER && !leaving.has(one.access.username ?? '')) known.push(one);
    owners.set(scopeAddress(scope), known);
  }
  const lastOnes = [...owners].flatMap(([group, all]): Diagnostic[] => {
    // Whom a link makes an owner, nobody can tell.
    if (all.some(({ access: { username } }) => username === undefined)) return [];
    const people = all.filter(({ access: { person } }) => person);
    const going = people.filter(isEnding).sort((one, other) => (day(one) < day(other) ? -1 : 1));
    const leaves = going.at(-1);
    const stay = people.length - going.length;
    return leaves === undefined || stay >= guards.min_owners || !isIntended(leaves.address)
      ? []
      : [lastOwnerEnds(leaves, group, kinds)];
  });
  return [...lastOnes, ...own.filter(({ address }) => isIntended(address)).map((mine) => ownEnds(mine, kinds))];
}

/** The names, by now and afterwards, of those whom the plan removes or keeps from signing in: none of them owns anything then. */
function leavingNames(drafts: readonly Draft[]): ReadonlySet<string> {
  return new Set(
    drafts.flatMap(({ kind: { people }, change, live, declared, key }) => {
      if (people === undefined || live === undefined) return [];
      const after = { ...live.spec, ...declared?.spec };
      const isGone = change.action === 'delete' || !people.isActive(after);
      return isGone ? [key, live.key, live.renamedFrom ?? ''].map((name) => name.toLowerCase()) : [];
    }),
  );
}

function draftsOf(drafts: readonly Draft[]): ReadonlyMap<string, readonly Draft[]> {
  const sections = new Map<string, Draft[]>();
  for (const draft of drafts) {
    if (draft.kind.access?.grants === undefined) continue;
    const address = sectionAddress(draft.scope, draft.kind.section);
    const known = sections.get(address);
    if (known === undefined) sections.set(address, [draft]);
    else known.push(draft);
  }
  return sections;
}

/** The access that a section gives in the end; of one user alone where `only` names it. */
function finalsIn(
  section: Section,
  kind: Kind,
  drafts: readonly Draft[],
  world: World,
  access: AccessLooks,
  only: string | undefined,
): readonly Final[] {
  const { scope, name } = section;
  const isAsked = (key: string): boolean =>
    only === undefined || (key.length === only.length && key.toLowerCase() === only);
  const final = (key: string, is: Access | undefined): Final[] =>
    is === undefined ? [] : [{ address: entryAddress(kind, scope, key), key, access: is, section }];
  const changed = new Set(drafts.map(({ key }) => identity(kind, key)));
  const stays = (world.sections.get(sectionAddress(scope, name)) ?? []).filter(
    ({ key }) => isAsked(key) && !changed.has(identity(kind, key)),
  );
  return [
    ...stays.flatMap((entry) => final(entry.key, access.live(kind, scope, entry))),
    ...drafts.flatMap((draft) => (isAsked(draft.key) ? final(draft.key, access.change(draft)?.to) : [])),
  ];
}

function placeOf({ section, key }: Final, kinds: Kinds): Place | undefined {
  const kind = kindOf(kinds, section.name);
  return section.entries.find((entry) => identity(kind, entry.key) === identity(kind, key))?.place('expires_at');
}

function day({ access: { ends = '' } }: Final): string {
  return ends;
}

function lastOwnerEnds(leaves: Final, group: string, kinds: Kinds): Diagnostic {
  return {
    severity: 'warning',
    code: 'last-owner-ends',
    message: `${leaves.address} ends on ${day(leaves)}, and no owner of ${group} was seen who stays longer`,
    place: placeOf(leaves, kinds),
    remedy: 'write a later day, or declare another owner before that one',
  };
}

function ownEnds(mine: Final, kinds: Kinds): Diagnostic {
  return {
    severity: 'warning',
    code: 'own-access-ends',
    message: `${mine.address} is the access of this token's own user, and ends on ${day(mine)}`,
    place: placeOf(mine, kinds),
    remedy: 'write a later day before that one, or use the token of another user',
  };
}
