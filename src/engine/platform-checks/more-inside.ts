import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { entryAddress, INSTANCE } from '../../address.ts';
import type { Bounded } from '../../kind.ts';
import type { Change, FieldChange, LiveEntry, Value, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { movesOf } from '../guard/moves.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import { worded } from '../plan/refusals.ts';
import { hostOf } from '../plan/host-of.ts';
import { boundedFields } from '../plan/within-parent.ts';

const AT_A_TIME = 8;
/** So many are told by their paths. */
const MOST_NAMED = 3;

/** A field that a change lowers, and the values above the new one, which nothing inside may have. */
interface Lowering {
  readonly change: Change;
  readonly live: LiveEntry;
  readonly field: FieldChange;
  readonly above: readonly Value[];
}

/**
 * Tells of groups that are to be less visible than what stands in them and stays so: the platform refuses that (400, PUT /groups/:id,
 * 18.9), and whatever was lowered below would stay so. Each list is read once. Throws ApiError for trouble that concerns every request.
 */
export async function moreInside(
  changes: readonly Change[],
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const lowerings = changes.flatMap((change) => loweringsOf(change, world, kinds));
  if (lowerings.length === 0) return [];
  const leaves = leaving(changes, kinds);
  const isLowered = loweredBefore(lowerings);
  const found = await parallel(lowerings, AT_A_TIME, async (lowering) => {
    const { host } = partsOf(lowering.change.address, kinds).kind;
    const lists = lowering.above.flatMap((value) =>
      (host?.bounded?.(lowering.live.live, lowering.field.path, value) ?? []).map((list) => ({ list, value })),
    );
    const inside = await Promise.all(
      lists.map(async ({ list, value }) =>
        (await pathsIn(list, client)).map((path) => ({ kind: list.kind, path, value })),
      ),
    );
    const staying = inside.flat().filter((one) => !leaves(one.path) && !isLowered(one.path, lowering.field));
    return staying.length === 0 ? [] : [refusal(lowering, staying, kinds)];
  });
  return found.flat();
}

function loweringsOf(change: Change, world: World, kinds: Kinds): Lowering[] {
  const { kind, key } = partsOf(change.address, kinds);
  if (kind.host === undefined || change.action === 'delete') return [];
  const live = hostOf({ type: kind.host.type, path: key }, world, kinds);
  if (live === undefined) return [];
  return boundedFields(kind).flatMap(([name, levels]) => {
    const field = change.fields.find(({ path }) => path === name);
    if (field?.to === undefined) return [];
    const rank = levels.findIndex((level) => level === field.to);
    const above = levels.slice(rank + 1);
    return rank < 0 || above.length === 0 || !levels.slice(rank + 1).includes(asLevel(field.from))
      ? []
      : [{ change, live, field, above }];
  });
}

function asLevel(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Whether what is live at a path is taken elsewhere by the same plan. */
function leaving(changes: readonly Change[], kinds: Kinds): (path: string) => boolean {
  const from = new Set(movesOf(changes, kinds).map((move) => move.from.toLowerCase()));
  return (path) => from.has(path.toLowerCase());
}

/** Whether the same plan lowers what is live at a path, which comes first then: by as much, or what it is to be is another error. */
function loweredBefore(lowerings: readonly Lowering[]): (path: string, field: FieldChange) => boolean {
  const lowered = new Set(lowerings.map(({ live, field }) => `${field.path} ${live.key.toLowerCase()}`));
  return (path, field) => lowered.has(`${field.path} ${path.toLowerCase()}`);
}

/** The paths of those in a list that count; none where it may not be read. */
async function pathsIn({ read, path, unless }: Bounded, client: Client): Promise<string[]> {
  const listing = await client.list(read).catch(unknownIfRefused);
  const rows = (await listing?.all()) ?? [];
  return rows.flatMap((row) => {
    const at = row[path];
    return typeof at === 'string' && (unless === undefined || (row[unless] ?? null) === null) ? [at] : [];
  });
}

function refusal(
  { change, field }: Lowering,
  inside: readonly { readonly kind: string; readonly path: string; readonly value: Value }[],
  kinds: Kinds,
): Diagnostic {
  const named = inside
    .slice(0, MOST_NAMED)
    .map(({ kind, path, value }) => `${addressOf(kind, path, kinds)} (${worded(value)})`);
  const more = inside.length - named.length;
  return {
    severity: 'error',
    code: 'more-inside',
    message: `${change.address} cannot get ${field.path} ${worded(field.to)} while ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} ${inside.length === 1 ? 'stands' : 'stand'} in it`,
    place: change.place,
    remedy: `lower ${field.path} there first, or leave it as it is here`,
  };
}

function addressOf(type: string, path: string, kinds: Kinds): string {
  const kind = hostingKind(kinds, type);
  return kind === undefined ? path : entryAddress(kind, INSTANCE, path);
}
