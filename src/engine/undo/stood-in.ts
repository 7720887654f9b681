import { INSTANCE, scopeAddress, sectionAddress } from '../../address.ts';
import { isSame, parentPath } from '../../base/scope-path.ts';
import type { Kind } from '../../kind.ts';
import type { LiveEntry, Scope, World } from '../../model.ts';
import { hostingKind, kindOf, type Kinds } from '../kinds.ts';
import type { UndoEntry } from './undo.ts';

/** The number of what something stands in: the group or project of its section, or the group above it where it is a group itself. */
export function numberAround(
  kind: Kind,
  live: LiveEntry | undefined,
  scope: Scope,
  hostOf: (scope: Scope) => LiveEntry | undefined,
): number | undefined {
  if (scope.type !== 'instance') return numberOf(hostOf(scope));
  return live === undefined ? undefined : kind.host?.moves?.parentOf(live.live);
}

/**
 * How the group or project in which something stood is another one by now: who has taken over its path since is given nothing, and is not
 * made to hold anything. Undefined where it is the one it was, or is not there.
 */
export function standsInAnother(entry: UndoEntry, { sections }: World, kinds: Kinds): string | undefined {
  const around = scopeAround(entry, kinds);
  const kind = around && hostingKind(kinds, around.type);
  if (around === undefined || kind === undefined) return undefined;
  const now = sections
    .get(sectionAddress(INSTANCE, kind.section))
    ?.find(({ key, renamedFrom }) => isSame(renamedFrom ?? key, around.path));
  if (now === undefined || (entry.within !== undefined && now.id === entry.within)) return undefined;
  const address = scopeAddress(around);
  const path =
    now.renamedFrom === undefined ? address : `${scopeAddress({ ...around, path: now.key })}, to be ${address},`;
  const by = `${path} has the id ${String(now.id)} now`;
  return entry.within === undefined
    ? `stood in a ${kind.singular} of which nobody has noted the id, and ${by}`
    : `stood in the ${kind.singular} with the id ${entry.within}, and ${by}: it is another one`;
}

/** Where something stands again once it is brought back; undefined where it is in nothing, or stays where it is. */
function scopeAround(
  { section, scope, key, previously, restore }: UndoEntry,
  kinds: Kinds,
): Exclude<Scope, { readonly type: 'instance' }> | undefined {
  if (scope.type !== 'instance') return scope;
  const above = kindOf(kinds, section).host?.moves === undefined ? '' : parentPath(key);
  const comes = previously !== undefined || restore !== undefined;
  return above === '' || !comes ? undefined : { type: 'group', path: above };
}

function numberOf(live: LiveEntry | undefined): number | undefined {
  return typeof live?.id === 'number' ? live.id : undefined;
}
