import { listed } from '../../base/listed.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { scopeAddress } from '../../address.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, Desired, Instance, Scope } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { initialSection } from '../observe/sections.ts';
import { isOwnAccess } from '../plan/ours.ts';

/** A group or project that is to be made. */
interface Made {
  readonly address: string;
  readonly scope: Scope;
}

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
  const hosts = changes.flatMap(({ action, address }): readonly Made[] => {
    const { kind, key } = partsOf(address, kinds);
    const type = action === 'create' ? kind.host?.type : undefined;
    return type === undefined ? [] : [{ address, scope: { type, path: key } }];
  });
  if (hosts.length === 0) return [];
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
  const made = hosts.filter(({ scope }) =>
    given.some(
      (one) =>
        !declared.has(`${one.section} ${scopeAddress(scope).toLowerCase()}`) &&
        givesOwn(one, scope, instance, username),
    ),
  );
  if (made.length === 0) return [];
  return [
    {
      severity: 'warning',
      code: 'creators-access',
      message: `GitLab makes ${username}, whose token this is, an owner of the new ${listed(made.map(({ address }) => address))}: nothing declares that`,
      place: undefined,
      remedy: `declare ${username} in \`members\` there; undeclared, this access stays as long as its own token plans, also where members are pruned`,
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
