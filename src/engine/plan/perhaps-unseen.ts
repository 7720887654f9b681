import { sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity, nameField, type Kind } from '../../kind.ts';
import type { Attributes, Section, World } from '../../model.ts';
import { kindOf, referencesOf, type Kinds } from '../kinds.ts';
import { hostOf } from './host-of.ts';

/** So many sections are named. */
const FEW = 3;

/** Warns of sections that were read with a token of no administrator, to whom the platform does not show all that is in them: one warning for each kind. */
export function perhapsUnseen(sections: readonly Section[], world: World, kinds: Kinds): readonly Diagnostic[] {
  if (world.instance.me.admin) return [];
  const found = new Map<string, string[]>();
  for (const section of sections) {
    const { hides } = kindOf(kinds, section.name).reads;
    const address = sectionAddress(section.scope, section.name);
    if (hides === undefined || !world.sections.has(address)) continue;
    found.set(hides, [...(found.get(hides) ?? []), address]);
  }
  return [...found].map(([hides, addresses]): Diagnostic => {
    const more = addresses.length - FEW;
    const where = `${addresses.slice(0, FEW).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    return {
      severity: 'warning',
      code: 'perhaps-unseen',
      message: `${where} may hold more than is seen: GitLab shows this token no ${hides}`,
      remedy: 'look with the token of an administrator, or of somebody who may see all of them',
    };
  });
}

/** Whether a section says of anything that it is not to be there: nothing else of it is untrue because something was not shown. */
export function saysWhatIsNot({ name, scope, prune, entries }: Section, world: World, kinds: Kinds): boolean {
  const kind = kindOf(kinds, name);
  const live = new Set((world.sections.get(sectionAddress(scope, name)) ?? []).map(({ key }) => identity(kind, key)));
  return (
    prune ||
    entries.some(
      (entry) =>
        entry.state === 'absent' && !live.has(identity(kind, entry.key)) && isPerhapsUnseen(kind, entry, world, kinds),
    )
  );
}

/** Whether an entry of which nothing is seen may be there all the same: no token of an administrator asks, and the platform hides such things. */
export function isPerhapsUnseen(
  kind: Kind,
  { key, spec }: { readonly key: string; readonly spec: Attributes },
  world: World,
  kinds: Kinds,
): boolean {
  if (world.instance.me.admin) return false;
  // It tells whether the path of a group is taken, and not whether that of a project is.
  if (kind.host !== undefined) return kind.host.taken === undefined;
  if (kind.reads.hides === undefined) return false;
  const name = nameField(kind);
  // What is with something that is seen is seen itself.
  return referencesOf(kind, { ...(name !== undefined && { [name]: key }), ...spec }).some(({ section, name: path }) => {
    const { host } = kindOf(kinds, section);
    return host !== undefined && hostOf({ type: host.type, path }, world, kinds) === undefined;
  });
}
