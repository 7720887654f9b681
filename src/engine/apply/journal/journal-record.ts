import { dirname, relative, resolve } from 'node:path';
import { isMap } from '../../../base/shape.ts';
import type { Json, JsonObject } from '../../../model.ts';
import type { SecretHash } from '../secret-hash.ts';

/** The format of the journal that this version writes, and the only one that it reads. */
export const JOURNAL_FORMAT = 'keelson/journal@1';

/** One line of the journal. */
export type JournalRecord =
  | {
      readonly type: 'run';
      readonly format: string;
      readonly target: string;
      readonly at: string;
      /** The file that is to bring back what was live, from the folder of the journal on: a run that is cut has not told it what it did. */
      readonly undo?: string;
    }
  | {
      readonly type: 'intent';
      readonly address: string;
      readonly method: string;
      readonly path: string;
      readonly at: string;
      /** The file that a secret in the answer goes to, or a list of several of them. */
      readonly sink?: string | readonly string[];
      /** The time by the platform's clock, where that is another: what the call makes is of that time. */
      readonly there?: string;
      /** The numbers of what stood at the address right before, where the answer holds a secret and it could be looked: none of it is of this call. */
      readonly before?: readonly (number | string)[];
      /** Set where an earlier call of the change was answered with a secret, which is where it was to go: it may be handed on from there. */
      readonly kept?: true;
      /** Set where the change brings what is live to this address from another. */
      readonly moves?: true;
      /** The number of what the change replaces, which may stand beside what it has made. */
      readonly replaces?: number | string;
      /** What the change takes along of what it replaces, though nobody declares it: only here it is known where the run ends in between. */
      readonly keeps?: JsonObject;
    }
  /** The answer to the last call has shown the number of what it has made. */
  | {
      readonly type: 'made';
      readonly address: string;
      readonly object: number | string;
      readonly at: string;
      /** The hash of its secret, where that goes to where others may put something else: by it an undo knows what is there again. */
      readonly secret?: SecretHash;
    }
  /** The last call was refused: it has made nothing. */
  | { readonly type: 'refused'; readonly address: string; readonly at: string }
  | {
      readonly type: 'done';
      readonly address: string;
      readonly at: string;
      /** The hash of the change, where this run itself has made what it asks for, and the number of what its calls were answered with. */
      readonly change?: string;
      readonly object?: number | string;
    }
  | { readonly type: 'end'; readonly at: string };

/** The file of an undo as a journal names it: the two may be moved together. */
export function undoFrom(journal: string, undo: string): string {
  return relative(dirname(resolve(journal)), resolve(undo));
}

/** A line of a journal as a record; undefined for what is none. */
export function parseRecord(line: string): JournalRecord | undefined {
  const value = jsonOf(line);
  if (value === undefined) return undefined;
  const { type, at } = value;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined;
  const text = (name: string): string | undefined => (typeof value[name] === 'string' ? value[name] : undefined);
  const address = text('address');
  switch (type) {
    case 'run': {
      const [format, target, undo] = [text('format'), text('target'), text('undo')];
      if (format === undefined || target === undefined) return undefined;
      return { type, format, target, at, ...(undo !== undefined && { undo }) };
    }
    case 'intent': {
      const [method, path, sink] = [text('method'), text('path'), sinkOf(value['sink'])];
      if (address === undefined || method === undefined || path === undefined) return undefined;
      const [kept, moves, replaces] = [value['kept'] === true, value['moves'] === true, numberOf(value['replaces'])];
      const { keeps } = value;
      const before = numbersOf(value['before']);
      const there = text('there');
      if (there !== undefined && Number.isNaN(Date.parse(there))) return undefined;
      return {
        ...{ type, address, method, path, at },
        ...(sink !== undefined && { sink }),
        ...(there !== undefined && { there }),
        ...(before && { before }),
        ...(kept && { kept }),
        ...(moves && { moves }),
        ...(replaces !== undefined && { replaces }),
        ...(isMap(keeps) && { keeps }),
      };
    }
    case 'done': {
      if (address === undefined) return undefined;
      const [change, object] = [text('change'), numberOf(value['object'])];
      return { type, address, at, ...(change !== undefined && { change }), ...(object !== undefined && { object }) };
    }
    case 'made': {
      const [object, secret] = [numberOf(value['object']), hashOf(value['secret'])];
      if (address === undefined || object === undefined) return undefined;
      return { type, address, object, at, ...(secret && { secret }) };
    }
    case 'refused':
      return address === undefined ? undefined : { type, address, at };
    case 'end':
      return { type, at };
    default:
      return undefined;
  }
}

/** What a live object is known by, as it stands in the journal. */
export function numberOf(value: unknown): number | string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}

/** The files among which a secret goes, as they stand in the journal. */
export function sinksOf(sink: string | readonly string[]): readonly string[] {
  return typeof sink === 'string' ? [sink] : sink;
}

function hashOf(value: unknown): SecretHash | undefined {
  if (!isMap(value)) return undefined;
  const [salt, hash] = [value['salt'], value['hash']];
  return typeof salt === 'string' && typeof hash === 'string' ? { salt, hash } : undefined;
}

function sinkOf(value: unknown): string | readonly string[] | undefined {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

function numbersOf(value: unknown): readonly (number | string)[] | undefined {
  return Array.isArray(value) ? value.flatMap((one) => numberOf(one) ?? []) : undefined;
}

function jsonOf(line: string): JsonObject | undefined {
  try {
    const value = JSON.parse(line) as Json;
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
