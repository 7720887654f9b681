import type { Path } from '../yaml/locate.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';

/**
 * A change of what one file says, by the way to what it is about: a value at a path, whether or not there is one; one more item of a list; one
 * more of what may stand alone at a path, or with others in a list; or nothing there any more.
 */
export type YamlEdit =
  | { readonly type: 'set' | 'append' | 'join'; readonly path: Path; readonly value: YamlValue }
  | { readonly type: 'remove'; readonly path: Path };

/**
 * Why a text is not edited: what would be changed says something elsewhere as well, or is written in a way that no edit is sure of, or stands in
 * a file that only a link leads to; or it has no name of its own for a map.
 */
export type Hindrance = 'shared' | 'unusual' | 'outside' | 'nameless' | 'taken';
