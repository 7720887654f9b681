import type { RequestContext } from '../http/request-context.ts';
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

/** Whether a move holds the snippet's repository read-only. */
export function isMoving(state: State, snippet: SnippetRow): boolean {
  return state.storageMovesOf(snippet.id).some((move) => move.state === 'scheduled' || move.state === 'started');
}

/** Schedules a move. */
export function scheduleMove(context: RequestContext, snippet: SnippetRow, destination: string): StorageMoveRow {
  const { state, clock } = context.platform;
  return state.storageMoves.insert({
    snippet_id: snippet.id,
    state: 'scheduled',
    source: snippet.storage,
    destination,
    error: null,
    created_at: timestamp(clock),
  });
}

/**
 * Brings the moves to where the background has them by now: scheduled, started, replicated, finished, each after
 * as long as background work takes. With the copy the snippet changes its storage.
 */
export function advanceMoves(platform: Platform): void {
  const { state, clock, backgroundDelay } = platform;
  for (const move of state.storageMoves.all()) {
    const steps = (clock.now().getTime() - Date.parse(move.created_at)) / Math.max(backgroundDelay, 1);
    if (move.state === 'scheduled' && steps >= 1) state.storageMoves.update(move, { state: 'started' });
    if (move.state === 'started' && steps >= 2) replicate(state, move);
    if (move.state === 'replicated' && steps >= 3) state.storageMoves.update(move, { state: 'finished' });
  }
}

function replicate(state: State, move: StorageMoveRow): void {
  state.storageMoves.update(move, { state: 'replicated' });
  const snippet = state.snippets.get(move.snippet_id);
  if (snippet !== undefined) state.snippets.update(snippet, { storage: move.destination });
}
