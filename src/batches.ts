import type { Attributes, Instance, JsonObject, LiveObject } from './model.ts';

/** Something that a row may carry without a batch's showing it, such as a custom role. */
export interface Unshown<Live = LiveObject> {
  readonly id: number;
  /** How many rows of the whole instance carry it. */
  readonly rows: number;
  /** Whether a row of a batch may be one of these. */
  mayBeOn(row: Live): boolean;
}

/** What rows carry that batches do not show, and how it is known on how many rows it is. */
export interface UnshownParts<Spec, Live> {
  /** Whether the instance can have it at all. */
  isThere(instance: Instance): boolean;
  /** A constant query. */
  readonly query: string;
  /** What there is of it; undefined where the answer does not tell all. */
  all(data: JsonObject): readonly Unshown<Live>[] | undefined;
  /** Which of them a row carries that REST shows. */
  on(row: Live): number | undefined;
  /** Whether an entry declares one, so that its section is likely to have it. */
  isDeclared(spec: Partial<Spec>): boolean;
}

/**
 * How GraphQL shows the rows of many groups or projects in one answer. What it shows is believed where it is just what is declared; whatever
 * else it shows is read by REST before anything follows from it.
 */
export interface Batches<Spec = Attributes, Live = LiveObject> {
  /** A constant query for each type of scope, in which `scopes` are those of `$ids`, and `rows` the connection in each: `nodes`, `pageInfo { hasNextPage }`. */
  readonly queries: {
    /** Of the instance there is one: `rows` after `$after`, with its `endCursor` as well. */
    readonly instance?: string;
    readonly group?: string;
    readonly project?: string;
  };
  /** Set where a row shows what by REST the detail alone does. */
  readonly areWhole?: true;
  /** The nodes as the rows that REST shows, in its order; undefined where one is not as GitLab shows it. */
  rows(nodes: readonly JsonObject[]): readonly Live[] | undefined;
  /** Whether there is more to the rows of a group or project, by what is live of it, than batches show. */
  showsTooLittle?(host: LiveObject, instance: Instance): boolean;
  readonly unshown?: UnshownParts<Spec, Live>;
}

/** How GraphQL finds many things at once that reads find one by one, each by a name. Who is not found by it is looked for by REST. */
export interface LookUps {
  /** The reads: those of this path with this one parameter, the name; letter case makes no difference. */
  readonly path: string;
  readonly by: string;
  /** What one of them is called in a sentence: "user". */
  readonly what: string;
  /** The section of the instance in which they are declared. */
  readonly section: string;
  /** What to do where there is none of a name. */
  readonly remedy: string;
  /** A constant query, in which `found` is a connection with those of `$names`. */
  readonly query: string;
  /** A node as the row that REST shows, as far as calls need it; undefined where it is not as GitLab shows it. */
  row(node: JsonObject): LiveObject | undefined;
}
