import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { isMap } from '../base/shape.ts';
import type { Json } from '../model.ts';
import type { Request } from './exchange.ts';

/** How many bytes a second a file goes at least, where the time to send it is to end: slower than any line that people work at. */
const SLOWEST = 128 * 1024;

/** A body of fields and one file, which is read piece by piece while it is sent (RFC 7578). */
export interface Form {
  readonly headers: { readonly 'content-type': string; readonly 'content-length': string };
  /** Ends with FileChanged, before its last bytes, where the file holds anything else than was planned: nobody takes half a form. */
  readonly body: () => AsyncGenerator<Buffer>;
  /** In how many milliseconds it is sent at the latest. */
  readonly sending: number;
}

/** A file is not there any more, or is another one than was planned, so that it was not sent. */
export class FileChanged extends Error {}

/** The form of a request that a file goes with. Throws FileChanged where there is none. */
export function formOf(fields: Json | undefined, attached: NonNullable<Request['attaches']>): Form {
  const { field, file, sha256 } = attached;
  const boundary = `keelson-${randomUUID()}`;
  const texts = pairs(fields ?? {}, '').map(
    ([name, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${text}\r\n`,
  );
  const named = `name="${quoted(field)}"; filename="${quoted(basename(file))}"`;
  const opening = `--${boundary}\r\ncontent-disposition: form-data; ${named}\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const head = Buffer.from(`${texts.join('')}${opening}`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const size = sizeOf(file);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + size + tail.length),
    },
    sending: (size / SLOWEST) * 1000,
    async *body() {
      yield head;
      const hash = createHash('sha256');
      try {
        for await (const piece of createReadStream(file)) {
          const bytes = piece as Buffer;
          hash.update(bytes);
          yield bytes;
        }
      } catch (error) {
        throw changed(file, error instanceof Error ? error.message : String(error));
      }
      if (hash.digest('hex') !== sha256) throw changed(file, 'it holds something else by now');
      yield tail;
    },
  };
}

/** The fields of a form as Rack reads them: `override_params[visibility]`. */
function pairs(value: Json, name: string): readonly (readonly [name: string, text: string])[] {
  if (!isMap(value)) return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, inner]) => pairs(inner, name === '' ? key : `${name}[${key}]`));
}

/** A name in quotes, as browsers send it (HTML, multipart/form-data). */
function quoted(text: string): string {
  return text.replace(/["\r\n]/g, encodeURIComponent);
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    throw changed(file, error instanceof Error ? error.message : String(error));
  }
}

function changed(file: string, why: string): FileChanged {
  return new FileChanged(`${file} is not what was planned: ${why}`);
}
