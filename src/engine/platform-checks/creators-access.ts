import type { Diagnostic } from '../../base/diagnostic.ts';
import { scopeAddress } from '../../address.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, Desired, Instance, Scope } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { initialSection } from '../observe/sections.ts';
import { isOwnAccess } from '../plan/ours.ts';

/** So many are named. */
const FEW = 3;

/**
 * Says once of all that is to be made that the platform gives the token's own user access to it, where nothing declares that: whoever makes a
 * group is an owner of it, and stays one, since a run does not take away its own access.
 */
export function creatorsAccess(
  changes: readonly Change[],
  { sections }: Pick<Desired, 'sections'>,
  instance: Instance,
  kinds: Kinds,
): readonly Diagnostic[] {
  const { username } = instance.me;
  const declared = new Set(
    sections.flatMap(({ name, scope, entries }) => {
      const kind = kinds.get(name);
      const isDeclared =
        kind !== undefined && entries.some(({ key }) => identity(kind, key) === identity(kind, username));
      return isDeclared ? [`${name} ${scopeAddress(scope).toLowerCase()}`] : [];
    }),
  );
  const given = giving(kinds);
  const made = changes.filter(({ action, address }) => {
    const { kind, key } = partsOf(address, kinds);
    if (action !== 'create' || kind.host === undefined) return false;
    const scope: Scope = { type: kind.host.type, path: key };
    return given.some(
      (one) =>
        !declared.has(`${one.section} ${scopeAddress(scope).toLowerCase()}`) &&
        givesOwn(one, scope, instance, username),
    );
  });
  if (made.length === 0) return [];
  const names = made.slice(0, FEW).map(({ address }) => address);
  const more = made.length - names.length;
  return [
    {
      severity: 'warning',
      code: 'creators-access',
      message: `GitLab makes ${username}, whose token this is, an owner of the new ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: nothing declares that`,
      place: undefined,
      remedy: `declare ${username} in \`members\` there; undeclared, this access stays, also where members are pruned`,
    },
  ];
}

/** The kinds of which something stands in what is made from the start. */
function giving(kinds: Kinds): readonly Kind[] {
  return [...kinds.values()].filter(({ access, reads }) => access !== undefined && reads.initial !== undefined);
}

function givesOwn(kind: Kind, scope: Scope, instance: Instance, username: string): boolean {
  const section = { scope, name: kind.section, entries: [], prune: false };
  return (
    kind.scopes.includes(scope.type) &&
    initialSection(section, kind, instance).some((entry) => isOwnAccess(kind, entry, username))
  );
}
