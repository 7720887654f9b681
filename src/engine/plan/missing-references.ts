import type { Diagnostic } from '../../base/diagnostic.ts';
import { nearest } from '../../base/nearest.ts';
import { parentPath, pathsAbove } from '../../base/scope-path.ts';
import type { Declared, LiveEntry } from '../../model.ts';
import { fieldsWith, hostingKind, isHosting, isMade, kindOf, referencesOf } from '../kinds.ts';
import type { Context } from './context.ts';
import { missingParent } from './refusals.ts';
import { unknownReference } from './unknown-reference.ts';

/** What the entry refers to and is not there: a role, or the group to create something in, or to move it to. */
export function missingReferences(
  { kind, section, address: addressOf, resources, kinds, callContext: { instance } }: Context,
  declared: Declared,
  live: LiveEntry | undefined,
): Diagnostic[] {
  const address = addressOf(declared.key);
  // How it is made is no matter any more once it is there.
  const making = new Set(live === undefined ? [] : fieldsWith(kind, 'x-making').map(([field]) => field));
  const unknown = referencesOf(kind, declared.spec)
    .filter(({ field }) => !making.has(field))
    .filter((reference) => resources.find(reference.section, reference.name, section.scope) === undefined)
    .map(({ section: target, name, field, what }) =>
      unknownReference(address, declared, field, name, nearest(name, resources.names(target, section.scope)), {
        what,
        target: kindOf(kinds, target),
        mayBeHidden: !instance.me.admin && isHosting(kinds, target),
      }),
    );
  const parent = kind.host === undefined ? '' : parentPath(declared.key);
  const comes = live === undefined ? isMade(kind, declared.spec) : live.renamedFrom !== undefined;
  const groups = hostingKind(kinds, 'group');
  if (parent === '' || !comes || groups === undefined) return unknown;
  if (resources.find(groups.section, parent, section.scope) !== undefined) return unknown;
  return [...unknown, missingParent(address, declared, parent, live === undefined ? 'created' : 'moved', instance)];
}

/** The nearest declared group above a host that is not there itself; undefined where all of them are, or nobody declares them. */
export function missingAbove({ kind, section, resources, kinds }: Context, { key }: Declared): string | undefined {
  if (kind.host === undefined) return undefined;
  const groups = hostingKind(kinds, 'group');
  const missing = pathsAbove(key)
    .toReversed()
    .flatMap((path) => {
      const holding = groups && resources.find(groups.section, path, section.scope);
      return holding?.declared !== undefined && holding.live === undefined ? [holding.address] : [];
    });
  return missing[0];
}
