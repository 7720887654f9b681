/** What every row has. */
export interface Row {
  readonly id: number;
}

type Key = string | number | null;

/** Rows that share a key, by key, oldest row first. */
export type Many<R> = (key: string | number) => readonly R[];

/** The one row that has a key. */
export type Unique<R> = (key: string | number) => R | undefined;

interface Index<R> {
  readonly keyOf: (row: R) => Key;
  add(key: Exclude<Key, null>, row: R): void;
  remove(key: Exclude<Key, null>, row: R): void;
  clear(): void;
}

/**
 * Rows by id, with as many indexes as the look-ups need. Rows change only through `update`, so that the
 * indexes follow; a row object stays the same object all its life.
 */
export interface Table<R extends Row> {
  insert(row: Omit<R, 'id'>): R;
  update(row: R, changes: Partial<Omit<R, 'id'>>): void;
  remove(row: R): void;
  get(id: number): R | undefined;
  /** All rows by id, ascending; cut pages from it, do not copy it. */
  all(): readonly R[];
  /** All rows in the order of a comparison, kept until the table changes; `name` names the order. */
  ordered(name: string, compare: (a: R, b: R) => number): readonly R[];
  unique(keyOf: (row: R) => Key): Unique<R>;
  many(keyOf: (row: R) => Key): Many<R>;
  nextId(): number;
  load(rows: readonly R[], nextId?: number): void;
}

/** An empty table. */
export function createTable<R extends Row>(): Table<R> {
  const byId = new Map<number, R>();
  const indexes: Index<R>[] = [];
  const orders = new Map<string, readonly R[]>();
  let rows: R[] = [];
  let next = 1;

  function place(row: R): void {
    byId.set(row.id, row);
    for (const index of indexes) {
      const key = index.keyOf(row);
      if (key !== null) index.add(key, row);
    }
  }

  function register(index: Index<R>): void {
    indexes.push(index);
    for (const row of rows) {
      const key = index.keyOf(row);
      if (key !== null) index.add(key, row);
    }
  }

  return {
    insert(fields) {
      // The id is the only thing the fields lack.
      const row = { ...fields, id: next++ } as R;
      rows.push(row);
      place(row);
      orders.clear();
      return row;
    },
    update(row, changes) {
      const before = indexes.map((index) => index.keyOf(row));
      Object.assign(row, changes);
      orders.clear();
      for (const [position, index] of indexes.entries()) {
        const was = before[position] ?? null;
        const is = index.keyOf(row);
        if (was === is) continue;
        if (was !== null) index.remove(was, row);
        if (is !== null) index.add(is, row);
      }
    },
    remove(row) {
      if (!byId.delete(row.id)) return;
      rows.splice(positionOf(rows, row.id), 1);
      orders.clear();
      for (const index of indexes) {
        const key = index.keyOf(row);
        if (key !== null) index.remove(key, row);
      }
    },
    get: (id) => byId.get(id),
    all: () => rows,
    ordered(name, compare) {
      const known = orders.get(name);
      if (known !== undefined) return known;
      const sorted = rows.toSorted(compare);
      orders.set(name, sorted);
      return sorted;
    },
    unique(keyOf) {
      const found = new Map<string | number, R>();
      register(uniqueIndex(found, keyOf));
      return (key) => found.get(key);
    },
    many(keyOf) {
      const found = new Map<string | number, R[]>();
      register(manyIndex(found, keyOf));
      return (key) => found.get(key) ?? [];
    },
    nextId: () => next,
    load(loaded, nextId) {
      byId.clear();
      orders.clear();
      for (const index of indexes) index.clear();
      rows = loaded.toSorted((a, b) => a.id - b.id);
      for (const row of rows) place(row);
      next = Math.max(nextId ?? 1, (rows.at(-1)?.id ?? 0) + 1);
    },
  };
}

function uniqueIndex<R extends Row>(found: Map<string | number, R>, keyOf: (row: R) => Key): Index<R> {
  return {
    keyOf,
    add: (key, row) => found.set(key, row),
    remove: (key, row) => {
      if (found.get(key) === row) found.delete(key);
    },
    clear: () => {
      found.clear();
    },
  };
}

function manyIndex<R extends Row>(found: Map<string | number, R[]>, keyOf: (row: R) => Key): Index<R> {
  return {
    keyOf,
    add: (key, row) => {
      const bucket = found.get(key);
      if (bucket === undefined) found.set(key, [row]);
      else if ((bucket.at(-1)?.id ?? 0) < row.id) bucket.push(row);
      else bucket.splice(positionOf(bucket, row.id), 0, row);
    },
    remove: (key, row) => {
      const bucket = found.get(key);
      if (bucket === undefined) return;
      const position = positionOf(bucket, row.id);
      if (bucket[position] === row) bucket.splice(position, 1);
      if (bucket.length === 0) found.delete(key);
    },
    clear: () => {
      found.clear();
    },
  };
}

/** Where a row of this id stands, or would stand, in rows sorted by id. */
function positionOf(rows: readonly Row[], id: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.id ?? Infinity) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
