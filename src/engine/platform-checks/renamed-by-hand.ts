import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { lastSegment, parentPath } from '../../base/scope-path.ts';
import { isMap } from '../../base/shape.ts';
import { scopePath } from '../../address.ts';
import type { JsonObject, LiveEntry, Plan } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { perhapsRenamed, type MissingGroup } from './perhaps-renamed.ts';

const AT_A_TIME = 8;
/** So many groups are asked for their events at most. */
const MOST = 100;

/** A declared group that is not there, and the undeclared ones beside it. */
interface Missing extends MissingGroup {
  readonly beside: readonly LiveEntry[];
}

/**
 * What is declared and not there, and may be what nobody declared, renamed by hand: an undeclared group beside it was at its path before, as
 * the audit events say (GET /groups/:id/audit_events, 18.9). Where the plan tells it already it is not told again.
 */
export async function renamedByHand(
  { changes, diagnostics }: Pick<Plan, 'changes' | 'diagnostics'>,
  undeclared: readonly LiveEntry[],
  kinds: Kinds,
  client: Client,
  tell: typeof perhapsRenamed = perhapsRenamed,
): Promise<readonly Diagnostic[]> {
  const told = new Set(
    diagnostics.flatMap(({ code, place }) =>
      (code === 'taken' || code === 'renamed-by-hand') && place ? [keyOf(place)] : [],
    ),
  );
  const missing = changes.flatMap((change): Missing[] => {
    if (change.action !== 'create' || (change.place && told.has(keyOf(change.place)))) return [];
    const { kind, key: path } = partsOf(change.address, kinds);
    if (kind.host?.type !== 'group') return [];
    const beside = undeclared.filter(({ key }) => parentPath(key).toLowerCase() === parentPath(path).toLowerCase());
    return beside.length === 0 ? [] : [{ change, kind, path, beside }];
  });
  const asked = new Set(missing.flatMap(({ beside }) => beside).slice(0, MOST));
  const found = await parallel(missing, AT_A_TIME, async (one) => {
    const candidates = one.beside.filter((live) => asked.has(live));
    const moved = await parallel(candidates, AT_A_TIME, async (live) =>
      (await wasAt(one, live, client)) ? [tell(one, live, 'was at that path before')] : [],
    );
    return moved.flat().slice(0, 1);
  });
  return found.flat();
}

/** Whether the events of a group tell that its path was this one. */
async function wasAt({ kind, path }: Missing, live: LiveEntry, client: Client): Promise<boolean> {
  const names = new Set(kind.history?.events?.changed('full_path') ?? []);
  if (names.size === 0) return false;
  const events = await eventsOf(live.key, client);
  return events.some(({ event_name: name, details }) => {
    if (typeof name !== 'string' || !names.has(name) || !isMap(details)) return false;
    return sameText(details['from'], lastSegment(path)) || sameText(details['from'], path);
  });
}

async function eventsOf(path: string, client: Client): Promise<readonly JsonObject[]> {
  try {
    return (await client.list({ path: `${scopePath({ type: 'group', path })}/audit_events` })).rows;
  } catch (error) {
    // Without events, or the right to read them, nothing is known.
    if (isRefused(error)) return [];
    throw error;
  }
}

/** GitLab compares names and paths without case. */
function sameText(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase();
}

function keyOf({ file, line, column }: NonNullable<Diagnostic['place']>): string {
  return `${file}:${line}:${column}`;
}
