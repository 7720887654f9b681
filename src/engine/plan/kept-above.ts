import { entryAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { isBelow, pathsAbove } from '../../base/scope-path.ts';
import { arriving, handedFields, isHanded, keptOtherwise, takesPlace, touchesHanded } from '../../handed-down.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Attributes, Declared, Desired, LiveEntry, Value, World } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import type { Draft } from './draft.ts';
import { isMoved } from './is-moved.ts';
import { keptAbove, worded } from './refusals.ts';

/**
 * A declared value that one above keeps otherwise once the plan is done: the platform refuses it (400, PUT /groups/:id, 18.9), or takes it
 * away again. Told where this plan would send it, or would come to keep it from being, be it by a move.
 */
export function checkKept(drafts: readonly Draft[], desired: Desired, world: World, kinds: Kinds): Diagnostic[] {
  const changing = new Map(drafts.map(({ change }) => [change.address, change]));
  const concerned = new Set(
    drafts.flatMap((draft) =>
      draft.kind.host !== undefined && (touchesHanded(draft.kind, draft.change) || comes(draft)) ? [draft.kind] : [],
    ),
  );
  return desired.sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    if (!concerned.has(kind)) return [];
    const sets = (address: string, fields: readonly (string | undefined)[]): boolean =>
      changing.get(address)?.fields.some(({ path }) => fields.includes(path)) ?? false;
    const setsAt = (key: string, ...fields: (string | undefined)[]) => sets(entryAddress(kind, scope, key), fields);
    const coming = drafts.filter((draft) => draft.kind === kind && comes(draft)).map(({ key }) => identity(kind, key));
    const finals = finalSpecs(kind, entries, world.sections.get(sectionAddress(scope, name)) ?? [], setsAt);
    return entries.flatMap((declared) => {
      if (declared.state === 'absent') return [];
      const address = entryAddress(kind, scope, declared.key);
      const own = identity(kind, declared.key);
      return pathsAbove(own).flatMap((path) => {
        const above = finals.get(path);
        if (above === undefined) return [];
        const at = entryAddress(kind, scope, above.key);
        const isNew = coming.some((key) => isBelow(key, path) && (key === own || isBelow(own, key)));
        return keptOtherwise(kind, declared.spec, above.spec).flatMap((kept) =>
          isNew || sets(address, [kept.field]) || sets(at, [kept.field, kept.by])
            ? [keptAbove(address, declared, kept, { address: at, value: worded(above.spec[kept.by]) })]
            : [],
        );
      });
    });
  });
}

/** Whether something comes below other groups than those that it stands in. */
function comes({ kind, live, key }: Draft): boolean {
  return kind.host?.moves !== undefined && live !== undefined && isMoved(live, { key });
}

interface Final {
  readonly key: string;
  readonly spec: Attributes;
}

/**
 * What the entries will be once the plan is done, by what they are told apart by: the live ones that nobody declares as well, and all with
 * what is handed down to them.
 */
function finalSpecs(
  kind: Kind,
  declared: readonly Declared[],
  live: readonly LiveEntry[],
  sets: (key: string, ...fields: (string | undefined)[]) => boolean,
): ReadonlyMap<string, Final> {
  const finals = new Map<string, Final>();
  for (const entry of live) {
    const key = entry.renamedFrom ?? entry.key;
    finals.set(identity(kind, key), { key, spec: entry.spec });
  }
  for (const { key, spec, state } of declared) {
    const there = finals.get(identity(kind, key));
    if (state === 'absent') finals.delete(identity(kind, key));
    else finals.set(identity(kind, key), { key, spec: { ...there?.spec, ...spec } });
  }
  for (const [path, { key, spec }] of [...finals].sort(([one], [other]) => one.length - other.length)) {
    const handed = handedFields(kind).flatMap(([field, how]): [string, Value][] => {
      const setting = sets(key, field)
        ? undefined
        : pathsAbove(path)
            .toReversed()
            .flatMap((above) => finals.get(above) ?? [])
            .find((above) => sets(above.key, field, how.lock) && isHanded(how, above.spec[field]));
      const value = setting?.spec[field];
      return value !== undefined && takesPlace(how, value, spec[field]) ? [[field, arriving(how, value)]] : [];
    });
    if (handed.length > 0) finals.set(path, { key, spec: { ...spec, ...Object.fromEntries(handed) } });
  }
  return finals;
}
