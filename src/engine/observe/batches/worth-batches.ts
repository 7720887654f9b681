import type { Instance, Section } from '../../../model.ts';
import { kindOf, type Kinds } from '../../kinds.ts';
import type { BatchedScope } from './ask-batch.ts';
import { batchesOf } from './batch-queue.ts';
import { hasToBeCounted } from './unshown-parts.ts';

/** Fewer sections are read one by one, without a question before. */
const FEW = 4;

/** Sections of one kind, in scopes of one type, whose rows batches show. */
export interface Batchable {
  readonly name: string;
  readonly type: BatchedScope;
  readonly sections: readonly Section[];
}

/** The sections that are read in batches, as far as that takes fewer requests than reading them one by one, or always. */
export function worthBatches(
  sections: readonly Section[],
  kinds: Kinds,
  instance: Instance,
  isAlways = false,
): readonly Batchable[] {
  const alike = new Map<string, { name: string; type: BatchedScope; sections: Section[] }>();
  for (const section of sections) {
    const { name, scope } = section;
    if (scope.type === 'instance' || isLikelyOtherwise(section, kinds)) continue;
    if (kindOf(kinds, name).reads.batches?.queries[scope.type] === undefined) continue;
    const sort = `${name} ${scope.type}`;
    const known = alike.get(sort) ?? { name, type: scope.type, sections: [] };
    known.sections.push(section);
    alike.set(sort, known);
  }
  return [...alike.values()].filter(
    (one) => isAlways || (one.sections.length >= FEW && requestsOf(one, kinds, instance) < one.sections.length),
  );
}

/** How many requests it takes to read them in batches, where nothing that is declared has changed. */
export function requestsOf({ name, sections }: Batchable, kinds: Kinds, instance: Instance): number {
  const { batches } = kindOf(kinds, name).reads;
  const count = batches !== undefined && hasToBeCounted(batches, instance) ? 1 : 0;
  return count + batchesOf(sections.length);
}

/** Whether something is declared that no batch shows, or all that is there may be removed: REST is going to be asked. */
export function isLikelyOtherwise({ name, entries, prune }: Section, kinds: Kinds): boolean {
  if (entries.length === 0) return prune;
  const { unshown } = kindOf(kinds, name).reads.batches ?? {};
  return unshown !== undefined && entries.some(({ spec }) => unshown.isDeclared(spec));
}
