import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';

/** Hands a request on to an instance as it is, and its answer back, unless something else is done with that. */
export function passOn(
  to: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  instead?: (from: IncomingMessage) => void,
): void {
  const back = (from: IncomingMessage): void => {
    answer.writeHead(from.statusCode ?? 500, from.headers);
    from.pipe(answer);
  };
  asked.pipe(send(`${to}${asked.url ?? ''}`, { method: asked.method, headers: asked.headers }, instead ?? back));
}
