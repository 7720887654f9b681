import { sectionAddress } from '../../address.ts';
import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isMap } from '../../base/shape.ts';
import type { EventNames } from '../../event-names.ts';
import type { Kind } from '../../kind.ts';
import type { JsonObject, Scope } from '../../model.ts';
import { eventName } from './touches.ts';

/** Something that is asked for, and whether it is gone. */
interface Asked {
  readonly address: string;
  readonly kind: Kind;
  readonly scope: Scope;
  readonly key: string;
  readonly wasRemoved: boolean;
}

/** How many others events would tell by the same words: of what is live, and of what is gone too. Undefined where nobody may see. */
export type Namesakes = (one: Asked) => Promise<number | undefined>;

/** Looks, once for each section and only where it is asked, which things are told alike. */
export function namesakesAmong(all: readonly Asked[], client: Client): Namesakes {
  const lists = new Map<string, Promise<readonly JsonObject[] | undefined>>();
  return async (one) => {
    const section = sectionAddress(one.scope, one.kind.section);
    const listed = lists.get(section) ?? liveIn(one, client);
    lists.set(section, listed);
    const live = await listed;
    const { alike } = one.kind.history?.events ?? {};
    if (live === undefined || alike === undefined) return undefined;
    const name = alike.of(one.key);
    const standing = live.filter((row) => row[alike.field] === name).length;
    if (!one.wasRemoved) return standing - 1;
    const gone = all.filter(
      ({ kind, scope, key, wasRemoved }) =>
        wasRemoved && sectionAddress(scope, kind.section) === section && alike.of(key) === name,
    );
    return standing + new Set(gone.map(({ address }) => address)).size - 1;
  };
}

/**
 * The events that may tell of something: all of them where each names one thing alone; where several may be told alike, those that are of this one
 * for certain, and none where that is not certain. A thing has one number for good in the events, though nothing else shows it.
 */
export async function toldAlone(
  events: readonly JsonObject[],
  one: Asked,
  namesakes: Namesakes,
): Promise<readonly JsonObject[]> {
  const known = one.kind.history?.events;
  if (known?.alike?.scopes.includes(one.scope.type) !== true) return events;
  const name = known.alike.of(one.key);
  const told = events.filter((event) => isOfName(event, name, known));
  if (told.length === 0 || (await namesakes(one)) !== 0) return [];
  const removals = told.filter((event) => known.removed.includes(eventName(event) ?? ''));
  const gone = new Set(removals.map(numberOf));
  const living = new Set(told.map(numberOf).filter((number) => !gone.has(number)));
  // Who is live has the one number that was not removed; of what is gone each was, and of several the same user tells enough.
  if (!one.wasRemoved) return living.size === 1 ? told.filter((event) => living.has(numberOf(event))) : [];
  const authors = new Set(removals.map(({ author_id: author }) => author));
  return living.size === 0 && authors.size === 1 ? removals : [];
}

/** What is live in a section, as it is listed; undefined where that is refused. */
async function liveIn({ kind, scope }: Asked, client: Client): Promise<readonly JsonObject[] | undefined> {
  const [list] = kind.reads.all(scope, ['*']);
  if (list === undefined) return undefined;
  try {
    const listing = await client.list(list);
    return await listing.all();
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}

function isOfName({ details }: JsonObject, name: string, { targets }: EventNames): boolean {
  if (!isMap(details) || details['target_details'] !== name) return false;
  const target = details['target_type'];
  return typeof target === 'string' && targets.includes(target);
}

function numberOf({ details }: JsonObject): unknown {
  return isMap(details) ? details['target_id'] : undefined;
}
