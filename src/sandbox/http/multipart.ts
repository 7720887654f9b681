import { setField } from './form-fields.ts';
import type { Json, JsonObject } from '../store/json.ts';

/** Beyond this no picture goes, and no other file is asked back as it came. */
const kept = 200 * 1024;

/**
 * The fields of a multipart form; a file becomes its name, its size and, when it is small, its bytes in base64. Read here,
 * since `Response.formData()` refuses what Rack takes: text before and after the parts, and no space after a semicolon.
 */
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
  setField(fields, name, filename === undefined ? text : upload(filename, content));
}

function upload(filename: string, content: string): JsonObject {
  const size = content.length;
  return { filename, size, ...(size > kept ? {} : { bytes: Buffer.from(content, 'latin1').toString('base64') }) };
}
