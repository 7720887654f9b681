import { basename } from 'node:path';
import { saysAgain } from '../base/says-again.ts';
import { hideMade, saysAnySecret, withoutAnySecret, withoutSecrets } from '../base/hidden-values.ts';
import { shownPath, shownQuery } from '../base/shown-path.ts';
import { isList, isMap } from '../base/shape.ts';
import { HIDDEN } from '../base/url-secrets.ts';
import type { Json, JsonObject } from '../model.ts';
import type { Answer, Request, Witness } from './exchange.ts';
import { holdsByName, SECRET_FIELDS, secretTextsIn } from './secret-names.ts';

/** Collects exchanges as HAR 1.2, with secrets masked by the name of their field, and in URLs wherever they stand. */
export interface HarRecorder {
  readonly witness: Witness;
  /** The witness of what goes to another instance than the one that it was made for. */
  readonly at: (url: string) => Witness;
  /** The HAR document as text. */
  text(): string;
}

/** A recorder that masks, besides the platform's own, the fields named in `secretFields`, in requests and in answers. */
export function createHarRecorder(url: string, version: string, secretFields: Iterable<string>): HarRecorder {
  const secret = new Set([...SECRET_FIELDS, ...secretFields]);
  const entries: Json[] = [];
  const witnessAt =
    (url: string): Witness =>
    (request, answer, started, time) => {
      // What an answer to a write has under a secret's name it, and a later one, may say again in other words.
      if (answer.isJson && request.method !== 'GET') hideMade(secretTextsIn(answer.body ?? null, secret));
      const target = new URL(request.path, url);
      entries.push({
        startedDateTime: started.toISOString(),
        time,
        request: {
          method: request.method,
          url: shownUrl(target),
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: [],
          queryString: [...target.searchParams].map(([name, value]) => ({ name, value: withoutAnySecret(value) })),
          ...(request.body === undefined ? {} : { postData: postData(request, mask(request.body, secret)) }),
          headersSize: -1,
          bodySize: -1,
        },
        response: {
          status: answer.status,
          statusText: '',
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: [],
          content: {
            size: -1,
            mimeType: answer.isJson ? 'application/json' : 'text/plain',
            text: answer.isJson ? JSON.stringify(shown(request, answer, secret)) : '',
          },
          redirectURL: '',
          headersSize: -1,
          bodySize: -1,
        },
        cache: {},
        timings: { send: 0, wait: time, receive: 0 },
      });
    };
  return {
    witness: witnessAt(url),
    at: witnessAt,
    text: () =>
      JSON.stringify({ log: { version: '1.2', creator: { name: 'keelson', version }, entries } }, undefined, 1),
  };
}

/** What was sent: of a file that goes with it, its name and what tells its content, and none of that. */
function postData({ attaches }: Request, body: Json): JsonObject {
  if (attaches === undefined) return { mimeType: 'application/json', text: JSON.stringify(body) };
  const { field, file, sha256 } = attaches;
  const fields = isMap(body) ? Object.entries(body) : [];
  const params = fields.map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  const sent = { name: field, fileName: basename(file), comment: `sha256 ${sha256}` };
  return { mimeType: 'multipart/form-data', params: [...params, sent], text: '' };
}

function shownUrl({ origin, pathname, searchParams }: URL): string {
  const query = shownQuery(searchParams);
  return withoutSecrets(`${origin}${shownPath(pathname)}${query === '' ? '' : `?${query}`}`);
}

/** An answer without secrets; nothing of one that says a secret in pieces, as its words are left out of what is told. */
function shown(request: Request, answer: Answer, secret: ReadonlySet<string>): Json {
  if (!showsAsRead(request, answer)) return HIDDEN;
  const echoes = echoesIn(request, answer, secret);
  const own = request.secrets === undefined ? secret : new Set([...secret, ...request.secrets]);
  const masked = mask(answer.body ?? null, own, echoes);
  const saysInPieces = (texts: readonly string[]): boolean => echoes.inPieces(texts.join('\n'));
  return saysInPieces(textsIn(masked)) || saysInPieces(valuesIn(masked)) ? HIDDEN : masked;
}

/** What tells whether an answer says a secret again: of a name or a number a short one is a part by chance. */
interface Echoes {
  readonly inValue: (text: string) => boolean;
  readonly inName: (text: string) => boolean;
  readonly inNumber: (digits: string) => boolean;
  readonly inPieces: (texts: string) => boolean;
}

const NONE: Echoes = { inValue: no, inName: no, inNumber: no, inPieces: no };

/** Of a request's own secrets all are looked for; of the others of the run in what is no plain answer to a read, as a refusal quotes them. */
function echoesIn(request: Request, answer: Answer, secret: ReadonlySet<string>): Echoes {
  const sent = secretTextsIn(request.body ?? null, secret);
  const isOwn = saysAgain(sent);
  // Shorter ones are a part of many a name and number.
  const isLongOwn = saysAgain(sent.filter((text) => text.length >= 4));
  // Of several texts at once those alone that no words are made of by chance.
  const isWhole = saysAgain(sent.filter((text) => text.length >= 8));
  const isAny =
    isPlainRead(request, answer) || !saysAnySecret(textsIn(answer.body ?? null).join('\n')) ? no : saysAnySecret;
  const isLong = (text: string): boolean => isLongOwn(text) || isAny(text);
  return {
    inValue: (text) => isOwn(text) || isAny(text),
    inName: (text) => isLong(text) || sent.includes(text),
    inNumber: isLong,
    inPieces: isPlainRead(request, answer) ? no : (texts) => isWhole(texts) || saysAnySecret(texts),
  };
}

function no(): boolean {
  return false;
}

/** Whether the secrets of an answer stand under their names, where they are masked; in any other answer they may be in any text. */
function showsAsRead({ secrets }: Request, { status, body = null }: Answer): boolean {
  if (secrets === undefined) return true;
  const rows = isList(body) ? body : [body];
  const shows = (row: Json): boolean => isMap(row) && secrets.some((name) => Object.hasOwn(row, name));
  return status >= 200 && status < 300 && rows.every(shows);
}

function isPlainRead({ method }: Request, { status, body }: Answer): boolean {
  return method === 'GET' && status >= 200 && status < 300 && !(isMap(body) && 'errors' in body);
}

/** All names and values of a body. */
function textsIn(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value as { readonly [name: string]: Json }).flatMap(([name, inner]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...textsIn(inner),
  ]);
}

/** The values of a body alone. */
function valuesIn(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value as { readonly [name: string]: Json }).flatMap(valuesIn);
}

/** Hides what stands under a secret's name, and what says a secret again, under whatever name or as a name itself. */
function mask(value: Json, secret: ReadonlySet<string>, { inValue, inName, inNumber }: Echoes = NONE): Json {
  const shown = (name: string): string => (inName(name) ? HIDDEN : withoutSecrets(name));
  const masked = (inner: Json): Json => {
    if (typeof inner === 'string') return inValue(inner) ? HIDDEN : withoutAnySecret(inner);
    if (typeof inner === 'number') return inNumber(String(inner)) ? HIDDEN : inner;
    if (Array.isArray(inner)) return (inner as readonly Json[]).map(masked);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([name, deep]) => {
        const hidden = holdsByName(name, deep, inner, secret) && deep !== null && typeof deep !== 'boolean';
        return [shown(name), hidden ? HIDDEN : masked(deep)];
      }),
    );
  };
  return masked(value);
}
