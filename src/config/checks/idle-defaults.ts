import type { Diagnostic } from '../../base/diagnostic.ts';
import { anyGlob } from '../../base/glob.ts';
import type { Kind } from '../../kind.ts';
import type { Desired } from '../../model.ts';
import { patternsOf } from '../defaults.ts';
import { nodePlace, type Source } from '../yaml/source-node.ts';
import { noun } from '../schema/words.ts';

/**
 * The patterns of defaults that fit no declared path: misspelt, they protect nothing and take nothing away. One of wildcards alone cannot be
 * misspelt, and is there for what will be declared.
 */
export function idleDefaults(sources: readonly Source[], kinds: readonly Kind[], { sections }: Desired): Diagnostic[] {
  const hosts = kinds.filter(({ host }) => host !== undefined);
  return hosts.flatMap((host) => {
    const paths = sections.filter(({ name }) => name === host.section).flatMap(({ entries }) => entries);
    return sources.flatMap((source) =>
      patternsOf(source, host).flatMap(({ pattern, node }): Diagnostic[] => {
        const fits = anyGlob([pattern]);
        if (/^[*/]*$/.test(pattern) || paths.some(({ key }) => fits(key))) return [];
        const above = pattern.replace(/(\/\*\*?)+$/, '');
        const isAbove = above !== pattern && paths.some(({ key }) => key.toLowerCase() === above.toLowerCase());
        return [
          {
            severity: 'warning',
            code: 'idle-defaults',
            message: `The defaults for \`${pattern}\` hold for no declared ${noun(host)}`,
            place: nodePlace(node),
            remedy: isAbove
              ? `Write \`${above}\` for the ${noun(host)} itself: the pattern is for what lies below it alone`
              : 'Write it as the declared paths are written, or remove it',
          },
        ];
      }),
    );
  });
}
