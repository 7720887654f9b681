import { entryAddress, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import { parallel } from '../../base/parallel.ts';
import { isList } from '../../base/shape.ts';
import { identity, type Kind } from '../../kind.ts';
import type { LiveEntry, World } from '../../model.ts';
import type { Traces } from '../apply/own-work.ts';
import { kindOf } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import type { ChangedSince } from './changed-since.ts';
import type { Asked } from './meant.ts';
import { numberMade } from './number-made.ts';
import type { Undo, UndoEntry } from './undo.ts';

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
  const { kinds } = asked;
  const missing = undo.entries.flatMap((entry) => {
    const kind = kindOf(kinds, entry.section);
    const there = world.sections.get(sectionAddress(entry.scope, entry.section)) ?? [];
    const number = numberMade(entry, undo, traces, kinds);
    const isThere = there.some(({ key, renamedFrom }) => isCalled(kind, renamedFrom ?? key, entry.key));
    return number === undefined || isThere ? [] : [{ entry, kind, there, number }];
  });
  const found = await parallel(missing, AT_A_TIME, async ({ entry, kind, there, number }): Promise<ChangedSince[]> => {
    const live = there.find(({ id }) => id === number) ?? (await numbered(kind, number, entry, asked));
    if (live === undefined || live.pendingDeletion !== undefined || live.superseded !== undefined) return [];
    if (isCalled(kind, live.key, entry.key)) return [];
    const address = entryAddress(kind, entry.scope, live.key);
    const how = `is ${address} by now (id ${String(number)}): somebody has given it, or whom it names, another name`;
    return [{ entry, how, remedy: `see who did that, and why; remove ${address} by hand, or give it its name back` }];
  });
  return found.flat();
}

async function numbered(
  kind: Kind,
  number: number | string,
  { scope }: UndoEntry,
  { client, instance }: Asked,
): Promise<LiveEntry | undefined> {
  const read = typeof number === 'number' ? kind.reads.numbered?.(number) : undefined;
  const answer = read && (await client.read(read).catch(unknownIfRefused));
  if (answer === undefined) return undefined;
  return decoded(kind, isList(answer) ? answer : [answer], createDecodeContext(scope, instance, new Map()))[0];
}

function isCalled(kind: Pick<Kind, 'identity'>, one: string, other: string): boolean {
  return identity(kind, one) === identity(kind, other);
}
