import { setField } from './form-fields.ts';
import { isJsonObject } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { multipartFields } from './multipart.ts';
import { failure, message, refuse } from './reply.ts';

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** Everything a request sends besides its path: query first, body over it; the body of a GET is not read. */
export function givenParams(query: string, { method, headers, body }: Sent): JsonObject {
  const reads = method === 'GET' || method === 'HEAD';
  return { ...formFields(query), ...(reads ? {} : bodyFields(headers['content-type'] ?? '', body)) };
}

/** Forms and JSON are parameters, plain text is none, and other types are refused (any endpoint, 18.9). */
function bodyFields(contentType: string, body: Buffer): JsonObject {
  if (body.length === 0) return {};
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  switch (type) {
    case 'application/x-www-form-urlencoded':
      return formFields(body.toString('utf8'));
    case 'multipart/form-data':
      return multipartFields(contentType, body);
    case '':
    case 'application/json':
      return jsonFields(body);
    case 'text/plain':
      return {};
    default:
      return refuse(failure(415, `The provided content-type '${type}' is not supported.`));
  }
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

/** The parameters of a query, or of a form. */
export function formFields(text: string): JsonObject {
  const fields: Record<string, Json> = {};
  for (const [name, value] of new URLSearchParams(text)) setField(fields, name, value);
  return fields;
}
