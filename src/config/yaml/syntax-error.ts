import type { YAMLError } from 'yaml';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Place } from '../../base/place.ts';

const sentences: { readonly [code: string]: readonly [message: string, remedy: string] } = {
  TAB_AS_INDENT: ['A tab is used as indentation', 'Indent with spaces'],
  BAD_INDENT: [
    'The indentation does not fit that of the lines above',
    'Begin what stands side by side in the same column, and what is in it further right',
  ],
  NON_STRING_KEY: ['A key is not a plain name', 'Write the key as text'],
  TAG_RESOLVE_FAILED: ['Tags (!name) have no meaning in a configuration', 'Remove the tag'],
  BAD_DIRECTIVE: ['This directive (%) has no meaning in a configuration', 'Remove the line'],
  BAD_COLLECTION_TYPE: ['Tags (!name) have no meaning in a configuration', 'Remove the tag'],
  BAD_DQ_ESCAPE: [
    'The text in double quotes has an escape that YAML does not know',
    'Write \\\\ for one backslash, or use single quotes',
  ],
  BAD_SCALAR_START: ['A plain value cannot begin with this character', 'Put the value in quotes'],
  BLOCK_AS_IMPLICIT_KEY: [
    'A second `: ` stands on this line',
    'Put the value in quotes, or the map on a line of its own',
  ],
};

/** What the library found wrong with a text, in words that show nothing of it. */
export function syntaxError(error: YAMLError, placeOf: (start: number, end: number) => Place): Diagnostic {
  // Of a bracket that is not closed the library says more by the same code.
  const isUneven = error.code === 'BAD_INDENT' && error.message.startsWith('All ');
  const [message, remedy] = (error.code === 'BAD_INDENT' && !isUneven ? undefined : sentences[error.code]) ?? [
    undefined,
    undefined,
  ];
  return {
    severity: 'error',
    code: 'yaml-syntax',
    // After a colon the library quotes the text that it stumbled over, which may be a secret.
    message: message ?? error.message.replace(/(?<=\w): .*$/s, ''),
    place: placeOf(error.pos[0], error.pos[1]),
    remedy,
  };
}
