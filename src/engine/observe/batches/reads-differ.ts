import { sectionAddress } from '../../../address.ts';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Kind } from '../../../kind.ts';
import type { LiveEntry, Section } from '../../../model.ts';

/** So many sections are read both ways at most, spread over all of them. */
const SAMPLE = 100;

/** Which of so many sections, by their order, are read both ways. */
export function sampleOf(sections: number): (index: number) => boolean {
  const each = Math.max(1, Math.ceil(sections / SAMPLE));
  return (index) => index % each === 0;
}

/**
 * What a batch shows otherwise than REST does, as an error: nothing that was read in batches can be believed then. Where the batch is not
 * believed, what batches never show is no difference.
 */
export function readsDiffer(
  section: Section,
  kind: Kind,
  shown: readonly LiveEntry[],
  read: readonly LiveEntry[],
  isBelieved: boolean,
): Diagnostic | undefined {
  const byKey = new Map(shown.map((entry) => [entry.key, entry]));
  const odd = read.find((entry) => {
    const same = byKey.get(entry.key);
    byKey.delete(entry.key);
    if (same === undefined) return true;
    const isUnshown = kind.reads.batches?.unshown?.isDeclared(entry.spec) ?? false;
    return !(isUnshown && !isBelieved) && textOf(same) !== textOf(entry);
  });
  const key = odd?.key ?? [...byKey.keys()][0];
  if (key === undefined) return undefined;
  const address = sectionAddress(section.scope, section.name);
  return {
    severity: 'error',
    code: 'reads-differ',
    message: `${address} is not the same by GraphQL as by REST: they differ in ${key}`,
    place: section.entries[0]?.place(),
    remedy: 'run again, since somebody may have changed it between the two; if it stays, please report it',
  };
}

function textOf({ id, spec }: LiveEntry): string {
  return JSON.stringify([id, Object.entries(spec).sort(([a], [b]) => (a < b ? -1 : 1))]);
}
