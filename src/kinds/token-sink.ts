import { NO_TILDE } from '../base/no-tilde.ts';
import type { PropertySchema } from '../kind.ts';
import type { Call } from '../model.ts';

/** Where a token goes that the platform shows once, in the answer to the call that makes it. */
export type TokenSink = { readonly file: string };

/** The field of it; `made` says what is made with the token: "when it makes the runner". */
export function tokenTo(made: string): PropertySchema {
  return {
    type: 'object',
    properties: {
      file: { type: 'string', minLength: 1, ...NO_TILDE, description: 'The file that the token is written to.' },
    },
    required: ['file'],
    'x-local': true,
    description: `Where the token goes that the platform shows once, when it makes ${made}.`,
  };
}

/** The part of a call whose answer has the token in it. */
export function savesToken(sink: TokenSink | undefined): Pick<Call, 'saveSecretTo'> {
  return sink === undefined ? {} : { saveSecretTo: { field: 'token', file: sink.file } };
}
