import type { Change } from '../../model.ts';
import { placeText } from '../../base/place.ts';
import { counted } from '../counted.ts';
import { grouped } from '../grouped.ts';
import { visible } from '../visible.ts';
import { named } from './likeness.ts';

type Placed = Pick<Change, 'address' | 'place'>;

/** What changes that are alike are about: `hook[ci]`, `37 members`, or `1,000 groups` where it is the scopes themselves. */
export function subjectText(changes: readonly Placed[]): string {
  const names = changes.map(({ address }) => named(address));
  const [first] = names;
  if (first?.noun === undefined) return scopesText(changes);
  if (first.key === undefined) return visible(first.noun);
  if (names.every(({ key }) => key === first.key)) return visible(`${first.noun}[${first.key}]`);
  return counted(names.length, visible(first.noun), visible(plural(first.noun)));
}

/** Whether the subject of changes that are alike is a plural: `hook[ci] in 500 groups` is none. */
export function isPlural(changes: readonly Placed[]): boolean {
  const names = changes.map(({ address }) => named(address));
  return names[0]?.noun === undefined || names.some(({ key }) => key !== names[0]?.key);
}

/** Where they stand: `1,000 groups and 2 projects`, or the only scope by its name. */
export function scopesText(changes: readonly Placed[]): string {
  const scopes = new Set(changes.map(({ address }) => named(address).scope));
  const [only = ''] = scopes;
  if (scopes.size === 1) return visible(only);
  const types = new Map<string, number>();
  for (const scope of scopes) types.set(scopeType(scope), (types.get(scopeType(scope)) ?? 0) + 1);
  const parts = [...types].map(([type, count]) =>
    type === 'instance' ? 'the instance' : counted(count, visible(type)),
  );
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** The first place of several, and how many others there are; the empty string where nobody wrote any of them. */
export function placesText(changes: readonly Placed[]): string {
  const places = new Set(changes.flatMap(({ place }) => (place === undefined ? [] : [placeText(place)])));
  const [first] = places;
  if (first === undefined) return '';
  return places.size === 1 ? visible(first) : `${visible(first)} and ${grouped(places.size - 1)} more`;
}

/** `group` of `group[platform]`. */
export function scopeType(scope: string): string {
  return /^[a-z]+/.exec(scope)?.[0] ?? scope;
}

/** The plural of a kind, as its section is called: `protected_branches`. */
export function plural(noun: string): string {
  // Of storage there is more or less, and not one and two.
  if (noun.endsWith('storage')) return noun;
  if (/(?:s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
