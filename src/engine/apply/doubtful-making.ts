import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Maker, Makers } from '../drift/whose-making.ts';
import { othersIn } from './standings.ts';
import type { Unfinished } from './unfinished.ts';
import { whatHappened } from './what-happened.ts';

/**
 * What stands as declared where an earlier run was to make it, and may be somebody else's making, in words: its secret is not here, and nothing
 * is taken away for that. The journal keeps it until it is no question any more.
 */
export function ofDoubtfulMaking(doubtful: readonly Unfinished[], makers: Makers, file: string): Diagnostic[] {
  return doubtful.flatMap((change) => {
    const { makings = [] } = change;
    // Nobody can say whether it ever had an answer.
    const lastCall = whatHappened({ ...change, secretLost: false });
    const sinks = [...new Set(makings.flatMap(({ isKept, sinks: files }) => (isKept ? [] : files)))].join(' and ');
    return othersIn(change, makers).map((standing): Diagnostic => ({
      severity: 'warning',
      code: 'unfinished',
      message: `${lastCall}; ${notItsMaking(standing)}, and its secret is not ${sinks === '' ? 'where it was to go' : `in ${sinks}`}`,
      remedy: `see in GitLab who uses it: where nobody does, remove it there, and apply again, which makes it anew; else take the secret from whoever made it, and the lines that name it out of ${file}`,
    }));
  });
}

/** That something is not shown to be the making of an earlier run, and whose it is, as a clause. */
export function notItsMaking({ id, by, at }: Maker): string {
  const made = [...(by === undefined ? [] : [`by ${by}`]), ...(at === undefined ? [] : [`at ${at}`])];
  const whose = made.length === 0 ? '' : `, made ${made.join(' ')}`;
  return `what stands there now (id ${id}${whose}) is not shown to be its making`;
}
