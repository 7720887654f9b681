import { entryAddresses, scopeAddress, sectionAddress } from '../../address.ts';
import { isList, isMap } from '../../base/shape.ts';
import { identity, nameField, type Kind, type PropertySchema } from '../../kind.ts';
import type { Desired, Json, JsonObject, LiveEntry, Plan, Value, World } from '../../model.ts';
import type { Traces } from '../apply/own-work.ts';
import { dayOfRun } from '../day-of-run.ts';
import { endedOn } from '../ended-on.ts';
import { kindOf, propertyOf, type Kinds } from '../kinds.ts';
import { besideReplacements } from '../plan/beside-replacements.ts';
import { compare, shown } from '../plan/diff.ts';
import { match } from '../plan/match.ts';
import type { PlanOptions } from '../plan/plan-options.ts';
import { orNotShown } from '../not-shown.ts';
import { numberMade } from './number-made.ts';
import { numberShown } from './number-shown.ts';
import { standsInAnother } from './stood-in.ts';
import type { Undo, UndoEntry } from './undo.ts';

/** Something that is neither as it was nor as the apply has left it, and how. */
export interface ChangedSince {
  readonly entry: UndoEntry;
  /** One sentence without its full stop, which goes on behind the address. */
  readonly how: string;
  /** The fields that are so, where the rest of it is as the apply has left it. */
  readonly fields?: readonly string[];
  /** The path at which it is by now, where that is another one than it had before the apply and after it. */
  readonly at?: string;
  /** What there is to be done, where more can be said than to look who did that. */
  readonly remedy?: string;
}

/** How something is other than it was left. */
type How = Omit<ChangedSince, 'entry'>;

/** What a plan of an undo was made from. */
interface Seen {
  readonly compared: Desired;
  readonly world: World;
  /** What the journal tells of the replacements that earlier runs, be they of this undo, have not finished. */
  readonly earlier: Pick<PlanOptions, 'replacedBefore' | 'madeBefore'>;
}

/**
 * What of an undo somebody else has changed since, or may have: to bring it back would write over that, or make anew what somebody has taken
 * away around it. What a run that was killed has done is known by its journal. Pure.
 */
export function changedSince(
  undo: Undo,
  { changes }: Pick<Plan, 'changes'>,
  { compared, world, earlier }: Seen,
  kinds: Kinds,
  traces: Traces,
): readonly ChangedSince[] {
  const named = new Set(undo.entries.map(({ address }) => address));
  const created = changes.filter(({ action, address }) => action === 'create' && !named.has(address));
  const missing = new Set(created.map(({ address }) => address));
  return undo.entries.flatMap((entry) => {
    const { scope, section: name } = entry;
    if (missing.has(scopeAddress(scope)))
      return [
        {
          entry,
          how: `cannot be brought back: ${scopeAddress(scope)} is not there any more${orNotShown(world.instance)}`,
        },
      ];
    const another = standsInAnother(entry, world, kinds);
    if (another !== undefined) return [{ entry, how: another }];
    const kind = kindOf(kinds, name);
    const section = compared.sections.find(
      (one) => sectionAddress(one.scope, one.name) === sectionAddress(scope, name),
    );
    const there = world.sections.get(sectionAddress(scope, name));
    if (section === undefined || there === undefined) return [];
    const address = entryAddresses(kind, scope);
    const standing = besideReplacements(kind, there, {
      replaced: (key) => earlier.replacedBefore(address(key)),
      isOwn: ({ key, id }) => earlier.madeBefore(address(key), id),
    });
    const { pairs } = match(section, kind, standing, address, world.instance.version);
    const pair = pairs.find(({ declared }) => declared.key === entry.key);
    if (pair === undefined) return [{ entry, how: `${notFound(entry, standing, kind)}${orNotShown(world.instance)}` }];
    const { live } = pair;
    const today = dayOfRun(world.instance);
    const how =
      entry.ended !== undefined
        ? live && whereEnded({ ...entry, ended: entry.ended }, live, kinds, undo, traces, today)
        : live === undefined
          ? endedOn(kind, entry.left, today) === undefined
            ? whereGone(entry, undo, traces, earlier)
            : // The apply has given it its end.
              undefined
          : isMadeAnew(entry, live, earlier)
            ? undefined
            : whereThere(entry, live, kinds, undo, traces);
    if (how === undefined) return [];
    // Of what is there nothing is hidden.
    const unseen = live === undefined ? orNotShown(world.instance) : '';
    return [typeof how === 'string' ? { entry, how: `${how}${unseen}` } : { entry, ...how }];
  });
}

/** Why nobody can say which one an entry is about. */
function notFound({ key }: UndoEntry, standing: readonly LiveEntry[], kind: Kind): string {
  const alike = standing.filter((live) => identity(kind, live.key) === identity(kind, key));
  return alike.length > 1
    ? 'is there several times by now, and nothing tells which is meant'
    : 'cannot be brought back by now: somebody has moved it, or another one has the place that it had';
}

/** A replacement that was cut between its calls leaves nothing. */
function whereGone(
  entry: UndoEntry,
  undo: Undo,
  traces: Traces,
  { replacedBefore }: Seen['earlier'],
): string | undefined {
  const { did, restore } = entry;
  if (did === 'create') return undefined;
  // A run of this program has taken it away to make it anew, be it that of this undo, and did not come to that.
  const isCut = [entry.address, entry.applied].some((address) => replacedBefore(address).length > 0);
  if (did === 'replace' && isCut) return undefined;
  if (did === 'update' && restore === undefined) return 'is not there any more';
  if (isUntouched(entry, undo, traces)) return `is gone, and ${NOT_BY_THE_RUN}`;
  return did === 'replace' && undo.state === 'ended' && restore === undefined ? 'is not there any more' : undefined;
}

/** Whether a run of this undo has made it anew, and was cut before it was complete: it goes on with that. */
function isMadeAnew({ address, did }: UndoEntry, { id }: LiveEntry, { madeBefore }: Seen['earlier']): boolean {
  return did === 'delete' && madeBefore(address, id);
}

const NOT_BY_THE_RUN = 'no journal shows that the run which was cut has done that';

/** Whether a run that was cut has not come to something, as far as its journal shows: what is another there by now may be so by others. */
function isUntouched({ applied }: UndoEntry, { state }: Undo, { steps }: Traces): boolean {
  return state === 'begun' && !steps.tried.has(applied);
}

function whereThere(
  entry: UndoEntry,
  live: LiveEntry,
  kinds: Kinds,
  undo: Undo,
  traces: Traces,
): How | string | undefined {
  const kind = kindOf(kinds, entry.section);
  const { did, was, left, beside = {}, id, previously } = entry;
  const made = numberMade(entry, undo, traces, kinds);
  const number = numberShown(live);
  const isOther = number !== undefined && number !== id;
  const isNumbered = number !== undefined && kind.identity.numberOfAnother !== true;
  // What is as it was, whoever has made it so, needs nothing.
  const isLikeBefore = did !== 'create' && unlike(kind, live, was, was) === undefined;
  const isAsBefore =
    isLikeBefore && live.pendingDeletion === undefined && identity(kind, live.key) === identity(kind, entry.key);
  if (!isAsBefore && isUntouched(entry, undo, traces))
    return `${did === 'create' ? 'is there' : 'is another than it was'}, and ${NOT_BY_THE_RUN}`;
  // What is to come back from elsewhere is moved, whatever it looks like.
  if (isLikeBefore && Object.keys(was).length > 0 && previously === undefined) return undefined;
  switch (did) {
    case 'update':
      return isOther ? otherText(live) : unlikeFields(kind, live, was, { ...beside, ...left });
    case 'delete':
      if (live.pendingDeletion !== undefined) return isOther ? otherText(live) : undefined;
      return isOther ? otherText(live) : unlike(kind, live, was, was);
    case 'create':
      return whereMade(entry, live, kinds, undo, traces);
    case 'replace':
      if (!isOther) return unlike(kind, live, was, isNumbered ? was : left);
      if (number === made) return unlike(kind, live, left, left);
      return made === undefined ? unproven(live) : otherText(live);
  }
}

/** How what stands there is not what the apply has made, and left as it is. */
function whereMade(entry: UndoEntry, live: LiveEntry, kinds: Kinds, undo: Undo, traces: Traces): string | undefined {
  const { section, applied, left } = entry;
  const kind = kindOf(kinds, section);
  const [number, made] = [numberShown(live), numberMade(entry, undo, traces, kinds)];
  if (number === undefined || kind.identity.numberOfAnother === true) {
    if (made !== undefined && number !== undefined && number !== made) return otherText(live);
    // It may have been on its way when the run was cut, and somebody else's be there.
    if (undo.state === 'begun' && !traces.steps.done.has(applied)) return unproven(live);
    return unlike(kind, live, left, left) ?? moreThan(kind, live, left);
  }
  if (number === made) return unlike(kind, live, left, left);
  return made === undefined ? unproven(live) : otherText(live);
}

/** How what stands in the place of something that has ended meanwhile is not as the apply has left it: nothing else goes. */
function whereEnded(
  entry: UndoEntry & { readonly ended: string },
  live: LiveEntry,
  kinds: Kinds,
  undo: Undo,
  traces: Traces,
  today: string,
): string | undefined {
  const { did, id, left, beside = {}, previously, ended } = entry;
  const kind = kindOf(kinds, entry.section);
  // It goes by itself.
  if (endedOn(kind, live.spec, today) !== undefined) return undefined;
  if (did === 'delete' || previously !== undefined)
    return `would have ended on ${ended}, and is there: nothing shows that it is what the run has left`;
  if (isUntouched(entry, undo, traces)) return `is another than it was, and ${NOT_BY_THE_RUN}`;
  if (did !== 'update') return whereMade(entry, live, kinds, undo, traces);
  const number = numberShown(live);
  return number !== undefined && number !== id ? otherText(live) : unlike(kind, live, left, { ...beside, ...left });
}

function otherText(live: LiveEntry): string {
  return `is another one now (id ${String(numberShown(live))})`;
}

function unproven(live: LiveEntry): string {
  const id = numberShown(live);
  return `is there${id === undefined ? '' : ` (id ${String(id)})`}, and nothing shows whether the run has made it; see who did, and remove it by hand`;
}

/** A field that has something in it which the apply has not put there: what has no number is known by nothing else. */
function moreThan(kind: Kind, { spec }: LiveEntry, left: JsonObject): string | undefined {
  for (const [name, schema] of Object.entries(kind.schema.properties)) {
    const value = spec[name];
    if (name in left || name === nameField(kind) || value === undefined || isAsNew(schema, value)) continue;
    return `may be somebody else's: its ${name} is ${JSON.stringify(shown(schema, value))}, and the apply said nothing of that`;
  }
  return undefined;
}

/** Whether a value is what a thing has of which nothing was said. */
function isAsNew(schema: PropertySchema, value: Value): boolean {
  if (value === null || value === false || value === '' || value === schema['x-default']) return true;
  return (isList(value) && value.length === 0) || (isMap(value) && Object.keys(value).length === 0);
}

/** How fields are that are neither as they were nor as they were left. */
function unlike(kind: Kind, live: LiveEntry, was: JsonObject, left: JsonObject): string | undefined {
  return unlikeFields(kind, live, was, left)?.how;
}

function unlikeFields(kind: Kind, live: LiveEntry, was: JsonObject, left: JsonObject): How | undefined {
  const names = [...new Set([...Object.keys(was), ...Object.keys(left)])];
  const others = names.flatMap((name): (readonly [string, string])[] => {
    const schema = propertyOf(kind, name);
    const value = live.spec[name];
    if (schema === undefined || value === undefined) return [];
    const isLike = (said: Json | undefined): boolean =>
      said !== undefined && compare(name, schema, said, value).length === 0;
    if (isLike(was[name]) || isLike(left[name])) return [];
    const now = JSON.stringify(shown(schema, value));
    return [
      [name, `its ${name} is ${now} now, and was left as ${JSON.stringify(name in left ? left[name] : was[name])}`],
    ];
  });
  if (others.length === 0) return undefined;
  return { fields: others.map(([name]) => name), how: `was changed since: ${others.map(([, how]) => how).join('; ')}` };
}
