import { saysAgain } from '../base/says-again.ts';
import { saysAnySecret, withoutAnySecret, withoutSecrets } from '../base/hidden-values.ts';
import { isList, isMap } from '../base/shape.ts';
import type { Json } from '../model.ts';
import type { Answer, Request, Witness } from './exchange.ts';
import { isSecretName } from '../base/secret-name.ts';

/** Fields of the platform's answers that hold secrets, whatever endpoint they come from. */
const SECRET_FIELDS = [
  'token',
  'runners_token',
  'private_token',
  'access_token',
  'invite_token',
  'feed_token',
  'password',
];

const HIDDEN = '(secret)';

/** Collects exchanges as HAR 1.2, with secrets masked by the name of their field, and in URLs wherever they stand. */
export interface HarRecorder {
  readonly witness: Witness;
  /** The HAR document as text. */
  text(): string;
}

/** A recorder that masks, besides the platform's own, the fields named in `secretFields`, in requests and in answers. */
export function createHarRecorder(url: string, version: string, secretFields: Iterable<string>): HarRecorder {
  const secret = new Set([...SECRET_FIELDS, ...secretFields]);
  const entries: Json[] = [];
  return {
    witness(request, answer, started, time) {
      const target = new URL(request.path, url);
      entries.push({
        startedDateTime: started.toISOString(),
        time,
        request: {
          method: request.method,
          url: withoutSecrets(target.href),
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: [],
          queryString: [...target.searchParams].map(([name, value]) => ({ name, value: withoutSecrets(value) })),
          ...(request.body === undefined
            ? {}
            : { postData: { mimeType: 'application/json', text: JSON.stringify(mask(request.body, secret)) } }),
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
            text: answer.isJson
              ? JSON.stringify(
                  !showsAsRead(request, answer)
                    ? HIDDEN
                    : mask(answer.body ?? null, secret, echoesIn(request, answer, secret)),
                )
              : '',
          },
          redirectURL: '',
          headersSize: -1,
          bodySize: -1,
        },
        cache: {},
        timings: { send: 0, wait: time, receive: 0 },
      });
    },
    text: () =>
      JSON.stringify({ log: { version: '1.2', creator: { name: 'keelson', version }, entries } }, undefined, 1),
  };
}

/** What tells whether an answer says a secret again: of a name or a number a short one is a part by chance. */
interface Echoes {
  readonly inValue: (text: string) => boolean;
  readonly inName: (text: string) => boolean;
  readonly inNumber: (digits: string) => boolean;
}

const NONE: Echoes = { inValue: no, inName: no, inNumber: no };

/** Of a request's own secrets all are looked for; of the others of the run in what is no plain answer to a read, as a refusal quotes them. */
function echoesIn(request: Request, answer: Answer, secret: ReadonlySet<string>): Echoes {
  const sent = hiddenIn(request.body ?? null, secret);
  const isOwn = saysAgain(sent);
  // Shorter ones are a part of many a name and number.
  const isLongOwn = saysAgain(sent.filter((text) => text.length >= 4));
  const isAny =
    isPlainRead(request, answer) || !saysAnySecret(textsIn(answer.body ?? null).join('\n')) ? no : saysAnySecret;
  const isLong = (text: string): boolean => isLongOwn(text) || isAny(text);
  return {
    inValue: (text) => isOwn(text) || isAny(text),
    inName: (text) => isLong(text) || sent.includes(text),
    inNumber: isLong,
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
        const hidden = isHidden(name, deep, inner, secret) && deep !== null && typeof deep !== 'boolean';
        return [shown(name), hidden ? HIDDEN : masked(deep)];
      }),
    );
  };
  return masked(value);
}

/** The texts of a request that a mask hides. */
function hiddenIn(value: Json, secret: ReadonlySet<string>): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as { readonly [name: string]: Json }).flatMap(([name, inner]) =>
    typeof inner === 'string' && isHidden(name, inner, value, secret) ? [inner] : hiddenIn(inner, secret),
  );
}

/**
 * Header and variable lists hold their secret under `value`, beside its `key`. What a name alone says to be secret, of whatever version or
 * gateway, is no number.
 */
function isHidden(name: string, inner: Json, within: object, secret: ReadonlySet<string>): boolean {
  if (secret.has(name) || (name === 'value' && 'key' in within)) return true;
  return typeof inner !== 'number' && inner !== '' && isSecretName(name);
}
