import type { PageData } from '../page-data.ts';
import { deedOrder } from './deeds.ts';
import type { Facet } from './filters.ts';
import { statusWord } from './row-text.ts';

/** What a value of a facet is called. */
export function wordOf(facet: Facet, value: string, { words, risks }: Pick<PageData, 'words' | 'risks'>): string {
  switch (facet) {
    case 'deed': {
      const deed = deedOrder.find((one) => one === value);
      return deed === undefined ? value : words.deeds[deed];
    }
    case 'risk':
      return risks.find(({ name }) => name === value)?.label ?? value;
    case 'status':
      return statusWord(value);
    case 'guard':
    case 'trait':
      return value;
    case 'kind':
      return value.replaceAll('_', ' ');
    case 'line':
      return `by the ${value}`;
    case 'alike':
      return `alike to ${value}`;
  }
}
