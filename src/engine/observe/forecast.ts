import { INSTANCE, scopeAddress } from '../../address.ts';
import type { Desired, Instance, Section } from '../../model.ts';
import { absentScopes } from '../absent-scopes.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';
import { pagesOf } from '../../base/page-count.ts';
import { requestsOf, worthBatches } from './batches/worth-batches.ts';
import type { ReadCache } from './read-cache.ts';

/** How many requests it will take to look at what is declared: the declared groups and projects in the cheapest way, and the pages of each section. */
export async function forecastReads(
  desired: Desired,
  kinds: Kinds,
  cache: ReadCache,
  instance: Instance,
): Promise<number> {
  const gone = absentScopes(desired, kinds);
  const batchable = worthBatches(
    desired.sections.filter(({ scope }) => !gone.has(scopeAddress(scope))),
    kinds,
    instance,
  );
  const inBatches = new Set(batchable.flatMap(({ sections }) => sections));
  let requests = batchable.reduce((sum, one) => sum + requestsOf(one, kinds, instance), 0);
  for (const section of desired.sections) {
    const kind = kindOf(kinds, section.name);
    if (kind.host !== undefined) {
      const keys = section.entries.map(({ key }) => key);
      requests += (await cache.weigh(kind.reads.all(INSTANCE, keys))) + detailsOf(section, kinds);
    } else if (!gone.has(scopeAddress(section.scope)) && !inBatches.has(section)) {
      requests += readsOf(section, kinds) + detailsOf(section, kinds);
    }
  }
  return requests;
}

/** What a list shows of a group needs no request of its own; a list of a section has at least the pages of what is declared. */
function readsOf(section: Section, kinds: Kinds): number {
  const kind = kindOf(kinds, section.name);
  const keys = section.entries.map(({ key }) => key);
  const reads = kind.reads.all(section.scope, keys).filter(({ rowOf }) => rowOf === undefined);
  const listed = reads.filter(({ pages }) => pages).length;
  return reads.length + listed * Math.max(0, pagesOf(keys.length) - 1);
}

/** The entries that are declared with a field which no list shows are read by themselves. */
function detailsOf(section: Section, kinds: Kinds): number {
  const kind = kindOf(kinds, section.name);
  if (kind.reads.detail === undefined) return 0;
  const detailed = fieldsWith(kind, 'x-detail').map(([field]) => field);
  return section.entries.filter(({ spec }) => detailed.some((field) => spec[field] !== undefined)).length;
}
