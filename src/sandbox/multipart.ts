import { setField } from './form-fields.ts';
import type { Json, JsonObject } from './json.ts';

/** The fields of a multipart form; a file becomes its name and size. */
export function multipartFields(contentType: string, body: Buffer): JsonObject {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  const fields: Record<string, Json | undefined> = {};
  if (boundary === undefined) return fields;
  // Latin-1 keeps one character for each byte, so that lengths stay true.
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) addPart(fields, part);
  return fields;
}

function addPart(fields: Record<string, Json | undefined>, part: string): void {
  const end = part.indexOf('\r\n\r\n');
  const head = Buffer.from(part.slice(0, end), 'latin1').toString('utf8');
  const content = part.slice(end + 4, -2);
  const name = /[; ]name="([^"]*)"/i.exec(head)?.[1];
  if (name === undefined) return;
  const filename = /filename="([^"]*)"/i.exec(head)?.[1];
  const text = Buffer.from(content, 'latin1').toString('utf8');
  setField(fields, name, filename === undefined ? text : { filename, size: content.length });
}
