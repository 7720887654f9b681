import type { Transport } from '../../src/api/transport.ts';
import type { Answer, Request } from '../../src/api/exchange.ts';
import type { Json } from '../../src/model.ts';

/** An answer, of which a test says what matters. */
export interface Said {
  readonly status?: number;
  readonly body?: Json | undefined;
  readonly isJson?: boolean;
  readonly headers?: { readonly [name: string]: string };
}

/** A transport that answers as a test says, and remembers what it was asked as `METHOD path`. */
export interface FakeTransport extends Transport {
  readonly asked: string[];
  readonly requests: Request[];
  readonly closed: () => boolean;
}

/** A transport without a wire: `answers` has what it answers, by the path, or as a function. */
export function fakeTransport(
  answers: ((request: Request) => Said) | { readonly [path: string]: Said },
): FakeTransport {
  const asked: string[] = [];
  const requests: Request[] = [];
  let isClosed = false;
  return {
    atATime: 32,
    asked,
    requests,
    closed: () => isClosed,
    send(request) {
      asked.push(`${request.method} ${request.path}`);
      requests.push(request);
      const said = typeof answers === 'function' ? answers(request) : answers[request.path];
      if (said === undefined) return Promise.reject(new Error(`nobody expected ${request.method} ${request.path}`));
      return Promise.resolve(answerOf(said));
    },
    close() {
      isClosed = true;
      return Promise.resolve();
    },
  };
}

/** What a test has said, as an answer of the wire. */
export function answerOf({ status = 200, body, isJson = body !== undefined, headers = {} }: Said): Answer {
  return { status, body, isJson, header: (name) => headers[name] };
}
