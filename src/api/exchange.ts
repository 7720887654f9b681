import type { Attachment, Json } from '../model.ts';

/** One request as it goes over the wire; `path` begins with /api/. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Json | undefined;
  /** A file that goes with the body, which is a form then: it is read while it is sent. */
  readonly attaches?: (Attachment & { readonly field: string }) | undefined;
  readonly headers?: { readonly [name: string]: string };
  /** The fields of a plain answer that are secrets: any other answer may say them in words of its own. */
  readonly secrets?: readonly string[] | undefined;
  /** It is sent once, and again only where a limiter has refused it: whoever asks has another way. */
  readonly once?: true;
  /** What it is answered with is a file: its text as it stands there, whatever is in it. A refusal is one like any other. */
  readonly asText?: true;
}

/** An answer of any status. */
export interface Answer {
  readonly status: number;
  /** The parsed JSON; the text where it is none; undefined where it is empty. */
  readonly body: Json | undefined;
  readonly isJson: boolean;
  readonly header: (name: string) => string | undefined;
}

/** Sees every exchange: for the HAR file and the counts. */
export type Witness = (request: Request, answer: Answer, started: Date, milliseconds: number) => void;
