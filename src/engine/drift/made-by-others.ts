import { entryAddress, sectionAddress } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import { identity } from '../../kind.ts';
import type { LiveEntry, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { whoChanged } from './who-changed.ts';

/** What an earlier run has left unfinished, as far as it matters here. */
interface LostAnswer {
  readonly address: string;
  readonly secretLost: boolean;
  /** When its last call was begun, by the clock of the machine that ran it. */
  readonly at: string;
}

/** Two clocks may differ so far, and a call be under way so long; what was made further from it is not of that call. A guess, in milliseconds. */
const AS_ONE_MOMENT = 10 * 60_000;

/**
 * Tells whether somebody else has made what stands where the answer of an earlier run, and the secret in it, was lost: by the moment at which it was
 * made, where it tells that, and by audit events, for what does not say itself who made it. Where there are none to be read it is not known, and
 * taken for the run's own. Throws ApiError.
 */
export async function madeByOthers(
  unfinished: readonly LostAnswer[],
  { sections, instance }: Pick<World, 'sections' | 'instance'>,
  kinds: Kinds,
  client: Client,
): Promise<(address: string, id: LiveEntry['id']) => boolean> {
  const standing = unfinished.flatMap(({ address, secretLost, at }) => {
    const { kind, scope, key } = partsOf(address, kinds);
    if (!secretLost || kind.history?.maker !== undefined || kind.history?.events === undefined) return [];
    const entries = sections.get(sectionAddress(scope, kind.section)) ?? [];
    return entries.flatMap((entry) =>
      entry.id === undefined || identity(kind, entry.key) !== identity(kind, key)
        ? []
        : [
            {
              address: entryAddress(kind, scope, numbered(identity(kind, entry.key), entry.id)),
              id: entry.id,
              atAnotherTime: isAnotherMoment(kind.history?.madeAt?.(entry.live), at),
            },
          ],
    );
  });
  // Events are asked of those alone of which the moment says nothing.
  const entries = standing.filter(({ atAnotherTime }) => !atAnotherTime);
  const touches = await whoChanged({ changes: [], unmanaged: [{ entries }] }, client, kinds);
  const others = new Set(
    standing.flatMap(({ address, atAnotherTime }) => {
      const { made, author } = touches.get(address) ?? {};
      return atAnotherTime || (made === true && author !== instance.me.username) ? [address] : [];
    }),
  );
  return (address, id) => {
    if (id === undefined || others.size === 0) return false;
    const { kind, scope, key } = partsOf(address, kinds);
    return others.has(entryAddress(kind, scope, numbered(identity(kind, key), id)));
  };
}

function isAnotherMoment(madeAt: string | undefined, at: string): boolean {
  return madeAt !== undefined && Math.abs(Date.parse(madeAt) - Date.parse(at)) > AS_ONE_MOMENT;
}

/** Two may have one name: each by its number. */
function numbered(key: string, id: number | string): string {
  return `${key}#${id}`;
}
