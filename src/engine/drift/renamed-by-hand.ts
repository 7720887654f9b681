import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { lastSegment, parentPath } from '../../base/scope-path.ts';
import { isMap } from '../../base/shape.ts';
import { entryAddress, INSTANCE, scopePath } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Change, JsonObject, LiveEntry, Plan } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';

const AT_A_TIME = 8;

/** A declared group that is not there, and the undeclared ones beside it. */
interface Missing {
  readonly change: Change;
  readonly kind: Kind;
  readonly path: string;
  readonly beside: readonly LiveEntry[];
}

/**
 * What is declared and not there, and may be what nobody declared, renamed by hand: an undeclared group beside it has its name, or was at
 * its path before, as the audit events say (GET /groups/:id/audit_events, 18.9). Where the plan tells it already it is not told again.
 */
export async function renamedByHand(
  { changes, diagnostics }: Pick<Plan, 'changes' | 'diagnostics'>,
  undeclared: readonly LiveEntry[],
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const told = new Set(diagnostics.flatMap(({ code, place }) => (code === 'taken' && place ? [keyOf(place)] : [])));
  const missing = changes.flatMap((change): Missing[] => {
    if (change.action !== 'create' || (change.place && told.has(keyOf(change.place)))) return [];
    const { kind, key: path } = partsOf(change.address, kinds);
    if (kind.host?.type !== 'group') return [];
    const beside = undeclared.filter(({ key }) => parentPath(key).toLowerCase() === parentPath(path).toLowerCase());
    return beside.length === 0 ? [] : [{ change, kind, path, beside }];
  });
  const found = await parallel(missing, AT_A_TIME, async (one) => {
    const named = one.beside.filter(({ spec }) => sameText(spec['name'], nameOf(one)));
    if (named.length === 1) return named.map((live) => perhaps(one, live, 'has its name'));
    const moved = await parallel(one.beside, AT_A_TIME, async (live) =>
      (await wasAt(one, live, client)) ? [perhaps(one, live, 'was at that path before')] : [],
    );
    return moved.flat().slice(0, 1);
  });
  return found.flat();
}

/** The name that is declared, or that a group gets where none is. */
function nameOf({ change, path }: Missing): unknown {
  return change.fields.find((field) => field.path === 'name')?.to ?? lastSegment(path);
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

function perhaps({ change, kind, path }: Missing, live: LiveEntry, why: string): Diagnostic {
  const where = entryAddress(kind, INSTANCE, live.key);
  return {
    severity: 'warning',
    code: 'renamed-by-hand',
    message: `${change.address} is not there, and ${where} (id ${String(live.id)}), which nobody declared, ${why}: it may be the same one`,
    place: change.place,
    remedy: `if it is the same one, renamed by hand, write \`previously: ${live.key}\` to have it back at ${path}, or declare it as ${live.key}; else an apply makes a new one`,
  };
}

/** GitLab compares names and paths without case. */
function sameText(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase();
}

function keyOf({ file, line, column }: NonNullable<Diagnostic['place']>): string {
  return `${file}:${line}:${column}`;
}
