import { filesInMemory } from '../../config/files.ts';
import { loadConfig } from '../../config/load.ts';
import { writeAbsent } from '../../config/write-absent.ts';
import { kindsByName } from '../../engine/kinds.ts';
import { removableKinds, removalsOf, type Removal } from '../../engine/review/removals.ts';
import type { Person, Review } from '../../engine/review/review.ts';
import { kinds } from '../../kinds/index.ts';
import type { Instance } from '../../model.ts';
import { removalsComment } from '../../report/review/removals-comment.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What the printed configuration is called in what is said of it. */
const PRINTED = 'review.yaml';

/** Prints the declarations that would remove the access of some people; says whether they are a configuration. */
export function printRemovals(
  review: Review,
  people: readonly Person[],
  instance: Instance,
  terminal: Pick<Terminal, 'result' | 'diagnose'>,
): boolean {
  const { removals, kept } = removalsOf(people, review, removableKinds(kindsByName(kinds)), instance);
  const invalid: Removal[] = [];
  const valid = removals.filter((one) => {
    const isValid = errorsIn(writeAbsent([one], kinds, [])).length === 0;
    if (!isValid) invalid.push(one);
    return isValid;
  });
  const text = writeAbsent(valid, kinds, removalsComment(review, people, valid, kept, invalid));
  terminal.result(text);
  // What is printed is to be a configuration: where it is none after all, nobody finds that out later.
  const errors = errorsIn(text);
  terminal.diagnose(errors);
  return errors.length === 0;
}

function errorsIn(text: string): ReturnType<typeof loadConfig>['diagnostics'] {
  const { diagnostics } = loadConfig(PRINTED, kinds, filesInMemory(new Map([[PRINTED, text]])), {});
  return diagnostics.filter(({ severity }) => severity === 'error');
}
