import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { parentPath } from '../../base/scope-path.ts';
import type { LiveEntry, Plan } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { perhapsRenamed, type MissingGroup } from './perhaps-renamed.ts';
import { createLeftPath } from './left-path.ts';

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
  const leftPath = createLeftPath(client);
  const asked = new Set(missing.flatMap(({ beside }) => beside).slice(0, MOST));
  const found = await parallel(missing, AT_A_TIME, async (one) => {
    const candidates = one.beside.filter((live) => asked.has(live));
    const left = await parallel(candidates, AT_A_TIME, async (live) => ({
      live,
      at: await leftPath(one.kind, live, one.path),
    }));
    // Several may have been there: who left it last is the one that has been declared.
    const [last] = left
      .flatMap(({ live, at }) => (at === undefined ? [] : [{ live, at: Date.parse(at) }]))
      .toSorted((one, other) => other.at - one.at);
    return last === undefined ? [] : [tell(one, last.live, 'was at that path before')];
  });
  return found.flat();
}

function keyOf({ file, line, column }: NonNullable<Diagnostic['place']>): string {
  return `${file}:${line}:${column}`;
}
