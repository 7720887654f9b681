import type { Plan } from '../model.ts';
import { counted } from './counted.ts';
import { grouped } from './grouped.ts';
import { moment } from './moment.ts';
import { visible } from './visible.ts';
import { padded, width } from './width.ts';

/** How many lines of a list are shown before the rest is counted. */
const mostLines = 10;

/** A statement about a plan, and what it is about. */
export interface PlanNote {
  readonly headline: string;
  readonly lines: readonly string[];
}

/** What a plan leaves alone and what nobody can compare, so that silence is never taken for agreement. */
export function planNotes(plan: Plan, verbose: boolean, tellsSpared = verbose): readonly PlanNote[] {
  const most = verbose ? Infinity : mostLines;
  const spared = tellsSpared ? sparedNote(plan, most) : undefined;
  return [
    aheadNote(plan),
    unmanagedNote(plan, most, verbose),
    spared,
    unverifiableNote(plan, most),
    lookNote(plan),
  ].flatMap((note) => note ?? []);
}

/** What a plan of a day to come is, and is not. */
function aheadNote({ at }: Plan): PlanNote | undefined {
  if (at === undefined) return undefined;
  return {
    headline: `As of ${visible(at)}: what ends or is due by that day counts as if it were that day already`,
    lines: [
      'what is live is what is there now: what GitLab or anybody changes until then is not foreseen',
      'it is only to be looked at, and is neither saved nor applied',
    ],
  };
}

/** What drift says of what will be due before long: it is no difference yet. */
export function dueSoonNote({ dueSoon }: Plan, verbose: boolean): PlanNote | undefined {
  if (dueSoon === undefined) return undefined;
  const { within, entries } = dueSoon;
  const most = verbose ? Infinity : mostLines;
  const lines = entries
    .slice(0, most)
    .map(({ address, due, ends }) => `${visible(address)}: on ${visible(due)}, since it ends on ${visible(ends)}`);
  if (entries.length > most) lines.push(`and ${grouped(entries.length - most)} more`);
  const what = entries.length === 0 ? 'nothing more' : counted(entries.length, 'entry', 'entries');
  return { headline: `Due within ${counted(within, 'day')}: ${what} to be made anew`, lines };
}

function sparedNote({ spared = [] }: Plan, most: number): PlanNote | undefined {
  if (spared.length === 0) return undefined;
  const lines = spared.slice(0, most).map(visible);
  if (spared.length > most) lines.push(`and ${grouped(spared.length - most)} more`);
  lines.push("the access of this token's own user is removed where it is declared absent, and never pruned");
  return {
    headline: `Spared: ${counted(spared.length, 'entry is', 'entries are')} not declared, and stay${spared.length === 1 ? 's' : ''} in a section that is pruned`,
    lines,
  };
}

/** What drift says of access that whoever made a group has from the start, and may have been given since: nobody declared it, and it is no difference. */
export function ownAccessNote({ ownAccess = [] }: Plan, verbose: boolean): PlanNote | undefined {
  if (ownAccess.length === 0) return undefined;
  const most = verbose ? Infinity : mostLines;
  const lines = ownAccess.slice(0, most).map(visible);
  if (ownAccess.length > most) lines.push(`and ${grouped(ownAccess.length - most)} more`);
  lines.push(
    'whoever makes a group is its owner; declare it, so that it can be told from what somebody else has given',
  );
  const entries = counted(ownAccess.length, 'entry', 'entries');
  return { headline: `Own access: ${entries} of this token's own user, not declared, and left alone`, lines };
}

function unmanagedNote(plan: Plan, most: number, verbose: boolean): PlanNote | undefined {
  const sections = plan.unmanaged.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  if (sections.length === 0) return undefined;
  const total = sections.reduce((sum, { count }) => sum + count, 0);
  const names = Math.max(...sections.slice(0, most).map(({ section }) => width(visible(section)))) + 2;
  const lines = sections
    .slice(0, most)
    .flatMap(({ section, count, entries = [] }) => [
      padded(visible(section), names) + String(count),
      ...(verbose ? entries.map(({ address }) => `  ${visible(address)}`) : []),
    ]);
  const rest = sections.slice(most);
  if (rest.length > 0) {
    const left = rest.reduce((sum, { count }) => sum + count, 0);
    lines.push(`and ${grouped(left)} in ${counted(rest.length, 'other section')}`);
  }
  // A plan reads no list of groups for their sake: of a large instance it would be most of its requests.
  lines.push('groups that nobody declared are not counted here: keelson drift looks for them');
  return {
    headline: `Unmanaged: ${counted(total, 'live entry is', 'live entries are')} not declared, and left alone`,
    lines,
  };
}

function unverifiableNote(plan: Plan, most: number): PlanNote | undefined {
  const values = plan.unverifiable;
  if (values.length === 0) return undefined;
  const lines = values.slice(0, most).map(visible);
  if (values.length > most) lines.push(`and ${grouped(values.length - most)} more`);
  const [it, its] = values.length === 1 ? ['it', 'its'] : ['them', 'their'];
  return {
    headline: `Unverifiable: ${counted(values.length, 'declared value is', 'declared values are')} not compared, because the API does not return ${it}, or ${its} secret is not set here`,
    lines,
  };
}

/** What was believed to be as an earlier look has seen it, and why nothing was where it might have been. */
function lookNote({ look }: Plan): PlanNote | undefined {
  if (look === undefined) return undefined;
  const { read, believed, since, why } = look;
  const reads = `${counted(read, 'section was', 'sections were')} read`;
  if (believed === 0)
    return {
      headline: `Looked at: ${reads}, and nothing was believed of an earlier look`,
      lines: why === undefined ? [] : [visible(why)],
    };
  const lines = [
    'what no event tells of is in docs/since-last.md: changes in the database or the console, and what a sync does at sign-in',
  ];
  if (why !== undefined) lines.unshift(visible(why));
  return {
    headline: `Looked at: ${reads}; ${grouped(believed)} ${believed === 1 ? 'is' : 'are'} believed to be as ${believed === 1 ? 'it was' : 'they were'} read since ${moment(since ?? '')}, because no audit event tells of a change`,
    lines,
  };
}
