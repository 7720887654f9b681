import { holdsSecret } from '../../base/hidden-values.ts';
import { isList, isMap } from '../../base/shape.ts';
import { Secret } from '../../base/secret.ts';
import type { Kind } from '../../kind.ts';
import type { Desired, LiveEntry, Section, Value, World } from '../../model.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';
import { isAsDeclared } from '../observe/batches/as-declared.ts';
import { addressOf } from '../observe/sections.ts';
import { hostOf } from '../plan/host-of.ts';
import { readsOf, tellingKinds } from './beliefs.ts';
import type { KeptSection, Leaving } from './kept-look.ts';
import { leaves } from './touched.ts';

/** What a look has seen, and of which configuration. */
export interface Seen {
  /** The whole configuration, and the part of it that was looked at. */
  readonly desired: Desired;
  readonly wanted: Desired;
  readonly world: World;
  readonly kinds: Kinds;
}

/** The sections of a look that the next one may believe: just as declared, in the groups and projects where events tell of every change. */
export function keptSections(
  { desired, wanted, world, kinds }: Seen,
  before: ReadonlyMap<string, KeptSection>,
  leaving: readonly Leaving[],
): readonly KeptSection[] {
  const isTelling = tellingKinds(desired);
  const at = new Date(world.instance.askedAt).toISOString();
  return wanted.sections.flatMap((section): KeptSection[] => {
    const kind = kindOf(kinds, section.name);
    const entries = isTelling(kind, section.scope) ? world.sections.get(addressOf(section)) : undefined;
    const host = hostOf(section.scope, world, kinds);
    if (entries === undefined || typeof host?.id !== 'number' || isElsewhere(host, kind)) return [];
    if (!isAsDeclared(section, kind, entries, world.instance) || !entries.every((entry) => isKeepable(entry, kind)))
      return [];
    if (leaves(leaving, kind)({ entries })) return [];
    const address = addressOf(section);
    // What was believed was not read: it is as old as it was.
    const old = world.believed?.has(address) ? before.get(address) : undefined;
    return [old ?? { address, host: host.id, path: host.key, reads: readsOf(section, kind, host), at, entries }];
  });
}

function isElsewhere(host: LiveEntry, kind: Kind): boolean {
  const isUntold = kind.history?.events?.complete?.isUntold;
  return host.elsewhere === true || host.pendingDeletion !== undefined || isUntold?.(host.live) === true;
}

/** Whether an entry says all of itself: what names another by a name may mean another one by then, and a secret stands in no file. */
function isKeepable({ spec, live, initial }: LiveEntry, kind: Kind): boolean {
  const names = fieldsWith(kind, 'x-ref').map(([field]) => spec[field] ?? null);
  return !initial && names.every((name) => name === null) && Object.values(spec).every(isPlain) && isPlain(live);
}

function isPlain(value: Value | undefined): boolean {
  if (value instanceof Secret) return false;
  if (typeof value === 'string') return !holdsSecret(value);
  if (isList(value)) return value.every(isPlain);
  return !isMap(value) || Object.values(value).every(isPlain);
}

/** The sections of earlier looks that this one had nothing to do with, where only a part of the configuration was looked at. */
export function untouchedSections(
  { wanted }: Pick<Seen, 'wanted'>,
  before: ReadonlyMap<string, KeptSection>,
): readonly KeptSection[] {
  const seen = new Set(wanted.sections.map((section: Section) => addressOf(section)));
  return [...before.values()].filter(({ address }) => !seen.has(address));
}
