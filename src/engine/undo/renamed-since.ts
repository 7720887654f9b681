import { entryAddress, sectionAddress } from '../../address.ts';
import { parallel } from '../../base/parallel.ts';
import { identity, type Kind } from '../../kind.ts';
import type { World } from '../../model.ts';
import type { Traces } from '../apply/own-work.ts';
import { kindOf } from '../kinds.ts';
import { byNumber } from '../observe/by-number.ts';
import type { ChangedSince } from './changed-since.ts';
import type { Asked } from './meant.ts';
import { numberMade } from './number-made.ts';
import type { Undo } from './undo.ts';

const AT_A_TIME = 8;

/**
 * What the apply has made and somebody has given another name since: under its own there is nothing to take back, and it is there all the same. It is
 * looked for by its number, among what is read anyway; what no list shows all of is asked for by that. Throws ApiError.
 */
export async function renamedSince(
  undo: Undo,
  world: World,
  traces: Traces,
  asked: Asked,
): Promise<readonly ChangedSince[]> {
  const { kinds, client, instance } = asked;
  const missing = undo.entries.flatMap((entry) => {
    const kind = kindOf(kinds, entry.section);
    const there = world.sections.get(sectionAddress(entry.scope, entry.section)) ?? [];
    const number = numberMade(entry, undo, traces, kinds);
    const isThere = there.some(({ key, renamedFrom }) => isCalled(kind, renamedFrom ?? key, entry.key));
    return number === undefined || isThere ? [] : [{ entry, kind, there, number }];
  });
  const found = await parallel(missing, AT_A_TIME, async ({ entry, kind, there, number }): Promise<ChangedSince[]> => {
    const live = there.find(({ id }) => id === number) ?? (await byNumber(number, kind, entry.scope, instance, client));
    if (live === undefined || live.pendingDeletion !== undefined || live.superseded !== undefined) return [];
    if (isCalled(kind, live.key, entry.key)) return [];
    const address = entryAddress(kind, entry.scope, live.key);
    const how = `is ${address} by now (id ${String(number)}): somebody has given it, or whom it names, another name`;
    return [{ entry, how, remedy: `see who did that, and why; remove ${address} by hand, or give it its name back` }];
  });
  return found.flat();
}

function isCalled(kind: Pick<Kind, 'identity'>, one: string, other: string): boolean {
  return identity(kind, one) === identity(kind, other);
}
