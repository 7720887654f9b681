import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kinds } from '../../engine/kinds.ts';
import { NO_BELIEFS, type Beliefs } from '../../engine/since/beliefs.ts';
import type { Seen } from '../../engine/since/keep.ts';
import { openLastLook } from '../../engine/since/last-look.ts';
import { isLook, lookText, readLook } from '../../engine/since/look-file.ts';
import type { Desired, Plan, World } from '../../model.ts';
import { version } from '../../version.ts';
import type { Output } from '../files/writable.ts';
import { OutputError, writeOutput } from '../files/write-output.ts';
import type { Connection } from '../session/connect.ts';
import type { PlanningOptions } from '../session/options.ts';

/** Where a look is kept where nobody says where. */
const USUAL_FILE = '.keelson/last-look.json';
const LOOK = 'the last look';
const HOUR = 3_600_000;

/** What an earlier run has left for this one to believe, and how this one leaves its own. */
interface KeptLooks {
  readonly beliefs: Beliefs;
  /** What the plan says of it. */
  told(wanted: Desired, world: World): Pick<Plan, 'look'>;
  /** The text is made at once, and the world let go; it is written when what was found has been told. */
  keeping(seen: Seen): () => readonly Diagnostic[];
}

const NOTHING_KEPT: KeptLooks = { beliefs: NO_BELIEFS, told: () => ({}), keeping: () => () => [] };

/** The file of the last look, where one is to be used. */
export function lookFile({ cache, since }: Pick<PlanningOptions, 'cache' | 'since'>): string | undefined {
  return cache ?? (since === 'last' ? USUAL_FILE : undefined);
}

/** The same as a file that the run is going to write. */
export function lookOutputs(options: Pick<PlanningOptions, 'cache' | 'since'>): readonly Output[] {
  const file = lookFile(options);
  return file === undefined ? [] : [{ file, what: LOOK, makesFolder: true, whole: true, replaces: isLook }];
}

/** Opens the last look, where one is to be used: what events tell since it is read before anything else. */
export async function lastLookOf(
  options: Pick<PlanningOptions, 'cache' | 'since' | 'fullAfter'>,
  desired: Desired,
  kinds: Kinds,
  { client, instance }: Connection,
): Promise<KeptLooks> {
  const file = lookFile(options);
  if (file === undefined) return NOTHING_KEPT;
  const origin = { url: instance.url, gitlab: instance.version, keelson: version, user: instance.me.id };
  const oldest = (options.fullAfter ?? 24) * HOUR;
  const last = await openLastLook(readLook(file), { origin, oldest }, { desired, kinds, client, instance });
  return {
    beliefs: last.beliefs,
    told: ({ sections }, { believed = new Set() }) => {
      const since = last.oldestOf(believed);
      const read = sections.length - believed.size;
      return {
        look: {
          read,
          believed: believed.size,
          ...(since !== undefined && { since }),
          ...(last.why !== undefined && { why: last.why }),
        },
      };
    },
    keeping(seen) {
      const look = last.keep(seen);
      if (look === undefined) return () => [];
      const text = lookText(look);
      return () => written(file, text);
    },
  };
}

/** A look that could not be kept is no reason to hide what was seen by it: the next run reads everything. */
function written(file: string, text: string): readonly Diagnostic[] {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeOutput(file, LOOK, text);
    return [];
  } catch (error) {
    const why = error instanceof OutputError || error instanceof Error ? error.message : String(error);
    const remedy =
      'make room for it, or name another file with --cache; until then what it held is believed no longer than --full-after';
    return [
      {
        severity: 'warning',
        code: 'look-not-kept',
        message: `the look could not be kept for the next run: ${why}`,
        remedy,
      },
    ];
  }
}
