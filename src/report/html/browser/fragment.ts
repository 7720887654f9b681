import { everything, facets, ofFacets, type Facet, type Filters } from './filters.ts';

/** What the fragment of the page's address says: which items are shown, and which one is open. */
export interface Shown {
  readonly filters: Filters;
  /** The address of the item that is to be looked at; the empty string for none. */
  readonly at: string;
}

/** The fragment with which the page shows the same again: `scope=group%5Bplatform%5D&deed=delete`. */
export function fragmentOf({ filters, at }: Shown): string {
  const words = new URLSearchParams();
  if (filters.text.trim() !== '') words.append('text', filters.text.trim());
  if (filters.scope !== '') words.append('scope', filters.scope);
  for (const facet of facets) for (const value of filters.chosen[facet]) words.append(facet, value);
  if (at !== '') words.append('at', at);
  return words.toString();
}

/** What a fragment asks for; of what it does not say, everything. */
export function shownBy(fragment: string): Shown {
  const words = new URLSearchParams(fragment.replace(/^#/, ''));
  return {
    filters: {
      text: words.get('text') ?? everything.text,
      scope: words.get('scope') ?? everything.scope,
      chosen: ofFacets((facet) => new Set(words.getAll(facet))),
    },
    at: words.get('at') ?? '',
  };
}

/** A link within the page to the items of one value, or of any of several. */
export function linkTo(facet: Facet, ...values: readonly string[]): string {
  return `#${fragmentOf({ filters: { ...everything, chosen: { ...everything.chosen, [facet]: new Set(values) } }, at: '' })}`;
}

/** A link within the page to one item. */
export function linkToItem(address: string): string {
  return `#${fragmentOf({ filters: everything, at: address })}`;
}
