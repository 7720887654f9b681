import { entryAddress, INSTANCE } from '../../address.ts';
import { parentPath } from '../../base/scope-path.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { handedFields, isKept, takesPlace } from '../../handed-down.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Attributes, Value, World } from '../../model.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import type { Draft } from './draft.ts';
import { hostOf } from './host-of.ts';
import { isMoved } from './is-moved.ts';
import { worded } from './refusals.ts';
import { boundedFields } from './within-parent.ts';

/**
 * What a group that is moved below another one takes over there, and all that is below it, or a project: it may not be more visible than that, nor
 * have what that keeps from being otherwise (POST /groups/:id/transfer, PUT /projects/:id/transfer, 18.9). Said at the move, since no call shows it.
 */
export function takenByMove(drafts: readonly Draft[], world: World, kinds: Kinds): Diagnostic[] {
  return drafts.flatMap((moved): Diagnostic[] => {
    const { kind, key, live, declared, change } = moved;
    const above = parentPath(key);
    if (kind.host?.moves === undefined || declared === undefined || above === '') return [];
    if (live === undefined || !isMoved(live, moved)) return [];
    const parent = specAfter(above, drafts, world, kinds);
    const what = kind.host.type === 'group' ? 'it and all that is below it get' : 'it gets';
    const kept = keptBy(kind, live.spec, parent);
    const taken = [...boundedBy(kind, live.spec, parent), ...kept];
    if (taken.length === 0) return [];
    // What is its own alone is raised again by an undo; what stands below it is not.
    const isOwn = kind.host.type !== 'group' && kept.length === 0;
    const after = isOwn ? 'raise it again' : 'bring back what they have now';
    return [
      {
        severity: 'warning',
        code: isOwn ? 'lowered-by-move' : 'handed-down',
        message: `${change.address}: in ${groupAddress(above, kinds)} ${what} ${taken.map(([field, value]) => `${field} ${worded(value)}`).join(' and ')}; to move it back does not ${after}`,
        place: declared.place(),
        remedy: 'see that this is meant, or let the group that it comes into be as it is',
      },
    ];
  });
}

function groupAddress(path: string, kinds: Kinds): string {
  const groups = hostingKind(kinds, 'group');
  return groups === undefined ? path : entryAddress(groups, INSTANCE, path);
}

/** What the group that something comes into is to be once the plan is done; nothing is known of one that nobody has looked at. */
function specAfter(path: string, drafts: readonly Draft[], world: World, kinds: Kinds): Attributes {
  const groups = hostingKind(kinds, 'group');
  if (groups === undefined) return {};
  const isIt = (key: string): boolean => identity(groups, key) === identity(groups, path);
  const beside = world.beside?.get(groups.section);
  const live = hostOf({ type: 'group', path }, world, kinds) ?? beside?.find(({ key }) => isIt(key));
  const draft = drafts.find((one) => one.kind === groups && one.declared !== undefined && isIt(one.key));
  const begins = draft?.change.action === 'create' ? groups.calls.otherwise?.(draft.key) : undefined;
  return { ...begins, ...live?.spec, ...draft?.declared?.spec };
}

type Taken = readonly [field: string, value: Value];

/** Fields that may not exceed those of the group above, and would. */
function boundedBy(kind: Kind, own: Attributes, parent: Attributes): Taken[] {
  const handed = new Set(handedFields(kind).map(([field]) => field));
  return boundedFields(kind).flatMap(([field, levels]): Taken[] => {
    const most = parent[field];
    if (handed.has(field) || most === undefined) return [];
    const rank = (value: Value | undefined): number => levels.findIndex((level) => level === value);
    return rank(own[field]) > rank(most) ? [[field, most]] : [];
  });
}

/** Fields that the group above keeps at another value; what it hides or locks alone comes back when it is moved away again. */
function keptBy(kind: Kind, own: Attributes, parent: Attributes): Taken[] {
  return handedFields(kind).flatMap(([field, how]): Taken[] => {
    const value = parent[field];
    if (value === undefined || how.values === undefined || !isKept(field, how, parent)) return [];
    return takesPlace(how, value, own[field]) ? [[field, value]] : [];
  });
}
