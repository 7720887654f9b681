import { scopeAddress, sectionAddress } from '../../../address.ts';
import { pathsAbove, pathsTo } from '../../../base/scope-path.ts';
import type { Kind } from '../../../kind.ts';
import type { Attributes, Desired, Scope, World } from '../../../model.ts';
import { isHosting, namedSections, peopleNamed, referencesOf, type Kinds } from '../../kinds.ts';
import { userOf, type AccessChangeOf } from '../access-change.ts';
import type { Edge } from './access-order.ts';
import type { Draft } from '../draft.ts';

/**
 * Who may push to a branch gets in first, by a membership, there or above, or by a share of a group: the platform refuses to name whoever has
 * no access to the project (422, POST …/protected_branches, 18.9).
 */
export function holdersLast(
  drafts: readonly Draft[],
  desired: Desired,
  world: World,
  kinds: Kinds,
  accessOf: AccessChangeOf,
): readonly Edge[] {
  const holding = drafts.filter(({ kind, change }) => isHolding(kind) && change.action !== 'delete');
  if (holding.length === 0) return [];
  const giving = givingAccess(drafts, kinds, accessOf);
  const invited = invitedTo(desired, world, kinds);
  return holding.flatMap((later) => {
    const { kind, scope, declared } = later;
    const around = scopesAround(scope);
    const groups = around.flatMap((one) => invited(one));
    const lending = new Set(groups.flatMap((path) => pathsTo(path.toLowerCase()).map((above) => `group[${above}]`)));
    const reach = [...new Set([...around, ...lending])];
    const named = new Set(peopleNamed(kind, declared?.spec ?? {}).map(({ name }) => name));
    const shares = around.flatMap((one) => giving.shares.get(one) ?? []);
    const members = reach.flatMap((one) => [...named].flatMap((name) => giving.members.get(`${one} ${name}`) ?? []));
    return [...shares, ...members].map((earlier): Edge => [later, earlier]);
  });
}

/** Whether entries say what people may do who have access by others. */
function isHolding(kind: Kind): boolean {
  return kind.access?.grants === undefined && kind.host === undefined && namedSections(kind).length > 0;
}

/** The changes that let somebody in: of groups by scope, and of people by scope and name. */
function givingAccess(drafts: readonly Draft[], kinds: Kinds, accessOf: AccessChangeOf) {
  const shares = new Map<string, Draft[]>();
  const members = new Map<string, Draft[]>();
  for (const draft of drafts) {
    if (draft.kind.access?.grants === undefined || draft.change.action === 'delete') continue;
    const scope = scopeAddress(draft.scope).toLowerCase();
    if (invites(draft.kind, kinds)) add(shares, scope, draft);
    const access = accessOf(draft);
    const user = access && userOf(access);
    if (user !== undefined) add(members, `${scope} ${user}`, draft);
  }
  return { shares, members };
}

/** Whether entries give access to a group that they name. */
function invites(kind: Kind, kinds: Kinds): boolean {
  if (kind.access?.grants === undefined) return false;
  return Object.values(kind.schema.properties).some(
    ({ 'x-ref': section }) => section !== undefined && isHosting(kinds, section),
  );
}

/** The paths of the groups that are invited to a scope, live or declared. */
function invitedTo(desired: Desired, world: World, kinds: Kinds): (scope: string) => readonly string[] {
  const sharing = [...kinds.values()].filter((kind) => invites(kind, kinds));
  const paths = new Map<string, string[]>();
  const note = (scope: Scope, kind: Kind, spec: Attributes): void => {
    for (const { section, name } of referencesOf(kind, spec))
      if (isHosting(kinds, section)) add(paths, scopeAddress(scope).toLowerCase(), name);
  };
  for (const { scope, name, entries } of desired.sections) {
    const kind = sharing.find(({ section }) => section === name);
    if (kind === undefined) continue;
    for (const { spec } of entries) note(scope, kind, spec);
    for (const { spec } of world.sections.get(sectionAddress(scope, name)) ?? []) note(scope, kind, spec);
  }
  return (scope) => paths.get(scope) ?? [];
}

/** A scope and the groups above it, as they are compared. */
function scopesAround(scope: Scope): readonly string[] {
  if (scope.type === 'instance') return [];
  return [scopeAddress(scope), ...pathsAbove(scope.path).map((path) => `group[${path}]`)].map((one) =>
    one.toLowerCase(),
  );
}

function add<Item>(lists: Map<string, Item[]>, name: string, item: Item): void {
  const known = lists.get(name);
  if (known === undefined) lists.set(name, [item]);
  else known.push(item);
}
