import type { PageData } from '../page-data.ts';
import { told } from './change-row.ts';
import { deedOrder } from './deeds.ts';
import type { Facet } from './filters.ts';

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
      return told(value);
    case 'guard':
      return value;
    case 'kind':
      return value.replaceAll('_', ' ');
    case 'line':
      return `by the ${value}`;
    case 'alike':
      return `alike to ${value}`;
  }
}
