import { ApiError, type Because } from './api-error.ts';
import type { Request } from './exchange.ts';
import { ProxyFailure } from './proxy.ts';

/** What went wrong where no answer came. */
export interface NoAnswer {
  /** Whether the request may have been executed all the same. */
  readonly mayBeDone: boolean;
  /** Whether it would go on like this, however often it is tried. */
  readonly isFinal: boolean;
  readonly message: string;
  readonly because: Because | undefined;
}

/** An answer that goes on without an end: asked again it would do so again. */
export class Endless extends Error {
  constructor(milliseconds: number) {
    super(`its answer goes on for more than ${milliseconds / 1000} s, ten times KEELSON_TIMEOUT`);
  }
}

/** Errors of a connection that does not come about: nothing has been sent on it. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** What is wrong with a certificate. */
const SAID = { untrusted: 'is not trusted', 'out-of-time': 'is not valid now', 'other-name': 'is for another name' };

/** What Node.js (20) says of a certificate that it does not accept: `tls.connect` fails with it, before anything is sent. */
const BAD_CERTIFICATES: { readonly [code: string]: keyof typeof SAID } = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  CERT_HAS_EXPIRED: 'out-of-time',
  CERT_NOT_YET_VALID: 'out-of-time',
  HOSTNAME_MISMATCH: 'other-name',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-name',
};

/** What an error of the wire means for a request to the instance at `url`. */
export function noAnswer(error: Error, url: string): NoAnswer {
  if (error instanceof ProxyFailure) return throughProxy(error);
  const certificate = badCertificate(error, url);
  if (certificate !== undefined) return certificate;
  const words = inWords(error);
  if (/^(UND_ERR_)?SOCKS5/.test(words)) {
    return {
      mayBeDone: false,
      isFinal: false,
      message: `the SOCKS proxy does not lead to ${url} (${words})`,
      because: 'proxy',
    };
  }
  if (error instanceof Endless)
    return { mayBeDone: true, isFinal: true, message: `${url}: ${error.message}`, because: undefined };
  const mayBeDone = !NOT_CONNECTED.has(codeOf(error) ?? '');
  return { mayBeDone, isFinal: false, message: `${url} does not answer (${words})`, because: undefined };
}

function throughProxy({ proxy, answer }: ProxyFailure): NoAnswer {
  const named = `the proxy ${proxy}`;
  if (answer instanceof Error) return withoutAnswer(named, answer);
  if (answer === 407) {
    const because: Because = 'proxy-credentials';
    return { mayBeDone: false, isFinal: true, message: `${named} wants credentials (407)`, because };
  }
  // What it refuses it refuses again; what it cannot do for the moment it may do later.
  const isFinal = answer < 500 && answer !== 408 && answer !== 429;
  const message = `${named} does not let the connection through (${answer})`;
  return { mayBeDone: false, isFinal, message, because: 'proxy' };
}

function withoutAnswer(named: string, cause: Error): NoAnswer {
  const certificate = badCertificate(cause, named);
  if (certificate !== undefined) return certificate;
  const ends = ['UND_ERR_SOCKET', 'ECONNRESET'].includes(codeOf(cause) ?? '');
  const message = ends
    ? `${named} ends each connection without an answer`
    : `${named} does not answer (${inWords(cause)})`;
  return { mayBeDone: false, isFinal: false, message, because: 'proxy' };
}

function badCertificate(error: Error, whose: string): NoAnswer | undefined {
  const code = codeOf(error) ?? '';
  const because = BAD_CERTIFICATES[code];
  if (because === undefined) return undefined;
  const message = `the certificate of ${whose} ${SAID[because]} (${code})`;
  return { mayBeDone: false, isFinal: true, message, because };
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function inWords(error: Error): string {
  return codeOf(error) ?? (error.message || 'it speaks no HTTP');
}

/** The error of a request that no answer came to. */
export function unreachable(request: Request, { message, because }: NoAnswer, outcomeUnknown: boolean): ApiError {
  return new ApiError('unreachable', message, request, { outcomeUnknown, because });
}
