import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { pathFrom, repositoryRoot } from '../files/repository-root.ts';

/** A local copy of a repository. */
export interface Checkout {
  /** Its folder, links followed. */
  readonly root: string;
  /** Where a file stands in it, as git writes it; undefined where that is elsewhere, or in a repository within it. */
  readonly pathOf: (file: string) => string | undefined;
  /** What it holds at such a path. */
  readonly read: (path: string) => Uint8Array | undefined;
}

/** The checkout of a file or folder: the nearest folder above it with a `.git`; without any, the working directory. */
export function checkoutOf(path: string): Checkout {
  const root = repositoryRoot(realpathSync(resolve(path)));
  return {
    root,
    pathOf: (file) => {
      const real = realpathSync(resolve(file));
      const within = pathFrom(root, real);
      const isElsewhere = within === '' || within.startsWith('../') || repositoryRoot(real) !== root;
      return isElsewhere ? undefined : within;
    },
    read: (file) => {
      const at = join(root, file);
      return existsSync(at) && statSync(at).isFile() ? readFileSync(at) : undefined;
    },
  };
}

/** That a file is in no, or another, checkout. */
export function outsideCheckout(file: string, { root }: Checkout): Diagnostic {
  return {
    severity: 'error',
    code: 'outside-checkout',
    message: `${file} is to be edited and does not stand in ${root}, so that its path in the repository is not known`,
    remedy:
      'run it in a checkout of the project with all of the configuration in it, or name the part that is; without --merge-request the files are edited here',
  };
}
