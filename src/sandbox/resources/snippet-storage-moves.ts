import { actor, requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { basicSnippet } from '../entities/snippet.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { accepted, created, failure, invalid, notFound, ok, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import type { SnippetRow, StorageMoveRow } from '../snippet-rows.ts';
import { advanceMoves, defaultStorage, isMoving, scheduleMove, storages } from './snippet-moves.ts';

const moveId = { repository_storage_move_id: { type: 'integer', required: true } } as const;

function moveEntity(call: Call, move: StorageMoveRow): JsonObject {
  const snippet = call.world.state.snippets.get(move.snippet_id);
  return {
    id: move.id,
    created_at: move.created_at,
    state: move.state,
    source_storage_name: move.source,
    destination_storage_name: move.destination,
    error_message: move.error,
    snippet: snippet === undefined ? null : basicSnippet(call, snippet),
  };
}

function administrated(call: Call): void {
  actor(call);
  requireAdmin(call);
  advanceMoves(call.world);
}

function snippetOf(call: Call, args: { readonly id: string }): SnippetRow {
  administrated(call);
  const snippet = /^\d+$/.test(args.id) ? call.world.state.snippets.get(Number(args.id)) : undefined;
  return snippet ?? refuse(notFound('Snippet'));
}

/** Newest first; of the same moment, the later one. */
function newestFirst(moves: readonly StorageMoveRow[]): readonly StorageMoveRow[] {
  return moves.toSorted((a, b) => (a.created_at === b.created_at ? b.id - a.id : a.created_at < b.created_at ? 1 : -1));
}

function requireStorage(call: Call, name: string, value: string): void {
  if (!storages(call.world.state).includes(value)) refuse(failure(400, `${name} does not have a valid value`));
}

export const snippetStorageMoveRoutes = [
  // GET /snippet_repository_storage_moves: administrators, newest first (18.9).
  route({
    method: 'GET',
    path: '/snippet_repository_storage_moves',
    params: paged,
    access: administrated,
    handle: ({ call, args }) =>
      paginate(call, args, newestFirst(call.world.state.storageMoves.all()), (move) => moveEntity(call, move)),
  }),
  // GET /snippet_repository_storage_moves/:repository_storage_move_id (18.9).
  route({
    method: 'GET',
    path: '/snippet_repository_storage_moves/:repository_storage_move_id',
    params: moveId,
    access: administrated,
    handle: ({ call, args }) => {
      const move = call.world.state.storageMoves.get(args.repository_storage_move_id) ?? refuse(rowNotFound());
      return ok(moveEntity(call, move));
    },
  }),
  // POST /snippet_repository_storage_moves: a move for each snippet of a storage, 202 (18.9).
  route({
    method: 'POST',
    path: '/snippet_repository_storage_moves',
    params: { source_storage_name: { type: 'string' }, destination_storage_name: { type: 'string' } },
    access: administrated,
    handle: ({ call, args }) => {
      const { state } = call.world;
      // Required like the enums that are known beforehand; which storages there are is known only now.
      const missing = 'source_storage_name is missing, source_storage_name does not have a valid value';
      const source = args.source_storage_name ?? refuse(failure(400, missing));
      requireStorage(call, 'source_storage_name', source);
      const wanted = args.destination_storage_name ?? undefined;
      if (wanted !== undefined) requireStorage(call, 'destination_storage_name', wanted);
      for (const snippet of state.snippets.all()) {
        if (snippet.storage !== source || isMoving(state, snippet)) continue;
        scheduleMove(call, snippet, wanted ?? defaultStorage(state));
      }
      return accepted();
    },
  }),
  // GET /snippets/:id/repository_storage_moves (18.9).
  route({
    method: 'GET',
    path: '/snippets/:id/repository_storage_moves',
    params: paged,
    access: snippetOf,
    handle: ({ call, args, subject }) =>
      paginate(call, args, newestFirst(call.world.state.storageMovesOf(subject.id)), (move) => moveEntity(call, move)),
  }),
  // GET /snippets/:id/repository_storage_moves/:repository_storage_move_id (18.9).
  route({
    method: 'GET',
    path: '/snippets/:id/repository_storage_moves/:repository_storage_move_id',
    params: moveId,
    access: snippetOf,
    handle: ({ call, args, subject }) => {
      const move = call.world.state.storageMoves.get(args.repository_storage_move_id);
      return ok(moveEntity(call, move?.snippet_id === subject.id ? move : refuse(rowNotFound())));
    },
  }),
  // POST /snippets/:id/repository_storage_moves: one at a time; the storage is picked when none is named (18.9).
  route({
    method: 'POST',
    path: '/snippets/:id/repository_storage_moves',
    params: { destination_storage_name: { type: 'string' } },
    access: snippetOf,
    handle: ({ call, args, subject }) => {
      const { state } = call.world;
      const destination = args.destination_storage_name ?? defaultStorage(state);
      const errors: Record<string, readonly string[]> = {};
      if (!storages(state).includes(destination)) errors['destination_storage_name'] = ['is not included in the list'];
      if (isMoving(state, subject)) errors['snippet'] = ['is read-only'];
      if (Object.keys(errors).length > 0) refuse(invalid(errors));
      return created(moveEntity(call, scheduleMove(call, subject, destination)));
    },
  }),
];
