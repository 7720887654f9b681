import type { DiagnosticCode } from '../../base/diagnostic-code.ts';
import { readFileSync } from 'node:fs';
import { boundedReads } from '../../api/limits/bounded-reads.ts';
import { createClient, type Client } from '../../api/client.ts';
import { createHarRecorder } from '../../api/har.ts';
import { identify } from '../../api/instance.ts';
import { stallFrom } from '../../api/timeout.ts';
import { createTransport } from '../../api/transport.ts';
import { type Witness } from '../../api/exchange.ts';
import type { Delay } from '../../base/delay.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { secretFieldNames } from '../../engine/secret-fields.ts';
import { kinds } from '../../kinds/index.ts';
import type { Instance } from '../../model.ts';
import { version } from '../../version.ts';
import type { ConnectionOptions } from './options.ts';
import { unusableProxy } from './unusable-proxy.ts';
import { TRAFFIC } from '../files/writable.ts';
import { hideToken, hideValues } from '../../base/hidden-values.ts';
import { writeOutput } from '../files/write-output.ts';

/** A connection to an instance that has said who it is. */
export interface Connection {
  readonly client: Client;
  readonly instance: Instance;
  /** How many requests have been answered so far. */
  readonly counts: { reads: number; writes: number };
  /** How many requests the platform has said it permits in a minute; undefined where it has not. */
  readonly permittedPerMinute: () => number | undefined;
  /** So many reads are sent and no more, with those before: the next one throws TooManyReads; any number where none is given. */
  readonly permitReads: (most: number | undefined) => void;
  /** Closes the connection, and writes the HAR file if one was asked for. */
  close(): Promise<void>;
}

/** An instance, and the token that it is asked with. */
export interface Account {
  readonly url: string;
  readonly token: string;
}

/** Connects with the token from the environment or a file: never from the command line, where everybody can read it. Throws ApiError. */
export async function connect(
  options: ConnectionOptions,
  seen: (requests: number) => void,
  waiting: (delay: Delay) => void,
): Promise<Connection | Diagnostic> {
  const url = instanceUrl(options.url);
  if (typeof url !== 'string') return url;
  const token = findToken(options.tokenFile);
  if (typeof token !== 'string') return token;
  return connectTo({ url, token }, options, seen, waiting);
}

/** Connects to an instance with a token for it. Throws ApiError. */
export async function connectTo(
  { url, token }: Account,
  options: ConnectionOptions,
  seen: (requests: number) => void,
  waiting: (delay: Delay) => void,
): Promise<Connection | Diagnostic> {
  const { env } = process;
  hideToken(token);
  hideToken((env['KEELSON_NOTE_TOKEN'] ?? '').trim());
  hideValues([env['KEELSON_LEDGER_KEY'] ?? '']);
  const stall = stallFrom(env['KEELSON_TIMEOUT']);
  if (stall === 'wrong') {
    return problem('bad-timeout', 'KEELSON_TIMEOUT is no number of seconds', 'write it like 60; an hour is the most');
  }

  const proxied = unusableProxy(env);
  if (proxied !== undefined) return proxied;

  const counts = { reads: 0, writes: 0 };
  const { traffic = {} } = options;
  if (options.har !== undefined) traffic.recorder ??= createHarRecorder(url, version, secretFieldNames(kinds));
  const { recorder } = traffic;
  const keep = recorder?.at(url);
  let perMinute: number | undefined;
  const witness: Witness = (request, answer, started, time) => {
    // The platform tells it for 60 seconds, whatever its own period is (18.9).
    const limit = Number(answer.header('ratelimit-limit') ?? 'none');
    if (limit > 0) perMinute = limit;
    if (request.method === 'GET') counts.reads++;
    else counts.writes++;
    seen(counts.reads + counts.writes);
    keep?.(request, answer, started, time);
  };
  const { concurrency } = options;
  const userAgent = `keelson/${version}`;
  const transport = boundedReads(createTransport({ url, token, concurrency, userAgent, witness, stall, waiting }));
  const client = createClient(transport);
  const close = async (): Promise<void> => {
    await client.close();
    if (options.har !== undefined && recorder !== undefined) writeOutput(options.har, TRAFFIC.what, recorder.text());
  };
  try {
    const instance = await identify(client, url);
    return {
      client,
      instance,
      counts,
      permittedPerMinute: () => perMinute,
      permitReads: (most) => {
        transport.permitReads(most);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The instance that is named, by a flag or the environment. */
export function instanceUrl(given: string | undefined): string | Diagnostic {
  const { env } = process;
  return plainUrl(given ?? env['KEELSON_URL'] ?? env['GITLAB_URL'] ?? env['CI_SERVER_URL']);
}

/** The URL of an instance as its requests begin with it; why it is none. */
export function plainUrl(given: string | undefined): string | Diagnostic {
  if (given === undefined || given === '') {
    return problem('no-url', 'no instance is named', 'give --url, or set KEELSON_URL, GITLAB_URL or CI_SERVER_URL');
  }
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    // Without a scheme nobody can tell what in it is a password.
    const what = given.includes('@') ? 'what is given' : given;
    return problem('bad-url', `${what} is not the URL of an instance`, 'write it like https://gitlab.example.com');
  }
  if (url.username !== '' || url.password !== '') {
    return problem('bad-url', 'the URL holds credentials', 'give the token by KEELSON_TOKEN or --token-file');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api\/v4$/, '')}`;
}

/** The token of the run, from a file or the environment. */
export function findToken(file: string | undefined): string | Diagnostic {
  const { env } = process;
  const token = file === undefined ? (env['KEELSON_TOKEN'] ?? env['GITLAB_TOKEN'] ?? '') : fromFile(file);
  if (token === undefined) {
    return problem(
      'no-token',
      `the file ${file ?? ''} cannot be read`,
      'name a file that holds a token and nothing else',
    );
  }
  return usableToken(token);
}

/** Where the token of the run is from, as whoever has to change it knows it. */
export function tokenSource(file: string | undefined): string {
  if (file !== undefined) return `the token of ${file}`;
  return process.env['KEELSON_TOKEN'] === undefined ? 'GITLAB_TOKEN' : 'KEELSON_TOKEN';
}

/** A token as it goes into a header; why it is none. */
export function usableToken(token: string): string | Diagnostic {
  const trimmed = token.trim();
  if (trimmed === '') {
    return problem('no-token', 'there is no token', 'set KEELSON_TOKEN or GITLAB_TOKEN, or give --token-file');
  }
  // It goes into a header, where a line break or a blank would be another header or none.
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    return problem(
      'bad-token',
      'the token holds characters that no token has',
      'see that it is the token, and nothing else',
    );
  }
  return trimmed;
}

function fromFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function problem(code: DiagnosticCode, message: string, remedy: string): Diagnostic {
  return { severity: 'error', code, message, remedy };
}
