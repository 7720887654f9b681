import type { Change } from '../model.ts';
import { accessEffect, type AccessEffect } from '../engine/access-effect.ts';
import { usualColumns, type ChangeTextOptions, type TextOptions } from './change-text.ts';
import { counted } from './counted.ts';
import { grouped } from './grouped.ts';
import { filled, punctuated } from './paragraphs/filled.ts';
import { named } from './paragraphs/likeness.ts';
import { scopeType } from './paragraphs/subject.ts';
import { totalsOf } from './totals.ts';
import { visible } from './visible.ts';
import { padded, shortened, width } from './width.ts';

/** A plan with more changes than this ends with totals: nobody has all of a longer one before their eyes. */
const LONG = 30;

/** How many scopes have a line before the rest is counted. */
const MOST_SCOPES = 10;

/** Room for the longest single sum beside a name: `99,999 to replace,`. */
const WIDEST_SUM = 18;

/** What a long plan does by kind, and by the scopes at the top with all below; nothing for a short one. */
export function planTotals(changes: readonly Change[], options: ChangeTextOptions): readonly string[] {
  if (changes.length <= LONG) return [];
  const kinds = sorted(changes, ({ address }) => kindOf(address));
  const scopes = sorted(changes, ({ address }) => topOf(address));
  const effects = changes.map((change) => accessEffect(change, options.kinds));
  const of = (wanted: AccessEffect): number => effects.filter((effect) => effect === wanted).length;
  const [taken, given] = [of('takes'), of('gives')];
  return [
    ...(taken === 0 ? [] : [options.paint.removed(`${counted(taken, 'change takes', 'changes take')} access away`)]),
    ...(given === 0 ? [] : [options.paint.changed(`${counted(given, 'change gives', 'changes give')} access`)]),
    [options.paint.strong('By kind'), ...rows(kinds, options)].join('\n'),
    [options.paint.strong('By scope, with all below'), ...scopeRows(scopes, options)].join('\n'),
  ];
}

/** The scopes with the most changes, and how many there are in others; where all have as many, nothing is gained by naming some. */
function scopeRows(scopes: readonly Row[], options: TextOptions): readonly string[] {
  const rest = scopes.slice(MOST_SCOPES);
  if (rest.length === 0) return rows(scopes, options);
  const [most, least] = [scopes[0]?.[1].length ?? 0, rest.at(-1)?.[1].length ?? 0];
  if (most === least) return [`  ${counted(most, 'change')} in each of ${grouped(scopes.length)}`];
  const left = rest.reduce((sum, [, inside]) => sum + inside.length, 0);
  const others = counted(rest.length, 'other', 'others');
  return [...rows(scopes.slice(0, MOST_SCOPES), options), `  and ${counted(left, 'change')} in ${others}`];
}

type Row = readonly [name: string, changes: readonly Change[]];

/** Changes by a name, the most first. */
function sorted(changes: readonly Change[], nameOf: (change: Change) => string): readonly Row[] {
  const rows = new Map<string, Change[]>();
  for (const change of changes) {
    const row = rows.get(nameOf(change));
    if (row === undefined) rows.set(nameOf(change), [change]);
    else row.push(change);
  }
  return [...rows].sort(([, one], [, other]) => other.length - one.length);
}

function rows(list: readonly Row[], { columns = usualColumns, paint }: TextOptions): readonly string[] {
  const names = list.map(([name]) => shortened(visible(name), columns - WIDEST_SUM - 4));
  const widest = Math.max(...names.map(width)) + 2;
  return list.flatMap(([, changes], index) => {
    const [first = '', ...rest] = filled(punctuated(sums(changes)), columns - widest - 2).map((line) =>
      /replace|delete/.test(line) ? paint.removed(line) : line,
    );
    return [`  ${padded(names[index] ?? '', widest)}${first}`, ...rest.map((line) => `  ${padded('', widest)}${line}`)];
  });
}

/** `3 to create`, `1 to delete`: what there is none of is left out. */
function sums(changes: readonly Change[]): readonly string[] {
  return Object.entries(totalsOf(changes)).flatMap(([action, count]) =>
    count > 0 ? [`${grouped(count)} to ${action}`] : [],
  );
}

function kindOf(address: string): string {
  const { scope, noun } = named(address);
  return noun ?? scopeType(scope);
}

/** The group at the top in which something stands, or the instance. */
function topOf(address: string): string {
  const { scope } = named(address);
  const path = /^(?:group|project)\[([^/\]]*)/.exec(scope)?.[1];
  return path === undefined ? scope : `group[${path}]`;
}
