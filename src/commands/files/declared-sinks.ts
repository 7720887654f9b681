import { existsSync } from 'node:fs';
import { entryAddress } from '../../address.ts';
import { specialFile } from '../../base/special-file.ts';
import { keptFiles } from '../../config/kept-files.ts';
import { kindOf, kindsByName } from '../../engine/kinds.ts';
import { anyAddressTest } from '../../engine/parts/address-pattern.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Desired } from '../../model.ts';
import type { Output } from './writable.ts';

/**
 * Where the secrets go of what may have to be made: nobody knows before the first request what is there already. Of a file that
 * stands there the plan tells, where something is to be made at all; so of a folder, which nobody opens by mistake.
 */
export function declaredSinks({ sections }: Desired, target: readonly string[]): readonly Output[] {
  const kinds = kindsByName(allKinds);
  const isIntended = target.length === 0 ? () => true : anyAddressTest(target);
  return sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    const filesOf = keptFiles(kind);
    return entries.flatMap((entry) => {
      const address = entryAddress(kind, scope, entry.key);
      const files = isIntended(address) ? filesOf(entry) : [];
      return files
        .filter(({ file }) => specialFile(file) !== 'a folder')
        .map(({ file, field }) => ({
          ...secretOutput(file, address),
          place: entry.place(field),
          ...(existsSync(file) && { untouched: true }),
        }));
    });
  });
}

/** The file that the secret of what stands at an address goes to. */
export function secretOutput(file: string, address: string): Output {
  return { file, what: `the secret of ${address}`, makesFolder: true };
}
