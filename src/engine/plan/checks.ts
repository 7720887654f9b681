import { fieldOf } from '../field-of.ts';
import { fateOfOwnUser } from './own-user.ts';
import { entryAddress, sectionAddress } from '../../address.ts';
import { addressIdentity } from '../address-identity.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Desired, Scope, Section, World } from '../../model.ts';
import { inUse } from '../platform-checks/in-use.ts';
import { fieldsWith, kindOf, referencesOf, type Kinds } from '../kinds.ts';
import { outerScopes } from '../observe/decode-context.ts';
import { sectionParts } from '../address-parts.ts';
import { userOf, type AccessLooks } from './access-change.ts';
import type { Draft } from './draft.ts';
import { belowInherited, contradictedRole, forAdministrators, incomplete, ownUser, refusedAsNew } from './refusals.ts';
import { checkBegunInVain } from './begun-in-vain.ts';
import { checkHanded } from './refused-hand-on.ts';
import { checkKept } from './kept-above.ts';
import { checkSealed } from './sealed.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import type { ResourceIndex } from './resource-index.ts';
import { checkWithinParent, sectionsByAddress } from './exceeds-parent.ts';

/** What the platform would refuse of these changes, as far as what was read shows it. */
export function checkDrafts(
  drafts: readonly Draft[],
  desired: Desired,
  world: World,
  kinds: Kinds,
  access: AccessLooks,
  siteOf: ResourceIndex['callContext'],
): Diagnostic[] {
  return [
    ...checkSent(drafts),
    ...checkNew(drafts),
    ...checkHanded(drafts, world, kinds),
    ...checkPlaced(drafts, siteOf),
    ...checkRights(drafts, world),
    ...checkOwnUser(drafts, world),
    ...checkContradictions(drafts, access),
    ...checkSealed(drafts, desired, world, kinds),
    ...checkBegunInVain(desired, world, kinds),
    ...checkInherited(drafts, desired, world, kinds, access),
    ...checkWithinParent(drafts, desired, world, kinds),
    ...checkKept(drafts, desired, world, kinds),
    ...checkUses(drafts, world, kinds),
  ];
}

/** What a call has to carry, and what is live does not show: an entry without it can stay as it is, and cannot be changed. */
function checkSent(drafts: readonly Draft[]): Diagnostic[] {
  return drafts.flatMap(({ declared, kind, scope, change }) => {
    if (declared === undefined || change.action === 'delete') return [];
    const problems = (kind.rules?.check?.(declared.spec, scope) ?? []).filter(({ whenSent }) => whenSent === true);
    return problems.map(({ message, remedy }) => incomplete(change.address, declared, message, remedy));
  });
}

/** What stays where it is live, and is refused as a new value. */
function checkNew(drafts: readonly Draft[]): Diagnostic[] {
  return drafts.flatMap(({ declared, kind, change, live, stepOf, kept = [] }) => {
    if (declared === undefined || change.action === 'delete' || stepOf !== undefined) return [];
    const said = Object.fromEntries(Object.entries(declared.spec).filter(([field]) => !kept.includes(field)));
    const problems = kind.rules?.checkNew?.(said, live?.spec) ?? [];
    return problems.map(({ field, missing, message, remedy }) =>
      missing === undefined
        ? refusedAsNew(change.address, declared, field, message, remedy)
        : incomplete(change.address, declared, message, remedy),
    );
  });
}

/** What is refused where it is made, as what is around it will be. */
function checkPlaced(drafts: readonly Draft[], siteOf: ResourceIndex['callContext']): Diagnostic[] {
  return drafts.flatMap(({ declared, kind, scope, change }) => {
    const isMade = change.action === 'create' || change.action === 'replace';
    if (declared === undefined || !isMade || kind.rules?.checkPlaced === undefined) return [];
    const problems = kind.rules.checkPlaced(declared.spec, siteOf(scope));
    return problems.map(({ field, message, remedy }) => refusedAsNew(change.address, declared, field, message, remedy));
  });
}

/** What administrators alone may send: the platform answers 403, or takes the rest and says nothing. */
function checkRights(drafts: readonly Draft[], { instance }: World): Diagnostic[] {
  if (instance.me.admin) return [];
  return drafts.flatMap(({ change, kind, scope, declared }) => {
    if (scope.type === 'instance' && kind.host === undefined) return [forAdministrators(change, declared)];
    const names = new Set(change.fields.map(({ path }) => fieldOf(path)));
    return fieldsWith(kind, 'x-administrator').flatMap(([field]) =>
      declared !== undefined && names.has(field) ? [forAdministrators(change, declared, field)] : [],
    );
  });
}

/** The token's own user is neither removed nor renamed nor kept out by its own run. */
function checkOwnUser(drafts: readonly Draft[], { instance }: World): Diagnostic[] {
  return drafts.flatMap(({ kind, live, declared, change }) => {
    const fate = live?.id === instance.me.id ? fateOfOwnUser(kind, change) : undefined;
    return fate === undefined ? [] : [ownUser(change.address, declared, fate)];
  });
}

/** A level beside a role that stands on another: the platform would take the role's in silence (18.9). */
function checkContradictions(drafts: readonly Draft[], access: AccessLooks): Diagnostic[] {
  return drafts.flatMap((draft) => {
    const field = access.change(draft)?.contradicted;
    if (field === undefined || draft.declared === undefined) return [];
    return [contradictedRole(draft.change.address, draft.declared, field)];
  });
}

/** A direct member cannot have less access than it inherits (POST and PUT …/members, 18.9). */
function checkInherited(
  drafts: readonly Draft[],
  desired: Desired,
  world: World,
  kinds: Kinds,
  access: AccessLooks,
): Diagnostic[] {
  const levels = new Map<string, ReadonlyMap<string, number>>();
  const sections = sectionsByAddress(desired);
  const changing = draftsBySection(drafts);
  const levelsIn = (scope: Scope, section: string): ReadonlyMap<string, number> => {
    const address = sectionAddress(scope, section);
    const declared = sections.get(address);
    const known =
      levels.get(address) ??
      (declared === undefined ? NONE : finalLevels(declared, changing.get(address) ?? [], world, kinds, access));
    levels.set(address, known);
    return known;
  };
  return drafts.flatMap((draft) => {
    const to = access.change(draft)?.to;
    if (to?.username === undefined || draft.declared === undefined || draft.scope.type === 'instance') return [];
    const { username, kept } = to;
    const from = groupsAbove(draft.scope).find(
      (group) => (levelsIn(group, draft.kind.section).get(username) ?? 0) > kept,
    );
    return from === undefined ? [] : [belowInherited(draft.change.address, draft.declared, `group[${from.path}]`)];
  });
}

const NONE: ReadonlyMap<string, number> = new Map();

function groupsAbove(scope: Exclude<Scope, { type: 'instance' }>): { readonly type: 'group'; readonly path: string }[] {
  return pathsAbove(scope.path).map((path) => ({ type: 'group', path }));
}

/** The levels that a section gives once the plan is done, by username. */
function finalLevels(
  { scope, name }: Section,
  drafts: readonly Draft[],
  world: World,
  kinds: Kinds,
  access: AccessLooks,
): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  const kind = kindOf(kinds, name);
  for (const entry of world.sections.get(sectionAddress(scope, name)) ?? []) {
    const { username, kept } = access.live(kind, scope, entry) ?? {};
    if (username !== undefined && kept !== undefined) levels.set(username, kept);
  }
  for (const draft of drafts) {
    const change = access.change(draft);
    const username = change && userOf(change);
    if (username !== undefined) levels.set(username, change?.to?.kept ?? 0);
  }
  return levels;
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

/** What is removed or replaced must not be in use by anything that stays as it is: GitLab would refuse it, or drop the reference in silence. */
function checkUses(drafts: readonly Draft[], world: World, kinds: Kinds): Diagnostic[] {
  // Of a replacement it is told once, and not of what that leaves over as well.
  const going = drafts.filter(
    ({ change, leftoverOf }) => leftoverOf === undefined && (change.action === 'delete' || change.action === 'replace'),
  );
  const referred = new Set(
    [...kinds.values()].flatMap((kind) => fieldsWith(kind, 'x-ref').map(([, section]) => section)),
  );
  // What names a group goes with it: a share ends where the invited group does (DELETE /groups/:id, 18.9).
  const watched = going.filter(({ kind }) => kind.host === undefined && referred.has(kind.section));
  if (watched.length === 0) return [];
  const identityOf = ({ kind, scope, key }: Draft): string => addressIdentity(kind, scope, key);
  const changing = new Set(drafts.map(identityOf));
  const users = usersOf(world, kinds);
  return watched.flatMap((draft) => {
    const staying = (users.get(identityOf(draft)) ?? []).filter(({ identity }) => !changing.has(identity));
    const told = staying.map(({ address }) => address);
    return told.length === 0 ? [] : [inUse(draft.change.address, draft.declared, told)];
  });
}

/** Something live that names another thing: as it is told, and as addresses are compared. */
interface UserOf {
  readonly address: string;
  readonly identity: string;
}

/** Who names what is live, by what addresses of that are compared by. */
function usersOf(world: World, kinds: Kinds): ReadonlyMap<string, readonly UserOf[]> {
  const users = new Map<string, UserOf[]>();
  for (const [address, entries] of world.sections) {
    const { kind, scope } = sectionParts(address, kinds);
    if (fieldsWith(kind, 'x-ref').length === 0) continue;
    for (const entry of entries) {
      for (const { section, name } of referencesOf(kind, entry.spec)) {
        for (const outer of outerScopes(scope)) {
          const target = addressIdentity(kindOf(kinds, section), outer, name);
          const known = users.get(target);
          const key = entry.renamedFrom ?? entry.key;
          const user = { address: entryAddress(kind, scope, key), identity: addressIdentity(kind, scope, key) };
          if (known === undefined) users.set(target, [user]);
          else known.push(user);
        }
      }
    }
  }
  return users;
}
