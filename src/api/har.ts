import { saysAgain } from '../base/says-again.ts';
import { withoutAnySecret, withoutSecrets } from '../base/hidden-values.ts';
import type { Json } from '../model.ts';
import type { Witness } from './exchange.ts';
import { isSecretField } from './secret-field.ts';

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
              ? JSON.stringify(mask(answer.body ?? null, secret, hiddenIn(request.body ?? null, secret)))
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

/** Hides what stands under a secret's name, and what says again a secret that was sent, under whatever name or as a name itself. */
function mask(value: Json, secret: ReadonlySet<string>, sent: readonly string[] = []): Json {
  const isEcho = saysAgain(sent);
  // Shorter ones are a part of many a name and number.
  const isLongEcho = saysAgain(sent.filter((text) => text.length >= 4));
  const shown = (name: string): string => (isLongEcho(name) || sent.includes(name) ? HIDDEN : withoutSecrets(name));
  const masked = (inner: Json): Json => {
    if (typeof inner === 'string') return isEcho(inner) ? HIDDEN : withoutAnySecret(inner);
    if (typeof inner === 'number') return isLongEcho(String(inner)) ? HIDDEN : inner;
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
  return typeof inner !== 'number' && inner !== '' && isSecretField(name);
}
