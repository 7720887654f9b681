import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Change } from '../../model.ts';
import type { IntendedGroups } from '../scopes/intended-groups.ts';

/**
 * What speaks against swaps that the user has permitted: each is permitted by the number of a group that is to come to a path, so that
 * the same word, given again, permits nothing once it stands there.
 */
export function swapTroubles(
  swaps: readonly (readonly string[])[],
  changes: readonly Change[],
  said: IntendedGroups,
): readonly Diagnostic[] {
  return swaps.flatMap((addresses): Diagnostic[] => {
    const open = comingTo(addresses, changes);
    if (open.length === 0) return [];
    const words = open.filter(({ path }) => said.has(path.toLowerCase()));
    const wrong = words.find(({ path, id }) => said.get(path.toLowerCase()) !== id);
    if (words.length > 0 && wrong === undefined) return [];
    const known = (wrong === undefined ? open : [wrong])
      .map(({ what, path, id }) => `${path} would be the ${what} with the id ${id}`)
      .join(', and ');
    const message =
      wrong === undefined
        ? `${addresses.join(' and ')} would take each other's paths, which is not permitted yet: ${known}`
        : `${known}, and not ${said.get(wrong.path.toLowerCase()) ?? ''}, as --allow-swap says`;
    return [
      {
        severity: 'error',
        code: 'guard-swap',
        message,
        remedy: `look in GitLab whether they have changed places before: then take \`previously\` out; else give ${swapFlag(addresses, changes)}`,
      },
    ];
  });
}

/** How the user permits a swap: `--allow-swap labs=7`. */
export function swapFlag(addresses: readonly string[], changes: readonly Change[]): string {
  const [first] = comingTo(addresses, changes);
  return `--allow-swap ${first === undefined ? 'PATH=ID' : `${first.path}=${first.id}`}`;
}

interface Coming {
  readonly what: string;
  readonly path: string;
  readonly id: number;
}

/** What these changes bring to other paths. */
function comingTo(addresses: readonly string[], changes: readonly Change[]): readonly Coming[] {
  return changes.flatMap(({ address, calls }): Coming[] => {
    const id = addresses.includes(address) ? calls.map(({ path }) => numberIn(path)).find(Boolean) : undefined;
    return id === undefined ? [] : [{ what: address.slice(0, address.indexOf('[')), path: pathIn(address), id }];
  });
}

/** The path in the address of a group or project: `group[labs]`. */
export function pathIn(address: string): string {
  return address.slice(address.indexOf('[') + 1, -1);
}

/** The number of what a call is about. */
export function numberIn(path: string): number | undefined {
  const [, digits] = /^\/[a-z_]+\/(\d+)(?:\/|$)/.exec(path) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
