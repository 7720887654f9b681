import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Ground, Wish } from '../../engine/merge-request/ground.ts';
import { trouble, type Written } from '../posting/on-instance.ts';

/** Why there can be no merge request, or not a newer one; nothing was written. */
export function groundTrouble(
  ground: Exclude<Ground, { readonly type: 'ready' }>,
  { project, branch }: Wish,
  what: Written,
): Diagnostic {
  switch (ground.type) {
    case 'not there':
      return trouble(
        what,
        `there is no project ${project}, or the user of the token does not see it: ${what.name} is not written`,
        'see that it is written as group/project, and that the user is a member of it, as Developer at least',
      );
    case 'empty':
      return trouble(
        what,
        `${project} has no default branch, or the user of the token is not shown it: ${what.name} is not written`,
        'push the configuration to the project first, and see that the user is a member of it, as Developer at least',
      );
    case 'other base':
      return {
        severity: 'error',
        code: 'other-base',
        message: `${ground.paths.join(', ')} ${ground.paths.length === 1 ? 'is' : 'are'} not the same here as on ${ground.branch} of ${project}, so that nothing is written: the edit would take back what others have done, or is not pushed`,
        remedy: `bring this checkout to ${ground.branch} of ${project}, and run it again; see too that git does not change the ends of lines here`,
      };
    case 'guarded branch':
      return foreign(
        `${branch} of ${project} is its default branch, or one that it protects, so that nothing is written`,
        'see that no rule of its protected branches fits that name: nothing is ever pushed to one',
      );
    case 'foreign branch':
      if (ground.merged !== undefined)
        return foreign(
          `${branch} of ${project} holds other commits than the one of an earlier run, all of which ${project}!${ground.merged} has merged, and is there still, so that nothing is written`,
          'remove the branch, and run it again; let GitLab remove it with the merge',
        );
      return foreign(
        `${branch} of ${project} holds other commits than the one of an earlier run, so that nothing is written`,
        'merge what it holds, or remove the branch; then run it again',
      );
    case 'foreign request':
      return foreign(
        `${project}!${ground.iid} is from ${branch} and was made by somebody else, so that nothing is written`,
        'merge or close it, and run it again; an earlier run under another user may have made it',
      );
  }
}

/** That what has become of it is not known, or that it had changed between two looks. */
export function lossTrouble(type: 'lost' | 'moved', { project, branch }: Wish, what: Written): Diagnostic {
  switch (type) {
    case 'lost':
      return trouble(
        what,
        `GitLab was asked to change ${branch} of ${project} or ${what.name}, and neither says that it did nor shows it`,
        'run it again: what is there by then is found, and not made a second time',
      );
    case 'moved':
      return foreign(
        `${branch} of ${project} has changed while this run was at work, so that it is left as it is`,
        'run it again: what it holds by then is told',
      );
  }
}

function foreign(message: string, remedy: string): Diagnostic {
  return { severity: 'error', code: 'foreign-branch', message, remedy };
}
