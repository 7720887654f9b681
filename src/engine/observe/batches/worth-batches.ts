import { pagesOf } from '../../../base/page-count.ts';
import type { Instance, Section } from '../../../model.ts';
import { kindOf, type Kinds } from '../../kinds.ts';
import type { BatchedScope } from './ask-batch.ts';
import { batchesOf } from './batch-queue.ts';
import { requestsByRest } from '../requests-by-rest.ts';
import { hasToBeCounted } from './unshown-parts.ts';

/** What takes fewer requests by REST is read so, without a question before. */
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
    if (isLikelyOtherwise(section, kinds)) continue;
    if (kindOf(kinds, name).reads.batches?.queries[scope.type] === undefined) continue;
    const sort = `${name} ${scope.type}`;
    const known = alike.get(sort) ?? { name, type: scope.type, sections: [] };
    known.sections.push(section);
    alike.set(sort, known);
  }
  return [...alike.values()].filter((one) => isAlways || isWorth(one, kinds, instance));
}

function isWorth(one: Batchable, kinds: Kinds, instance: Instance): boolean {
  const byRest = one.sections.reduce((sum, section) => sum + requestsByRest(section, kinds), 0);
  return byRest >= FEW && requestsOf(one, kinds, instance) < byRest;
}

/** How many requests it takes to read them in batches, where nothing that is declared has changed. */
export function requestsOf({ name, type, sections }: Batchable, kinds: Kinds, instance: Instance): number {
  if (type === 'instance') return sections.reduce((sum, { entries }) => sum + Math.max(1, pagesOf(entries.length)), 0);
  const { batches } = kindOf(kinds, name).reads;
  const count = batches !== undefined && hasToBeCounted(batches, instance) ? 1 : 0;
  return count + batchesOf(sections.length);
}

/** Whether more is declared than a batch shows, or nothing, so that whatever is there is undeclared: REST is going to be asked. */
export function isLikelyOtherwise({ name, scope, entries }: Section, kinds: Kinds): boolean {
  if (entries.length === 0) return true;
  if (scope.type !== 'instance' && pagesOf(entries.length) > 1) return true;
  const { unshown } = kindOf(kinds, name).reads.batches ?? {};
  return unshown !== undefined && entries.some(({ spec }) => unshown.isDeclared(spec));
}
