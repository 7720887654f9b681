import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Clock } from '../store/clock.ts';
import { etagOf, holds } from './conditional.ts';
import type { Incoming } from './dispatch.ts';
import type { Reply } from './reply.ts';

/** How a reply goes out: after so many seconds of work, and whole unless the connection breaks in the middle of its body. */
interface Sending {
  readonly runtime: number;
  readonly cutShort: boolean;
}

/** Puts a reply on the wire. Every one says how long it took, without what it waited for its turn: `X-Runtime`, in seconds (18.9). */
export function writeReply(
  request: Incoming,
  response: ServerResponse,
  reply: Reply,
  clock: Clock,
  { runtime, cutShort }: Sending,
): void {
  const text = reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body));
  const isJson = reply.text === undefined && reply.body !== undefined;
  const headers: Record<string, string> = {
    'X-Request-Id': randomUUID(),
    'X-Runtime': runtime.toFixed(6),
    ...reply.headers,
    Date: clock.now().toUTCString(),
  };
  if (isJson) headers['Content-Type'] = 'application/json';
  if (reply.text !== undefined) headers['Content-Type'] ??= 'text/plain';
  if (reply.bytes !== undefined) headers['Content-Type'] ??= 'application/octet-stream';
  if (isJson && reply.status >= 200 && reply.status < 300) headers['ETag'] = etagOf(text);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads && headers['ETag'] !== undefined && holds(request.headers['if-none-match'], headers['ETag'])) {
    delete headers['Content-Type'];
    response.writeHead(304, headers).end();
    return;
  }
  const bytes = reply.bytes ?? Buffer.from(text);
  if (reply.status !== 204) headers['Content-Length'] = String(bytes.length);
  response.writeHead(reply.status, headers);
  if (cutShort && bytes.length > 1) {
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.destroy());
    return;
  }
  response.end(request.method === 'HEAD' || reply.status === 204 ? undefined : bytes);
}
