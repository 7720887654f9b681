import type { Item, PageData, RefusalData, SaidData } from '../page-data.ts';
import { rowText } from './row-text.ts';

/** What the form lets one choose by, beside a text and where items stand. */
export const choices = ['deed', 'trait', 'risk', 'guard', 'status', 'kind'] as const;
export type Choice = (typeof choices)[number];

/** What items can be chosen by: links choose also by the line that changes them, and by what they are alike to. */
export const facets = [...choices, 'line', 'alike'] as const;
export type Facet = (typeof facets)[number];

/** Something for each facet. */
export function ofFacets<Of>(make: (facet: Facet) => Of): { readonly [Name in Facet]: Of } {
  return {
    deed: make('deed'),
    trait: make('trait'),
    risk: make('risk'),
    guard: make('guard'),
    status: make('status'),
    kind: make('kind'),
    line: make('line'),
    alike: make('alike'),
  };
}

/** Which items are shown. Of each facet the values are alternatives; where there are none, it asks for nothing. */
export interface Filters {
  /** Words that all have to occur, anywhere in what is told of an item. */
  readonly text: string;
  /** Only what stands in this scope, or below it; the empty string for everything. */
  readonly scope: string;
  readonly chosen: { readonly [Name in Facet]: ReadonlySet<string> };
}

/** Shows everything. */
export const everything: Filters = {
  text: '',
  scope: '',
  chosen: ofFacets(() => new Set()),
};

/** Whether nothing is left out. */
export function isEverything({ text, scope, chosen }: Filters): boolean {
  return text.trim() === '' && scope === '' && facets.every((facet) => chosen[facet].size === 0);
}

/** The values that an item has of a facet. */
export function valuesOf(
  item: Item,
  facet: Facet,
  { refusals, permitted }: Pick<PageData, 'refusals' | 'permitted'>,
): readonly string[] {
  switch (facet) {
    case 'deed':
      return [item.deed];
    case 'trait':
      return item.traits ?? [];
    case 'risk':
      return item.risks;
    case 'guard':
      return [...new Set([...guardsOf(item.refusals, refusals), ...guardsOf(item.permitted, permitted)])];
    case 'status':
      return item.outcome === undefined ? [] : [item.outcome.status];
    case 'kind':
      return [item.kind];
    case 'line':
      return [...new Set(item.fields.flatMap(({ place }) => place ?? []))];
    case 'alike':
      return item.alike === undefined ? [] : [item.alike.first];
  }
}

function guardsOf(about: readonly number[], all: readonly RefusalData[]): readonly string[] {
  return about.flatMap((index) => all[index]?.guard ?? []);
}

/** What filters find. */
export interface Found {
  /** Which items are shown, by their place in the data. */
  readonly shown: readonly boolean[];
  /** Which would be, were all scopes asked for. */
  readonly inAnyScope: readonly boolean[];
  /** How many items have each value of a facet, of those that all other filters show: what choosing it would leave. */
  readonly counts: { readonly [Name in Facet]: ReadonlyMap<string, number> };
}

/** Finds the items that filters show; what is told of each is put together once. */
export function finder(data: PageData): (filters: Filters) => Found {
  let texts: readonly string[] | undefined;
  const valued = data.items.map((item) => facets.map((facet) => ({ facet, values: valuesOf(item, facet, data) })));
  return (filters) => {
    const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length > 0) texts ??= data.items.map((item) => textOf(item, data));
    const counts = ofFacets(() => new Map<string, number>());
    const within = data.items.map(({ scope }) => isWithin(scope, filters.scope));
    const inAnyScope = data.items.map((_, index) => {
      if (!words.every((word) => texts?.[index]?.includes(word))) return false;
      const own = valued[index] ?? [];
      const missed = own.filter(({ facet, values }) => !isChosen(filters.chosen[facet], values));
      if (missed.length > 1) return false;
      if (within[index])
        for (const { facet, values } of missed.length === 1 ? missed : own)
          for (const value of values) counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
      return missed.length === 0;
    });
    return { shown: inAnyScope.map((fits, index) => fits && within[index] === true), inAnyScope, counts };
  };
}

function isChosen(chosen: ReadonlySet<string>, values: readonly string[]): boolean {
  return chosen.size === 0 || values.some((value) => chosen.has(value));
}

/** All that a page tells of an item, in its row, at the choices and where it is opened, in small letters. */
function textOf(item: Item, data: PageData): string {
  const { address, fields, goes = [], calls, needs, previously, place, outcome, joint } = item;
  const { marks, ...row } = rowText(item, data);
  return [
    ...[...Object.values(row), ...marks.map(({ text }) => text)],
    ...[address, place, ...needs, previously && `previously ${previously}`],
    ...data.risks.flatMap(({ name, label }) => (item.risks.includes(name) ? [label] : [])),
    ...fields.flatMap(({ path, from, to, place: inDefault }) => [path, from, to, inDefault]),
    ...goes.flatMap(({ count, names }) => [count, ...names]),
    ...[...calls, joint === undefined ? [] : (data.joint[joint]?.lines ?? [])].flat(),
    ...item.said.flatMap((index) => saidTexts(data.said[index])),
    ...item.refusals.flatMap((index) => guardTexts(data.refusals[index])),
    ...item.permitted.flatMap((index) => guardTexts(data.permitted[index])),
    ...(outcome?.lines ?? []),
  ]
    .join('\n')
    .toLowerCase();
}

function saidTexts(one: SaidData | undefined): readonly (string | undefined)[] {
  return one === undefined ? [] : [one.code, one.message, one.remedy];
}

function guardTexts(one: RefusalData | undefined): readonly (string | undefined)[] {
  return one === undefined ? [] : [one.guard, one.message, one.flag, one.instead, one.forGood];
}

/** Whether a scope is another one, or stands somewhere below it. */
export function isWithin(scope: string, outer: string): boolean {
  if (outer === '' || scope === outer) return true;
  const path = pathOf(outer);
  return path !== '' && pathOf(scope).startsWith(`${path}/`);
}

/** The path of a group or project; the empty string for the instance. */
export function pathOf(scope: string): string {
  return scope === 'instance' ? '' : scope.slice(scope.indexOf('[') + 1, -1);
}
