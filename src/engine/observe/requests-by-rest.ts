import { pagesOf } from '../../base/page-count.ts';
import type { Section } from '../../model.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';
import { sectionReads } from './sections.ts';

/** How many requests it takes to read a section by REST: the pages of its lists, and the details of what is declared. */
export function requestsByRest(section: Section, kinds: Kinds): number {
  return readsOf(section, kinds) + detailsOf(section, kinds);
}

/** What a list shows of a group needs no request of its own; a list of a section has at least the pages of what is declared, unless each has its own. */
function readsOf(section: Section, kinds: Kinds): number {
  const kind = kindOf(kinds, section.name);
  const reads = sectionReads(section, kind, section.scope).filter(({ rowOf }) => rowOf === undefined);
  const listed = reads.filter(({ pages, of }) => pages && of === undefined).length;
  return reads.length + listed * Math.max(0, pagesOf(section.entries.length) - 1);
}

/** The entries that are declared with a field which no list shows are read by themselves. */
export function detailsOf(section: Section, kinds: Kinds): number {
  const kind = kindOf(kinds, section.name);
  if (kind.reads.detail === undefined) return 0;
  const detailed = fieldsWith(kind, 'x-detail').map(([field]) => field);
  return section.entries.filter(({ spec }) => detailed.some((field) => spec[field] !== undefined)).length;
}
