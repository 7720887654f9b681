import { actor, requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { basicSnippet } from './entity.ts';
import type { JsonObject } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { accepted, created, failure, invalid, notFound, ok, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { SnippetRow, StorageMoveRow } from './rows.ts';
import { defaultStorage, isMoving, scheduleAllMoves, scheduleMove, storages } from './moves.ts';

const moveId = { repository_storage_move_id: { type: 'integer', required: true } } as const;

function moveEntity(context: RequestContext, move: StorageMoveRow): JsonObject {
  const snippet = context.platform.state.snippets.get(move.snippet_id);
  return {
    id: move.id,
    created_at: move.created_at,
    state: move.state,
    source_storage_name: move.source,
    destination_storage_name: move.destination,
    error_message: move.error,
    snippet: snippet === undefined ? null : basicSnippet(context, snippet),
  };
}

function administrated(context: RequestContext): void {
  actor(context);
  requireAdmin(context);
}

function snippetOf(context: RequestContext, args: { readonly id: string }): SnippetRow {
  administrated(context);
  const snippet = /^\d+$/.test(args.id) ? context.platform.state.snippets.get(Number(args.id)) : undefined;
  return snippet ?? refuse(notFound('Snippet'));
}

/** Newest first; of the same moment, the later one. */
function newestFirst(moves: readonly StorageMoveRow[]): readonly StorageMoveRow[] {
  return moves.toSorted((a, b) => (a.created_at === b.created_at ? b.id - a.id : a.created_at < b.created_at ? 1 : -1));
}

function requireStorage(context: RequestContext, name: string, value: string): void {
  if (!storages(context.platform.state).includes(value)) refuse(failure(400, `${name} does not have a valid value`));
}

export const snippetStorageMoveRoutes = [
  // GET /snippet_repository_storage_moves: administrators, newest first (18.9).
  route({
    method: 'GET',
    path: '/snippet_repository_storage_moves',
    params: paged,
    access: administrated,
    handle: ({ context, args }) =>
      paginate(context, args, newestFirst(context.platform.state.storageMoves.all()), (move) =>
        moveEntity(context, move),
      ),
  }),
  // GET /snippet_repository_storage_moves/:repository_storage_move_id (18.9).
  route({
    method: 'GET',
    path: '/snippet_repository_storage_moves/:repository_storage_move_id',
    params: moveId,
    access: administrated,
    handle: ({ context, args }) => {
      const move = context.platform.state.storageMoves.get(args.repository_storage_move_id) ?? refuse(rowNotFound());
      return ok(moveEntity(context, move));
    },
  }),
  // POST /snippet_repository_storage_moves: a move for each snippet of a storage, 202 (18.9).
  route({
    method: 'POST',
    path: '/snippet_repository_storage_moves',
    params: { source_storage_name: { type: 'string' }, destination_storage_name: { type: 'string' } },
    access: administrated,
    handle: ({ context, args }) => {
      const { state } = context.platform;
      // Required like the enums that are known beforehand; which storages there are is known only now.
      const missing = 'source_storage_name is missing, source_storage_name does not have a valid value';
      const source = args.source_storage_name ?? refuse(failure(400, missing));
      requireStorage(context, 'source_storage_name', source);
      const wanted = args.destination_storage_name ?? undefined;
      if (wanted !== undefined) requireStorage(context, 'destination_storage_name', wanted);
      scheduleAllMoves(context.platform, source, wanted ?? defaultStorage(state));
      return accepted();
    },
  }),
  // GET /snippets/:id/repository_storage_moves (18.9).
  route({
    method: 'GET',
    path: '/snippets/:id/repository_storage_moves',
    params: paged,
    access: snippetOf,
    handle: ({ context, args, subject }) =>
      paginate(context, args, newestFirst(context.platform.state.storageMovesOf(subject.id)), (move) =>
        moveEntity(context, move),
      ),
  }),
  // GET /snippets/:id/repository_storage_moves/:repository_storage_move_id (18.9).
  route({
    method: 'GET',
    path: '/snippets/:id/repository_storage_moves/:repository_storage_move_id',
    params: moveId,
    access: snippetOf,
    handle: ({ context, args, subject }) => {
      const move = context.platform.state.storageMoves.get(args.repository_storage_move_id);
      return ok(moveEntity(context, move?.snippet_id === subject.id ? move : refuse(rowNotFound())));
    },
  }),
  // POST /snippets/:id/repository_storage_moves: one at a time; the storage is picked when none is named (18.9).
  route({
    method: 'POST',
    path: '/snippets/:id/repository_storage_moves',
    params: { destination_storage_name: { type: 'string' } },
    access: snippetOf,
    handle: ({ context, args, subject }) => {
      const { state } = context.platform;
      const destination = args.destination_storage_name ?? defaultStorage(state);
      const errors: Record<string, readonly string[]> = {};
      if (!storages(state).includes(destination)) errors['destination_storage_name'] = ['is not included in the list'];
      if (isMoving(state, subject)) errors['snippet'] = ['is read-only'];
      if (Object.keys(errors).length > 0) refuse(invalid(errors));
      return created(moveEntity(context, scheduleMove(context.platform, subject, destination)));
    },
  }),
];
