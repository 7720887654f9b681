import { INSTANCE } from '../../address.ts';
import type { Desired, Instance } from '../../model.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { standingSections } from '../standing-sections.ts';
import { kindOf, namedHosts, type Kinds } from '../kinds.ts';
import { requestsOf, worthBatches } from './batches/worth-batches.ts';
import type { ReadCache } from './read-cache.ts';
import { detailsOf, requestsByRest } from './requests-by-rest.ts';
import { sectionReads } from './sections.ts';

/** How many requests it will take to look at what is declared: the declared groups and projects in the cheapest way, and the pages of each section. */
export async function forecastReads(
  desired: Desired,
  kinds: Kinds,
  cache: ReadCache,
  instance: Instance,
): Promise<number> {
  const sections = standingSections(desired, kinds);
  const batchable = worthBatches(sections, kinds, instance);
  const inBatches = new Set(batchable.flatMap((one) => one.sections));
  const named = namedHosts(desired.sections, kinds);
  const looked = new Set<string>();
  const owners = new Set<string>();
  let requests = batchable.reduce((sum, one) => sum + requestsOf(one, kinds, instance), 0);
  for (const section of sections) {
    const kind = kindOf(kinds, section.name);
    if (kind.host !== undefined) {
      const keys = [...section.entries.map(({ key }) => key), ...(named.get(section.name)?.keys() ?? [])];
      requests += (await cache.weigh(kind.reads.all(INSTANCE, keys))) + detailsOf(section, kinds);
    } else if (!inBatches.has(section)) {
      requests += requestsByRest(section, kinds);
      const reads = sectionReads(section, kind, section.scope);
      for (const { path, query, of } of reads) {
        looked.add(canonicalJson({ path, query: query ?? {} }));
        if (of !== undefined) owners.add(canonicalJson({ path: of.path, query: of.query ?? {} }));
      }
      // What groups and projects are read by is read for them already.
      const rowsOfLists = reads.filter(({ rowOf }) => rowOf !== undefined);
      if (kind.reads.whole !== undefined && rowsOfLists.length > 0) requests += await cache.weigh(rowsOfLists);
    }
  }
  // Whoever is declared is looked for as such already.
  return requests + [...owners].filter((read) => !looked.has(read)).length;
}
