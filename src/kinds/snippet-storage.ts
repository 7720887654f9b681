import { kind, type Fault } from '../kind.ts';
import type { LiveObject } from '../model.ts';
import type { Emptying, Read } from '../read.ts';

export type SnippetStorageSpec = {
  readonly from: string;
  /** Null where nothing lies on the storage. */
  readonly to: string | null;
};

/** A storage, and where what is declared to leave it lies: there still, or nowhere. */
type LiveSnippetStorage = LiveObject & { readonly from?: string; readonly lies?: string | null };

/**
 * For administrators alone, as no list of snippets is: for anybody else `GET /snippets/all` passes over the storage that is asked for, and what
 * it shows proves nothing (18.9, from the documents: nothing of moves is recorded).
 */
const MOVES: Read = { path: '/snippet_repository_storage_moves' };

/** Where snippets lie: what lies on one storage is moved to another. An entry is a storage, which is there whatever anybody declares. */
export const snippetStorages = kind<SnippetStorageSpec, LiveSnippetStorage>({
  section: 'snippet_storage',
  singular: 'snippet_storage',
  description:
    'Where snippets lie: all that lie on a storage are moved to another one, and followed until none is left. New ones come to it for as long as it has a weight in the setting `repository_storages_weighted`.',
  scopes: ['instance'],
  shape: { type: 'map', name: 'from', short: 'to' },
  schema: {
    properties: {
      from: {
        type: 'string',
        minLength: 1,
        description: 'The storage that is to have no snippets.',
      },
      to: {
        type: 'string',
        minLength: 1,
        'x-one-way': 'what was moved is not told from what lay there before, and stays',
        description: 'The storage that they are moved to. While a snippet is moved, nobody can change it.',
      },
    },
    required: ['to'],
  },
  identity: {
    names: 'exact',
    key: ({ from }) => from ?? '',
  },
  reads: {
    all: (_scope, keys) =>
      keys.length === 0 ? [] : [{ ...MOVES, query: { per_page: 1 }, unpaged: true }, ...keys.map(snippetsOn)],
    // One that is there is enough.
    listed: (list, { query }) => {
      const from = query?.['repository_storage'];
      return typeof from === 'string' ? [{ from, lies: list.length === 0 ? null : from }] : [];
    },
  },
  decode: ({ from = '', lies }) => ({ key: from, spec: { from, to: lies } }),
  calls: {
    // 202 with a message, and no number of anything (POST /snippet_repository_storage_moves, 18.9, from the documents).
    shown: { always: ['message'] },
    update: ({ from = '' }, { entry }) => [
      {
        method: 'POST',
        path: MOVES.path,
        body: { source_storage_name: from, destination_storage_name: entry.spec.to ?? '' },
        answer: 'another',
        empties: moving(from),
      },
    ],
  },
  rules: {
    check: ({ from, to }) => (from === to && to !== undefined ? [moved('`to` is where they lie already')] : []),
    // What comes to a storage that another entry empties would go on from there, in whatever order, or in a circle.
    checkBeside: ({ to }, others) =>
      others.some(({ from }) => from === to)
        ? [moved(`What lies on \`${to}\` is moved away itself, so that nothing can stay there`)]
        : [],
  },
});

function moved(message: string): Fault {
  return { field: 'to', message, remedy: 'Write the storage on which they are to lie in the end' };
}

function snippetsOn(storage: string): Read {
  return { path: '/snippets/all', query: { repository_storage: storage, per_page: 1 }, unpaged: true };
}

/**
 * The moves of what lies on a storage. One that is sent once more, be it that its answer was lost, doubles none: by the documents a snippet is
 * read-only while it is moved, and by GitLab's source, which is a guess as long as nothing is recorded, no second move is made for it then.
 */
function moving(storage: string): Emptying {
  const { path, query } = snippetsOn(storage);
  return {
    list: { path, ...(query && { query }) },
    what: 'snippet',
    jobs: { ...MOVES, pages: true },
    of: { source_storage_name: storage },
    row: 'snippet',
    field: 'state',
    while: ['initial', 'scheduled', 'started', 'replicated'],
    failed: { is: ['failed', 'cleanup failed'], why: 'error_message' },
  };
}
