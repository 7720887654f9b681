import type { Client } from '../../api/client.ts';
import type { Touch, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { isLater, touchOfField } from '../drift/touches.ts';
import { whoChanged } from '../drift/who-changed.ts';
import type { Kinds } from '../kinds.ts';
import { liveOf, type Difference, type Said } from './unapplied.ts';

/** When what is live was made, by address, as audit events tell, or it shows itself. Throws ApiError. */
export async function makings(
  differences: readonly Difference[],
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<ReadonlyMap<string, string>> {
  const addresses = [...new Set(differences.map(({ edit }) => edit.address))];
  const standing = addresses.map((address) => ({ address, id: liveOf(address, world, kinds)?.id }));
  const touches = await whoChanged({ changes: [], unmanaged: [], standing }, client, kinds);
  return new Map(
    addresses.flatMap((address) => {
      const live = liveOf(address, world, kinds);
      const shown = live && partsOf(address, kinds).kind.history?.madeAt?.(live.live);
      const touch = touches.get(address);
      const at = touch?.made ? touch.at : shown;
      return at === undefined ? [] : [[address, at] as const];
    }),
  );
}

/** What is known of who touched what differs. */
export interface Known {
  readonly who: ReadonlyMap<string, Touch>;
  /** When what is live was made. */
  readonly made: ReadonlyMap<string, string>;
  /** The user of the run, whose doing is an apply, of whichever version. */
  readonly me: string;
}

/**
 * Whether what differs waits for its apply since a commit landed that declared it otherwise than before: yes where nobody touched it since, by the
 * audit events; no where somebody did. Where these do not tell, yes only of what was there before anybody declared it.
 */
export function isPending(
  { edit, value }: Difference,
  said: Said,
  at: string,
  { who, made, me }: Known,
  kinds: Kinds,
): 'yes' | 'no' | 'unknown' {
  const events = partsOf(edit.address, kinds).kind.history?.events;
  const touch = who.get(edit.address);
  const last = value === undefined ? touch : touchOfField(touch, value.path[0]);
  if (last !== undefined && isLater(last.at, at)) return last.author === me ? 'unknown' : 'no';
  const making = made.get(edit.address);
  const wasThere = making !== undefined && !isLater(making, at);
  const isLogged =
    value === undefined
      ? edit.does !== 'add' || events?.isChange !== undefined
      : (events?.changed(value.path[0]) ?? []).length > 0;
  if (isLogged && (last !== undefined || wasThere)) return 'yes';
  return said === 'undeclared' && wasThere ? 'yes' : 'unknown';
}
