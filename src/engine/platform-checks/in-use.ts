import { listed } from '../../base/listed.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Declared } from '../../model.ts';

/** That something is to go while others use it, with who they are: several looks find users of one thing. */
export interface InUse extends Diagnostic {
  readonly uses: {
    readonly address: string;
    readonly declared: Declared | undefined;
    readonly users: readonly string[];
  };
}

/** An error of what is removed or replaced while something uses it that stays as it is. */
export function inUse(address: string, declared: Declared | undefined, users: readonly string[]): InUse {
  return {
    severity: 'error',
    code: 'in-use',
    message: `${address} cannot be removed or replaced while something uses it that this plan does not change itself: ${listed(users)}`,
    place: declared?.place(),
    remedy:
      'change what uses it in the configuration, which may have to declare it first (absent, where it goes with its group or its user), and plan both together, without --shard or --target; or take the use away in GitLab first',
    uses: { address, declared, users },
  };
}

/** Diagnostics in which what is in use is told once, with all who use it, where it was told first. */
export function toldOnce(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const told = new Set<string>();
  return diagnostics.flatMap((diagnostic): Diagnostic[] => {
    if (!isInUse(diagnostic)) return [diagnostic];
    const { address, declared } = diagnostic.uses;
    if (told.has(address)) return [];
    told.add(address);
    const same = diagnostics.filter(isInUse).filter(({ uses }) => uses.address === address);
    const users = new Set(same.flatMap(({ uses }) => uses.users));
    const { code, message, place, remedy } = inUse(address, declared, [...users]);
    return [{ severity: diagnostic.severity, code, message, place, remedy }];
  });
}

function isInUse(diagnostic: Diagnostic): diagnostic is InUse {
  return 'uses' in diagnostic;
}
