import { serveSandbox } from '../../src/sandbox/http/server.ts';
import { liveState, type Size } from '../estate.ts';
import { listen } from './listen.ts';
import type { Seen } from './process.ts';

/** An estate that is served with a latency. */
export interface Replay {
  readonly size: Size;
  readonly latency: number;
  /** Set where REST alone is let pass, as some proxies do. */
  readonly restAlone?: true;
}

interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
}

const PASSED_ON = ['content-type', 'x-next-page', 'x-page', 'x-per-page', 'x-total', 'x-total-pages', 'link'];

/**
 * The sandbox with an estate in it, behind a memory of its answers: a read that was answered before is answered from the memory,
 * so that the server takes next to no time for it. Every answer comes `latency` milliseconds after its request, or when it is there.
 */
export async function replayServer({ size, latency, restAlone }: Replay): Promise<{ seen(): Seen; forget(): void }> {
  const sandbox = await serveSandbox({ seed: liveState(size) });
  const known = new Map<string, Answer>();
  let seen = { requests: 0, refused: 0, writes: 0, first: 0, last: 0, together: 0 };

  const ask = async (
    method: string,
    url: string,
    headers: { readonly [name: string]: string },
    body: Buffer,
  ): Promise<Answer> => {
    const answer = await fetch(`${sandbox.url}${url}`, { method, headers, ...(body.length > 0 && { body }) });
    const kept = PASSED_ON.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const made = {
      status: answer.status,
      headers: Object.fromEntries(kept),
      body: Buffer.from(await answer.arrayBuffer()),
    };
    sandbox.log.length = 0;
    return made;
  };

  const url = await listen((request, response) => {
    const chunks: Buffer[] = [];
    const came = performance.now();
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = 'GET', url: target = '/' } = request;
      seen.requests++;
      if (restAlone && target.startsWith('/api/graphql')) {
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"404 Not Found"}');
        return;
      }
      if (method !== 'GET') seen.writes++;
      const send = (answer: Answer): void => {
        if (method === 'GET') known.set(target, answer);
        else known.clear();
        const runtime = ((performance.now() - came) / 1000).toFixed(6);
        const own = { 'content-length': answer.body.length, 'x-runtime': runtime };
        response.writeHead(answer.status, { ...answer.headers, ...own });
        response.end(answer.body);
      };
      const later = (answer: Answer): void => {
        const left = latency - (performance.now() - came);
        if (left <= 0) send(answer);
        else setTimeout(send, left, answer);
      };
      const before = method === 'GET' ? known.get(target) : undefined;
      if (before !== undefined) {
        later(before);
        return;
      }
      const headers = {
        'private-token': String(request.headers['private-token'] ?? ''),
        'content-type': 'application/json',
      };
      void ask(method, target, headers, Buffer.concat(chunks)).then(later);
    });
  });

  return {
    seen: () => ({ url, ...seen }),
    forget() {
      seen = { requests: 0, refused: 0, writes: 0, first: 0, last: 0, together: 0 };
    },
  };
}
