import type { Item, PageData, RiskName } from '../page-data.ts';
import { grouped } from '../../grouped.ts';

/** What the row of an item says, part by part: what is shown there is what a search looks in. */
export interface RowText {
  readonly deed: string;
  readonly name: string;
  /** What became of it, as a word. */
  readonly status?: string | undefined;
  /** What stands beside the name, each with what it is. */
  readonly marks: readonly { readonly name: RiskName | 'error' | 'warning'; readonly text: string }[];
  readonly reason: string;
  /** Why it did not come about, in its first line. */
  readonly wrong?: string | undefined;
  readonly who?: string | undefined;
  readonly glance?: string | undefined;
  /** In how many other places the same happens. */
  readonly alike?: string | undefined;
  readonly place?: string | undefined;
}

/** Puts together what the row of an item says. */
export function rowText(item: Item, data: PageData): RowText {
  const { deed, name, reason, outcome, glance, who, alike } = item;
  return {
    ...{ deed: data.words.deeds[deed], name, reason, who, glance },
    status: outcome && statusWord(outcome.status),
    marks: marksOf(item, data),
    wrong: outcome === undefined || outcome.status === 'done' ? undefined : outcome.lines[0],
    alike: alike && `alike in ${grouped(alike.others)} more`,
    place: placeOf(item),
  };
}

/** A status as a word: `not-attempted` is `not attempted`. */
export function statusWord(status: string): string {
  return status.replaceAll('-', ' ');
}

/** The risks that the sign and the word before the name do not tell, and that something is said of it. */
function marksOf({ risks, said }: Item, data: PageData): RowText['marks'] {
  const severities = said.flatMap((index) => data.said[index]?.severity ?? []);
  const worst = severities.includes('error') ? 'error' : severities[0];
  return [
    ...(worst === undefined ? [] : [{ name: worst, text: worst }]),
    ...data.risks.flatMap(({ name, mark }) =>
      mark !== undefined && risks.includes(name) ? [{ name, text: mark }] : [],
    ),
  ];
}

/** The lines to change: those of defaults, where all that is told of the fields comes from them; else that of the entry, and how many beside it. */
function placeOf({ place, fields }: Item): string | undefined {
  const lines = new Set(fields.flatMap((field) => field.place ?? []));
  const isByDefaults = lines.size > 0 && fields.every((field) => field.place !== undefined || field.kept);
  const [first = place, ...more] = isByDefaults ? lines : [];
  if (first === undefined) return undefined;
  const beside = isByDefaults ? more.length : lines.size;
  return beside === 0 ? first : `${first} and ${grouped(beside)} ${beside === 1 ? 'default' : 'defaults'} more`;
}
