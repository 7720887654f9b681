import { setField } from './form-fields.ts';
import { isJsonObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { multipartFields } from './multipart.ts';
import { message, refuse } from './reply.ts';

/** Everything a request sends besides its path: query first, body over it. */
export function givenParams(query: string, contentType: string, body: Buffer): JsonObject {
  return { ...formFields(query), ...bodyFields(contentType, body) };
}

function bodyFields(contentType: string, body: Buffer): JsonObject {
  if (body.length === 0) return {};
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/x-www-form-urlencoded') return formFields(body.toString('utf8'));
  if (type === 'multipart/form-data') return multipartFields(contentType, body);
  if (type === 'application/json' || type.endsWith('+json')) return jsonFields(body);
  // A body of another type is not read as parameters.
  return {};
}

function jsonFields(body: Buffer): JsonObject {
  try {
    const parsed = JSON.parse(body.toString('utf8')) as Json;
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    // The wording outside the commits endpoint is not documented; the status is.
    return refuse({ ...message(400, 'Invalid json'), body: { message: 'Invalid json', error: 'Invalid json' } });
  }
}

function formFields(text: string): JsonObject {
  const fields: Record<string, Json> = {};
  for (const [name, value] of new URLSearchParams(text)) setField(fields, name, value);
  return fields;
}
