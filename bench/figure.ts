/** One measured figure, as a ratio or a count, with the bar that it has to stay within. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly bar: number;
  /** Counted figures are the same on every machine, and enforced; timed ones are told. */
  readonly type: 'counted' | 'timed';
  /** The smallest and the largest of several runs. */
  readonly spread?: readonly [least: number, most: number];
  /** What the figure was made of, in words. */
  readonly detail: string;
  /** What a picture shows of it: how many entries, and how long each takes. */
  readonly points?: readonly (readonly [entries: number, microseconds: number])[];
}

/** How much is measured: all of it, or what fits into a minute. */
export type Extent = 'whole' | 'short';

/** One row of the table. */
export interface Row {
  readonly name: string;
  measure(extent: Extent): Promise<readonly Figure[]>;
  /** What can be profiled of it. */
  readonly works?: (extent: Extent) => Promise<Works>;
}

/** What a row measures, one beside the other, told by the time that each `unit` takes. */
export interface Works {
  readonly unit: string;
  readonly works: readonly Work[];
  readonly end: () => void;
}

/** Something that is run so many times, to see where its time goes. */
export interface Work {
  readonly name: string;
  readonly times: number;
  /** How many units a run has. */
  readonly units: number;
  readonly run: () => Promise<unknown>;
}

/** The middle one of several values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** A figure of several runs: their middle, and their spread. */
export function ofRuns(figure: Omit<Figure, 'value' | 'spread' | 'type'>, runs: readonly number[]): Figure {
  return { ...figure, type: 'timed', value: median(runs), spread: [Math.min(...runs), Math.max(...runs)] };
}

/** How long work takes, in milliseconds, and what it gives. */
export async function timed<Result>(work: () => Result | Promise<Result>): Promise<[Result, number]> {
  const began = performance.now();
  const result = await work();
  return [result, performance.now() - began];
}
