import type { Change, LiveEntry } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import { filesOf } from './secret-files.ts';
import { isKept } from './sink.ts';

/** The file that a secret of the change was to go to, and which is not there or empty: it was shown to whoever made this, and is not here. */
export function unkeptSecret(change: Change): string | undefined {
  return filesOf(change).find((file) => !isKept(file));
}

/** An earlier run of the same plan has made it: it may have been handed over, or be lost with the machine of that run, which nobody can see. */
export function keptNoMore(there: LiveEntry | undefined, file: string): Failure {
  return {
    code: 'sink',
    message: `an earlier run of this plan made it (id ${String(there?.id)}), and its secret, which GitLab shows once, is not in ${file} any more`,
    remedy:
      'see whether it was handed over: then plan again, and nothing is left to do of it; where nobody has it, remove what was made in GitLab, and apply again: it is made anew',
  };
}
