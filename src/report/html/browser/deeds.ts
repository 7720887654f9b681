import type { Deed } from '../page-data.ts';

/** The deeds in the order in which they are counted. */
export const deedOrder: readonly Deed[] = ['create', 'update', 'replace', 'delete', 'undeclared', 'held', 'lacks'];

/** The sign of each, as the text report has it. */
export const signs: { readonly [Name in Deed]: string } = {
  create: '+',
  update: '~',
  replace: '±',
  delete: '−',
  undeclared: '?',
  held: '•',
  lacks: '∅',
};
