import type { BatchAnswer, Rows } from './ask-batch.ts';

/** Of how many scopes a batch asks: of the least at first. */
const SIZE = { least: 25, most: 100 } as const;

/** How many batches are under way or wait to be taken: each keeps a worker of the platform busy for seconds. */
const AHEAD = { first: 4, most: 16 } as const;

/** How long the platform works on a batch that has the right size, in milliseconds: workers are few, and a request that takes long is given up. */
const WORK = { least: 1000, most: 4000 };

/** How long a batch waits for a worker, in milliseconds, where more of them may be asked for, and where they are too many. */
const WAIT = { little: 500, long: 1000 };

/** About so many rows a batch has at most, and all that are ahead: a hundred groups of twenty take a slow worker three seconds. */
const ROWS = { batch: 2500, ahead: 20_000 };

/** After so many answers of no use in a row nothing more is asked. */
const PATIENCE = 3;

/** The rows of scopes, batch by batch. */
export interface BatchQueue {
  /** The rows of the group or project of this number, once; undefined where batches do not show all of them. */
  readonly take: (id: number) => Promise<Rows | undefined>;
}

type Batch = Promise<Map<number, Rows>>;

/** Asks for these scopes, in this order, some batches ahead of what is taken; the batches grow and shrink with the time that they take. */
export function createBatchQueue(
  ids: readonly number[],
  ask: (ids: readonly number[]) => Promise<BatchAnswer>,
): BatchQueue {
  const batches = new Map<number, Batch>();
  let size: number = SIZE.least;
  let most: number = SIZE.most;
  let ahead: number = AHEAD.first;
  /** How many rows a scope has, by the last answer. */
  let rowsEach = 0;
  let next = 0;
  let untaken = 0;
  let inVain = 0;
  let isOver = false;

  const learn = ({ rows, worked, waited }: Extract<BatchAnswer, { type: 'rows' }>, asked: number): void => {
    inVain = 0;
    rowsEach = [...rows.values()].reduce((sum, { length }) => sum + length, 0) / Math.max(1, rows.size);
    size = Math.min(most, fitting(size, asked, worked), Math.max(SIZE.least, Math.floor(ROWS.batch / rowsEach)));
    if (waited < WAIT.little) ahead = Math.min(AHEAD.most, ahead + 1);
    else if (waited > WAIT.long) ahead = Math.max(1, ahead - 1);
  };

  const rowsOf = async (some: readonly number[]): Batch => {
    if (isOver) return new Map();
    const answer = await ask(some);
    switch (answer.type) {
      case 'rows':
        learn(answer, some.length);
        return answer.rows;
      case 'never':
        isOver = true;
        return new Map();
      case 'too-much': {
        // Those that were under way together tell the same.
        if (some.length <= size) inVain++;
        most = Math.min(most, smaller(some.length));
        size = Math.min(size, most);
        if (inVain >= PATIENCE) isOver = true;
        const found: (readonly [number, Rows])[] = [];
        for (let from = 0; from < some.length; from += most)
          found.push(...(await rowsOf(some.slice(from, from + most))));
        return new Map(found);
      }
    }
  };

  const send = (): void => {
    const some = ids.slice(next, next + size);
    next += some.length;
    untaken += some.length;
    const batch = rowsOf(some);
    // Who takes from it is told; until somebody does it is no surprise either.
    batch.catch(() => undefined);
    for (const id of some) batches.set(id, batch);
  };

  return {
    async take(id) {
      const reach = (): number => Math.min(ahead * size, ROWS.ahead / rowsEach);
      while (next < ids.length && (!batches.has(id) || untaken < reach())) send();
      const batch = batches.get(id);
      if (batch === undefined) return undefined;
      try {
        const rows = await batch;
        const found = rows.get(id);
        rows.delete(id);
        return found;
      } finally {
        batches.delete(id);
        untaken--;
      }
    },
  };
}

/** How many batches it takes for so many scopes, where the platform answers soon. */
export function batchesOf(scopes: number): number {
  const first = AHEAD.first * SIZE.least;
  return scopes <= first ? Math.ceil(scopes / SIZE.least) : AHEAD.first + Math.ceil((scopes - first) / SIZE.most);
}

/** The size of the batches after one of `asked` scopes: what one of another size has taken says little of more. */
function fitting(size: number, asked: number, worked: number): number {
  if (worked > WORK.most) return Math.min(size, smaller(asked));
  return worked < WORK.least && asked >= size ? size * 2 : size;
}

function smaller(size: number): number {
  return Math.max(SIZE.least, Math.floor(size / 2));
}
