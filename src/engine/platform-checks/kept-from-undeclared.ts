import { entryAddress, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { isBelow, pathsAbove } from '../../base/scope-path.ts';
import { handedFields, keptOtherwise, touchesHanded } from '../../handed-down.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, Declared, Desired, LiveEntry, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { liveAt } from '../observe/live-at.ts';
import { isMoved } from '../plan/is-moved.ts';
import { keptAbove, worded } from '../plan/refusals.ts';

/**
 * Tells of declared values that a group which nobody declares keeps otherwise, by a lock: the platform refuses them (400, PUT /groups/:id,
 * 18.9), or takes them away by a move. Each such group is read once, and only where a change below it would send what is handed down, or
 * comes there. Throws ApiError for trouble that concerns every request.
 */
export async function keptFromUndeclared(
  changes: readonly Change[],
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const changing = new Map(changes.map((change) => [change.address, change]));
  const found = await Promise.all(
    sections.map(async ({ name, scope, entries }) => {
      const kind = kindOf(kinds, name);
      if (kind.host === undefined || handedFields(kind).length === 0) return [];
      const seen = world.sections.get(sectionAddress(scope, name)) ?? [];
      const known = new Set([...entries, ...seen].map(({ key }) => identity(kind, key)));
      const looks = new Map<string, Promise<LiveEntry | undefined>>();
      const look = (path: string): Promise<LiveEntry | undefined> => {
        const looking = looks.get(path) ?? liveAt(path, kind, world.instance, client).catch(unknownIfRefused);
        looks.set(path, looking);
        return looking;
      };
      const coming = comingOf(kind, changes, kinds);
      const told = entries.map(async (declared): Promise<Diagnostic[]> => {
        const address = entryAddress(kind, scope, declared.key);
        const change = changing.get(address);
        const own = identity(kind, declared.key);
        const comesWith = coming.some((key) => key === own || isBelow(own, key));
        if (!comesWith && (change === undefined || !touchesHanded(kind, change))) return [];
        if (declared.state === 'absent' || handedValues(kind, declared).length === 0) return [];
        const sets = new Set(change?.fields.map(({ path }) => path));
        const undeclared = pathsAbove(own).filter((path) => !known.has(path));
        const groups = await Promise.all(undeclared.map(look));
        return groups.flatMap((above) =>
          above === undefined
            ? []
            : keptOtherwise(kind, declared.spec, above.spec)
                .filter(({ field }) => comesWith || sets.has(field))
                .map((kept) =>
                  keptAbove(address, declared, kept, {
                    address: entryAddress(kind, scope, above.key),
                    value: worded(above.spec[kept.by]),
                  }),
                ),
        );
      });
      return (await Promise.all(told)).flat();
    }),
  );
  return found.flat();
}

/** What changes bring below other groups than those that it stands in, by what tells it apart. */
function comingOf(kind: Kind, changes: readonly Change[], kinds: Kinds): readonly string[] {
  if (kind.host?.moves === undefined) return [];
  return changes.flatMap(({ action, address, seen }) => {
    const parts = action === 'update' ? partsOf(address, kinds) : undefined;
    return parts?.kind === kind && isMoved(seen, parts) ? [identity(kind, parts.key)] : [];
  });
}

/** What is declared of the fields that groups hand down. */
function handedValues(kind: Kind, { spec }: Declared): readonly string[] {
  return handedFields(kind).flatMap(([field, { lock }]) =>
    [field, ...(lock === undefined ? [] : [lock])].filter((name) => spec[name] !== undefined),
  );
}
