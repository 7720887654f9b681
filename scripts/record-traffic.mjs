// Records what the sandboxes of a process are asked and answer, one line of JSON per exchange, into KEELSON_HAR_DIR.
// Loaded before a program: `NODE_OPTIONS='--import ./scripts/record-traffic.mjs' KEELSON_HAR_DIR=… npx vitest run`.
// The sandbox itself knows nothing of it, so that what is recorded is what went over the wire.
import { Buffer } from 'node:buffer';
import { appendFileSync } from 'node:fs';
import { Server } from 'node:http';
import { join } from 'node:path';

const folder = process.env.KEELSON_HAR_DIR;
const { emit } = Server.prototype;

if (folder !== undefined && folder !== '') {
  const file = join(folder, `${process.pid}.jsonl`);
  Server.prototype.emit = function (event, ...rest) {
    if (event === 'request') watch(file, ...rest);
    return emit.call(this, event, ...rest);
  };
}

/** Keeps the bytes of a request and its answer as they pass, and writes them down when the answer is complete. */
function watch(file, request, response) {
  const asked = keep(request, 'push');
  const answered = keep(response, 'write', 'end');
  const fromSandbox = seesRequestId(response);
  response.on('finish', () => {
    if (!fromSandbox()) return;
    const exchange = {
      method: request.method,
      url: `http://sandbox${request.url}`,
      agent: request.headers['user-agent'] ?? '',
      type: request.headers['content-type'] ?? '',
      sent: textOf(asked),
      status: response.statusCode,
      body: textOf(answered),
    };
    appendFileSync(file, `${JSON.stringify(exchange)}\n`);
  });
}

/** Tests also run servers that are no GitLab, to see what the client makes of them: every answer of the sandbox has this header. */
function seesRequestId(response) {
  const { writeHead } = response;
  let seen = false;
  response.writeHead = function (status, ...rest) {
    seen = rest.some((headers) => typeof headers === 'object' && headers !== null && 'X-Request-Id' in headers);
    return writeHead.call(this, status, ...rest);
  };
  return () => seen;
}

/** Collects the chunks that pass through the methods of a stream. */
function keep(stream, ...methods) {
  const chunks = [];
  for (const method of methods) {
    const own = stream[method];
    stream[method] = function (chunk, ...rest) {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
      return own.call(this, chunk, ...rest);
    };
  }
  return chunks;
}

/** What is no text (an archive, an avatar) is of no use here. */
function textOf(chunks) {
  const bytes = Buffer.concat(chunks);
  return bytes.length > 200_000 ? '' : bytes.toString('utf8');
}
