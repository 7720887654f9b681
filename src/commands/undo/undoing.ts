import { existsSync, statSync } from 'node:fs';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { refusedFields } from '../../config/refused-fields.ts';
import { secretHash } from '../../engine/apply/secret-hash.ts';
import { meantBy, namesIn, namesMade } from '../../engine/undo/meant.ts';
import { ended, type Ended } from '../../engine/undo/ended.ts';
import { withHanded } from '../../engine/undo/handed.ts';
import { withNamesLookedUp } from '../../engine/undo/names-looked-up.ts';
import type { Undo } from '../../engine/undo/undo.ts';
import { undoOf } from '../../engine/undo/undo-of.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import { undoJson } from '../../report/undo-json.ts';
import { lostLines, lostQuestion } from '../../report/undo-text.ts';
import type { Output } from '../files/writable.ts';
import { OutputError, writeOutput } from '../files/write-output.ts';
import type { Planned } from '../planning/make-plan.ts';
import type { Connection } from '../session/connect.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The undo of a run: it is written before the first write, and once more when the run has ended, with what that has done itself. */
export interface Undoing {
  /** What the question whether to apply says of it. */
  readonly question: string;
  /** Throws OutputError. */
  begin(): void;
  /** What the run has done itself is left in the file. Why that could not be completed, which is no reason to keep back what has been done. */
  end(run: Omit<Ended, 'secrets'>): Promise<Diagnostic | undefined>;
}

const WHAT = 'the undo';
const AT_A_TIME = 8;

/** The undo of a plan, and says what nothing will bring back; undefined where none is asked for, or there is nothing to undo. Throws ApiError. */
export async function undoingOf(
  file: string | undefined,
  { plan, ground, kinds }: Planned,
  { client, instance }: Connection,
  terminal: Pick<Terminal, 'say'>,
): Promise<Undoing | undefined> {
  if (file === undefined || ground === undefined || plan.changes.length === 0) return undefined;
  const { compared } = ground;
  const asked = { kinds, client, instance };
  const world = await withNamesLookedUp(plan.changes, ground.world, asked);
  const back = undoOf(plan, { desired: compared, world, kinds, check: refusedFields(allKinds) });
  const names = back.entries.flatMap((entry) => [...namesIn(entry, kinds), ...namesMade(entry, kinds)]);
  const undo = {
    ...back,
    entries: await withHanded(back.entries, asked),
    meant: await meantBy(names, asked),
  };
  lostLines(undo.lost).forEach(terminal.say);
  const write = (one: Undo): void => {
    writeOutput(file, WHAT, undoJson(one));
  };
  return {
    question: lostQuestion(undo.lost),
    begin: () => {
      write(undo);
    },
    end: async (run) => {
      const own = ended(undo, { ...run, secrets: await hashesOf(run) }, kinds, instance);
      try {
        write(own);
      } catch (error) {
        if (error instanceof OutputError) return incomplete(error);
        throw error;
      }
      terminal.say(wayBack(file, own));
      return undefined;
    },
  };
}

/** The hashes of the secrets that a run has made to hand them on. */
async function hashesOf({ outcomes, made }: Omit<Ended, 'secrets'>): Promise<Ended['secrets']> {
  const found = await parallel(outcomes, AT_A_TIME, async ({ change: { address, calls } }) => {
    const field = calls.find(({ saveSecretTo }) => saveSecretTo !== undefined)?.saveSecretTo?.field ?? '';
    const secret = made.get(address)?.[field];
    const isHanded = calls.some(({ handsOn }) => handsOn !== undefined);
    return isHanded && typeof secret === 'string' ? [[address, await secretHash(secret)] as const] : [];
  });
  return new Map(found.flat());
}

function wayBack(file: string, { entries, lost }: Undo): string {
  if (entries.length === 0) return `${file} holds no entry: this run has done nothing that could be brought back.`;
  const but = lost.length === 0 ? '' : ', but for what is told above';
  return `\`keelson apply ${file}\` brings back what was live before${but}.`;
}

/** The file of an undo among what a command writes: what stands there may be the only way back of an earlier apply. */
export function undoOutput(file: string | undefined): readonly Output[] {
  return file === undefined ? [] : [{ file, what: WHAT, whole: true, trouble: earlierUndo }];
}

function earlierUndo(file: string): Diagnostic | undefined {
  if (!existsSync(file) || statSync(file).size === 0) return undefined;
  return {
    severity: 'error',
    code: 'unwritable',
    message: `${file} is to hold ${WHAT}, and something stands there: the only way back of an earlier apply, perhaps`,
    remedy: 'name a file that is yet to be made',
  };
}

function incomplete({ message }: OutputError): Diagnostic {
  return {
    severity: 'error',
    code: 'unwritable',
    message,
    remedy:
      'keep the file as it is: it brings back all but what this run has made, where its journal does not show that',
  };
}
