import { normalize } from 'node:path';
import { NO_TILDE } from '../base/no-tilde.ts';
import type { PropertySchema } from '../kind.ts';
import type { Call } from '../model.ts';
import { filesAmong, type Sinks } from '../sinks.ts';

/** The field of it; `made` says what is made with the token: "when it makes the runner". */
export function tokenTo(made: string): PropertySchema {
  return {
    anyOf: [SINK, { type: 'array', items: SINK, minItems: 1 }],
    'x-local': true,
    description: `Where the token goes that the platform shows once, when it makes ${made}: one place, or a list of them.`,
  };
}

const SINK: PropertySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    file: { type: 'string', minLength: 1, ...NO_TILDE, description: 'A file that the token is written to' },
  },
  required: ['file'],
};

/** The part of a call whose answer has the token in it. */
export function savesToken(sinks: Sinks | undefined): Pick<Call, 'saveSecretTo'> {
  if (sinks === undefined) return {};
  // What is named twice is written once.
  const files = new Set(filesAmong(sinks).map((file) => normalize(file)));
  return { saveSecretTo: { field: 'token', files: [...files] } };
}
