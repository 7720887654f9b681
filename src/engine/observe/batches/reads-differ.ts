import { sectionAddress } from '../../../address.ts';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Kind } from '../../../kind.ts';
import type { Attributes, LiveEntry, Section } from '../../../model.ts';
import { isPlainlyUnchanged } from '../../plan/plainly-unchanged.ts';

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
  const left = new Map(shown.map((entry) => [entry.id ?? entry.key, entry]));
  const odd = read.find((entry) => {
    const same = left.get(entry.id ?? entry.key);
    left.delete(entry.id ?? entry.key);
    if (same === undefined || same.key !== entry.key) return true;
    const isUnshown = kind.reads.batches?.unshown?.isDeclared(entry.spec) ?? false;
    return !(isUnshown && !isBelieved) && !isPlainlyUnchanged(kind, inBoth(same.spec, entry.spec), entry.spec);
  });
  const key = odd?.key ?? [...left.values()][0]?.key;
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

/** What both show: of what nobody declares REST reads no detail. */
function inBoth(shown: Attributes, read: Attributes): Attributes {
  return Object.fromEntries(Object.entries(shown).filter(([field]) => read[field] !== undefined));
}
