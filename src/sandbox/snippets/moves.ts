import { timestamp } from '../store/clock.ts';
import type { SnippetRow, StorageMoveRow } from './rows.ts';
import type { State } from '../store/state.ts';
import type { Platform } from '../store/platform.ts';

/** The names of the configured storages, with the weight that each has for what is new. */
function weights(state: State): readonly (readonly [string, number])[] {
  const known = state.settings['repository_storages_weighted'];
  const pairs = typeof known === 'object' && known !== null ? Object.entries(known) : [];
  const weighted = pairs.map(([name, weight]) => [name, typeof weight === 'number' ? weight : 0] as const);
  return weighted.length === 0 ? [['default', 100]] : weighted;
}

/** The names of the configured storages. */
export function storages(state: State): readonly string[] {
  return weights(state).map(([name]) => name);
}

/** The storage that what is new goes to: the one that weighs most. */
export function defaultStorage(state: State): string {
  const [heaviest] = weights(state).toSorted(([, a], [, b]) => b - a);
  return heaviest?.[0] ?? 'default';
}

const UNDER_WAY: ReadonlySet<string> = new Set(['scheduled', 'started', 'replicated']);

/** Whether a move holds the snippet's repository read-only. */
export function isMoving(state: State, snippet: SnippetRow): boolean {
  return state.storageMovesOf(snippet.id).some((move) => move.state === 'scheduled' || move.state === 'started');
}

/** Schedules a move. */
export function scheduleMove({ state, clock }: Platform, snippet: SnippetRow, destination: string): StorageMoveRow {
  return state.storageMoves.insert({
    snippet_id: snippet.id,
    state: 'scheduled',
    source: snippet.storage,
    destination,
    error: null,
    created_at: timestamp(clock),
  });
}

/** Puts off a move of each snippet of a storage: the platform answers before there is any (POST /snippet_repository_storage_moves, 18.9, by its source). */
export function scheduleAllMoves({ state, clock, backgroundDelay }: Platform, from: string, to: string): void {
  const runAt = new Date(clock.now().getTime() + backgroundDelay).toISOString();
  state.jobs.insert({ kind: 'move_snippets', target_id: 0, run_at: runAt, storages: { from, to } });
}

/** Schedules a move of each snippet that lies on a storage by now, but for those that are being moved already: they are read-only. */
export function scheduleMoves(platform: Platform, from: string, to: string): void {
  for (const snippet of platform.state.snippets.all())
    if (snippet.storage === from && !isMoving(platform.state, snippet)) scheduleMove(platform, snippet, to);
}

/**
 * Brings the moves to where the background has them by now: scheduled, started, replicated, finished, each after
 * as long as background work takes. With the copy the snippet changes its storage; a copy that fails leaves it where it was.
 */
export function advanceMoves({ state, clock, backgroundDelay, jobFails }: Platform): void {
  for (const move of state.storageMoves.all()) {
    if (!UNDER_WAY.has(move.state)) continue;
    const of = `/snippets/${move.snippet_id}`;
    const steps = (clock.now().getTime() - Date.parse(move.created_at)) / Math.max(backgroundDelay, 1);
    if (move.state === 'scheduled' && steps >= 1) state.storageMoves.update(move, { state: 'started' });
    if (move.state === 'started' && steps >= 2) {
      // What it says is a guess: of what fails nothing is recorded.
      if (jobFails('MOVE', of))
        state.storageMoves.update(move, { state: 'failed', error: 'Failed to verify checksum' });
      else replicate(state, move);
    }
    if (move.state === 'replicated' && steps >= 3)
      state.storageMoves.update(
        move,
        jobFails('CLEANUP', of)
          ? { state: 'cleanup failed', error: 'Failed to remove repository' }
          : { state: 'finished' },
      );
  }
}

function replicate(state: State, move: StorageMoveRow): void {
  state.storageMoves.update(move, { state: 'replicated' });
  const snippet = state.snippets.get(move.snippet_id);
  if (snippet !== undefined) state.snippets.update(snippet, { storage: move.destination });
}
