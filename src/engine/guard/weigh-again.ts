import { ApiError, unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type {
  Change,
  Declared,
  GuardLook,
  Instance,
  LiveEntry,
  Plan,
  Refusal,
  Scope,
  Section,
  World,
} from '../../model.ts';
import { identity } from '../../kind.ts';
import { partsOf, sectionOf, sectionParts } from '../address-parts.ts';
import { createLookAgain, type LookAgain } from '../apply/look-again.ts';
import { heldElsewhere } from '../platform-checks/held-elsewhere.ts';
import { toldOnce } from '../platform-checks/in-use.ts';
import { lentElsewhere } from '../platform-checks/lent-elsewhere.ts';
import { fieldsWith, type Kinds } from '../kinds.ts';
import { createReadCache, type ReadCache } from '../observe/read-cache.ts';
import { addressOf, decodeSection, readSection, type RawSection } from '../observe/sections.ts';
import { appliersOwn } from './appliers-own.ts';
import { findingsFor } from './findings.ts';
import { hostsAgain } from './hosts-again.ts';
import { neededLooks } from './guard-looks.ts';
import { guards, refusalsOf } from './guards.ts';
import { changedFields } from './weighed-access.ts';

/** Why a saved plan must not be applied now. */
export interface WeighedAgain {
  /** What guards say of it. */
  readonly refusals: readonly Refusal[];
  /** What the platform would refuse when half of it is done. */
  readonly foreseen: readonly Diagnostic[];
}

/**
 * Why a saved plan must not be applied now: what its guards said when it was made, and what those say that look at what is live, on what
 * is live now; and who holds by now what it is to take away. Throws ApiError.
 */
export async function weighAgain(
  plan: Plan,
  waivedNow: ReadonlySet<string>,
  { client, instance }: { readonly client: Client; readonly instance: Instance },
  kinds: Kinds,
): Promise<WeighedAgain> {
  const { guards: basis, refusals = [] } = plan;
  const before = refusals.filter(({ guard }) => !waivedNow.has(guard));
  if (basis === undefined) return { refusals: before, foreseen: [] };
  const removed = plan.changes.filter(({ action }) => action === 'delete');
  const losing = new Set(removed.map(({ address }) => sectionOf(address, kinds)));
  const looks = neededLooks(basis, plan.changes, kinds);
  const standing = looks.filter(({ among }) => among === undefined);
  const raws = await parallel(standing, client.atATime, (look) =>
    readAgain(look, losing.has(look.section), kinds, createReadCache(client)),
  );
  const gone = new Set(standing.filter((_, index) => raws[index] === undefined).map(({ section }) => section));
  const inside = await inWords(
    raws.flatMap((raw) => raw ?? []),
    kinds,
    instance,
    createReadCache(client),
  );
  const sections = new Map(inside);
  for (const { section, among } of looks)
    if (among !== undefined)
      sections.set(section, await hostsAgain(sectionParts(section, kinds).kind, among, client, instance));
  const left = plan.changes.filter(({ address }) => !gone.has(sectionOf(address, kinds)));
  const waived = new Set([
    ...basis.waived,
    ...waivedNow,
    ...guards.flatMap((one) => (one.weighedAgain ? [] : [one.name])),
  ]);
  const guarded = {
    plan: { ...plan, changes: left.filter((change) => !isDone(change, sections, kinds)) },
    desired: { sections: declaredAgain(looks, left, kinds), guards: basis.bounds },
    world: { instance, sections },
    kinds,
    keptOwnership: basis.keptOwnership,
    unread: new Set(left.map(({ address }) => sectionOf(address, kinds)).filter((section) => !sections.has(section))),
  };
  const now = refusalsOf({ ...guarded, findings: await findingsFor(guarded, waived, client) }, waived);
  const said = new Set(before.map(({ guard, addresses }) => `${guard} ${addresses.join()}`));
  const lookAgain = createLookAgain(client, instance, kinds, 0);
  const own = await appliersOwn(guarded.plan.changes, instance, kinds, lookAgain);
  const going = await notYetGone(left, kinds, lookAgain);
  const held = await heldElsewhere(going, guarded.desired, guarded.world, kinds, client);
  // What stood in the sections that were looked at is not what the plan was made from: all links are looked at again.
  const lent = await lentElsewhere(going, guarded.desired, onlyHeld(guarded.world, kinds), kinds, client);
  return {
    refusals: [...before, ...now.filter(({ guard, addresses }) => !said.has(`${guard} ${addresses.join()}`))],
    // That nobody can count them was said when the plan was made.
    foreseen: [...own, ...toldOnce([...held, ...lent])].filter(({ severity }) => severity === 'error'),
  };
}

/** The sections of what others hold, without those of its holders. */
function onlyHeld({ instance, sections }: World, kinds: Kinds): World {
  const held = [...sections].filter(([address]) => sectionParts(address, kinds).kind.reads.holdersOf !== undefined);
  return { instance, sections: new Map(held) };
}

/** Whether a removal has nothing left to remove: an earlier run of this plan has done it, or somebody else. It is no loss again. */
function isDone({ action, address }: Change, sections: World['sections'], kinds: Kinds): boolean {
  if (action !== 'delete') return false;
  const { kind, key } = partsOf(address, kinds);
  const live = sections.get(sectionOf(address, kinds));
  // Of two with one name, the key of a removal ends in its number.
  const standsFor = ({ key: now, id }: LiveEntry): boolean =>
    identity(kind, now) === identity(kind, key) || `${now}#${String(id)}` === key;
  return live !== undefined && !live.some(standsFor);
}

/** The changes without those that an earlier run of this plan has done, or begun: what stands in its place by then is the plan's own. */
async function notYetGone(changes: readonly Change[], kinds: Kinds, lookAgain: LookAgain): Promise<readonly Change[]> {
  const stays = await Promise.all(
    changes.map(async (change) => {
      const isHeld = partsOf(change.address, kinds).kind.reads.holdersOf !== undefined;
      return (
        !isHeld || change.action === 'create' || ((await lookAgain(change).catch(unknownIfRefused))?.asSeen ?? true)
      );
    }),
  );
  return changes.filter((_, index) => stays[index]);
}

/** A section as it is now; undefined where its scope is gone, so that the changes in it are stale. */
async function readAgain(
  { section: address, at }: GuardLook,
  loses: boolean,
  kinds: Kinds,
  cache: ReadCache,
): Promise<RawSection | undefined> {
  const { kind, scope } = sectionParts(address, kinds);
  const section: Section = { scope, name: kind.section, entries: [], prune: loses };
  const readAt: Scope = scope.type === 'instance' || at === undefined ? scope : { ...scope, path: String(at) };
  try {
    return await readSection(section, kind, readAt, cache);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** What is referred to is put into words first, so that what refers to it can name it. */
async function inWords(
  raws: readonly RawSection[],
  kinds: Kinds,
  instance: Instance,
  cache: ReadCache,
): Promise<ReadonlyMap<string, readonly LiveEntry[]>> {
  const referred = new Set([...kinds.values()].flatMap((kind) => fieldsWith(kind, 'x-ref').map(([, name]) => name)));
  const isReferred = ({ kind }: RawSection): boolean => referred.has(kind.section);
  const sections = new Map<string, readonly LiveEntry[]>();
  for (const raw of [...raws.filter(isReferred), ...raws.filter((one) => !isReferred(one))])
    sections.set(addressOf(raw.section), await decodeSection(raw, instance, sections, cache));
  return sections;
}

/** What the plan says is declared: what it changes, and whom the configuration names in groups at the top. */
function declaredAgain(looks: readonly GuardLook[], changes: readonly Change[], kinds: Kinds): Section[] {
  const changed = new Map<string, Declared[]>();
  for (const change of changes) {
    if (change.action === 'delete') continue;
    const { key } = partsOf(change.address, kinds);
    const entry = declaredAs(key, change);
    const section = sectionOf(change.address, kinds);
    changed.set(section, [...(changed.get(section) ?? []), entry]);
  }
  const addresses = new Set([...looks.map(({ section }) => section), ...changed.keys()]);
  const named = new Map(looks.map(({ section, declared = [] }) => [section, declared]));
  return [...addresses].map((address) => {
    const { kind, scope } = sectionParts(address, kinds);
    const own = changed.get(address) ?? [];
    const known = new Set(own.map(({ key }) => key));
    const rest = (named.get(address) ?? []).filter((key) => !known.has(key)).map((key) => declaredAs(key));
    return { scope, name: kind.section, entries: [...own, ...rest], prune: false };
  });
}

function declaredAs(key: string, change?: Change): Declared {
  const place = change?.place ?? { file: '', line: 0, column: 0 };
  return { key, spec: change ? changedFields(change) : {}, state: 'present', protect: false, place: () => place };
}
