import type { Availability } from '../store/edition.ts';
import type { Json, JsonObject } from '../store/json.ts';

interface Base extends Availability {
  readonly required?: true;
  /** Neither absent nor blank will do: `x is empty` is added to the other complaints. */
  readonly filled?: true;
}

interface Text extends Base {
  readonly type: 'string';
  readonly values?: readonly string[];
}

interface Whole extends Base {
  readonly type: 'integer';
  readonly values?: readonly number[];
  /** The versions with which some of its values came. */
  readonly valuesSince?: Readonly<Record<number, string>>;
  readonly except?: readonly number[];
  readonly range?: readonly [number, number];
}

interface Plain extends Base {
  /** `date` is kept as YYYY-MM-DD, `datetime` as ISO 8601; `json` is passed through unread. */
  readonly type: 'boolean' | 'number' | 'date' | 'datetime' | 'file' | 'json';
}

interface Hash extends Base {
  readonly type: 'hash';
  /** What the hash must or may have; all of it is kept. */
  readonly fields?: Params;
}

interface Texts extends Base {
  /** A JSON list or a comma list; `null` clears it. */
  readonly type: 'strings';
  readonly values?: readonly string[];
  /** An absent one is also told to have no valid value, as any other enumeration is. */
  readonly judgedAbsent?: true;
}

interface Wholes extends Base {
  readonly type: 'integers';
}

interface Hashes extends Base {
  /** A list of hashes, each with these fields. */
  readonly type: 'hashes';
  readonly fields: Params;
}

/** One declared parameter of a route. */
export type Param = Text | Whole | Plain | Hash | Texts | Wholes | Hashes;

/** The declared parameters of a route, by name. Anything else that is sent is dropped in silence. */
export type Params = Readonly<Record<string, Param>>;

/** A rule over several parameters. */
export type ParamRule =
  | { readonly exclusive: readonly string[] }
  | { readonly exactlyOne: readonly string[] }
  | { readonly atLeastOne: readonly string[] }
  | { readonly allOrNone: readonly string[] };

/** An uploaded file; `bytes` is base64, and only a small file has them. */
export interface Upload extends JsonObject {
  readonly filename: string;
  readonly size: number;
  readonly bytes?: string;
}

type Value<P extends Param> = P extends { type: 'string'; values: readonly (infer V)[] }
  ? V
  : P extends { type: 'string' | 'date' | 'datetime' }
    ? string
    : P extends { type: 'integer' | 'number' }
      ? number
      : P extends { type: 'boolean' }
        ? boolean
        : P extends { type: 'strings' }
          ? readonly string[]
          : P extends { type: 'integers' }
            ? readonly number[]
            : P extends { type: 'hash' }
              ? JsonObject
              : P extends { type: 'hashes' }
                ? readonly JsonObject[]
                : Json;

type Nullable<P extends Param> = P extends { type: 'strings' | 'integers' | 'hashes' } ? never : null;

/** What a handler is given: required parameters always, the others when they were sent; `null` when sent as null. */
export type Args<P extends Params> = {
  readonly [K in keyof P]: P[K] extends { required: true } ? Value<P[K]> : Value<P[K]> | Nullable<P[K]> | undefined;
};
