import { entryAddress, entryAddresses, scopeAddress, sectionAddress } from '../../address.ts';
import { isAlwaysThere } from '../../always-there.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Desired, LiveEntry, Plan, Scope, Section, World } from '../../model.ts';
import { scopeOf } from '../export/survey.ts';
import type { FieldCheck } from '../export/exportable.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { hostOf } from '../plan/host-of.ts';
import { match } from '../plan/match.ts';
import { isPerhapsUnseen } from '../plan/perhaps-unseen.ts';
import { besides, left } from './left-alone.ts';
import { liveValues } from './live-values.ts';
import type { Adoption, Site } from './site.ts';
import { undeclaredEdits } from './undeclared-edits.ts';

const NOTHING: Adoption = { edits: [], left: [] };

/** Reads a plan from the other side: each difference becomes an edit of the configuration, or is told as one that stays. Pure. */
export function adoption(desired: Desired, world: World, kinds: Kinds, plan: Plan, check: FieldCheck): Adoption {
  const changes = new Map(plan.changes.map((change) => [change.address, change]));
  const site = { world, kinds, check, changes, undeclared: undeclaredIn(plan), unknown: unknownIn(plan) };
  const parts = desired.sections
    .filter(({ scope }) => isThere(scope, world, kinds) && isToStay(scopeAddress(scope), changes))
    .map((section) => ofSection(section, kindOf(kinds, section.name), site));
  return { edits: parts.flatMap(({ edits }) => edits), left: parts.flatMap(({ left }) => left) };
}

/** Of what stands in a group or project that is not there, or not shown to this token, nothing is said besides. */
function isThere(scope: Scope, world: World, kinds: Kinds): boolean {
  return scope.type === 'instance' || hostOf(scope, world, kinds) !== undefined;
}

/** Nor of what stands in one that is yet to be made, or is to go. */
function isToStay(scope: string, changes: Site['changes']): boolean {
  const action = changes.get(scope)?.action;
  return action !== 'create' && action !== 'delete';
}

function undeclaredIn({ unmanaged, changes }: Plan): ReadonlySet<string> {
  return new Set([
    ...unmanaged.flatMap(({ entries = [] }) => entries.map(({ address }) => address)),
    ...changes.flatMap(({ address, reason }) => (reason.code === 'pruned' ? [address] : [])),
  ]);
}

function unknownIn({ diagnostics }: Plan): readonly string[] {
  return diagnostics.flatMap(({ code, message }) => (code === 'unknown-reference' ? [message] : []));
}

function ofSection(section: Section, kind: Kind, site: Site): Adoption {
  const { scope, name } = section;
  const address = entryAddresses(kind, scope);
  const live = site.world.sections.get(sectionAddress(scope, name)) ?? [];
  const { pairs, leftover } = match(section, kind, live, address, site.world.instance.version);
  const declared = pairs.map((pair) => ofPair(pair, { section, kind, site, address: address(pair.declared.key) }));
  const parts = [...declared, undeclaredEdits(section, kind, leftover, site)];
  return { edits: parts.flatMap(({ edits }) => edits), left: parts.flatMap(({ left }) => left) };
}

interface Spot {
  readonly section: Section;
  readonly kind: Kind;
  readonly site: Site;
  readonly address: string;
}

function ofPair(
  { declared, live }: { readonly declared: Declared; readonly live: LiveEntry | undefined },
  spot: Spot,
): Adoption {
  const { section, kind, site, address } = spot;
  const change = site.changes.get(address);
  // Who was to leave by now, and has not, is there as nobody declares it.
  const isOutlived = live !== undefined && site.undeclared.has(address);
  const namesUnknown = declared.state === 'present' && site.unknown.some((told) => told.startsWith(`${address}: `));
  if (change === undefined && !isOutlived && !namesUnknown) return NOTHING;
  if (live === undefined) return ofMissing(declared, spot);
  if (change?.action === 'delete' && !isOutlived) return ofUnwanted(declared, live, spot);
  const place = declared.place();
  if (live.renamedFrom !== undefined || live.pendingDeletion !== undefined || change?.reason.code === 'renamed')
    return { edits: [], left: [left(address, live.pendingDeletion === undefined ? 'elsewhere' : 'leaving', place)] };
  const { values, kept } = liveValues(kind, section.scope, declared, live, site.world.instance.version);
  const at = { scope: section.scope, section: section.name, key: declared.key, address, place };
  return {
    edits: values.length === 0 ? [] : [{ ...at, does: 'set', values }],
    left: [
      ...kept.map(({ path, why }) => left(`${address}.${path}`, why, place)),
      ...(change !== undefined && values.length + kept.length === 0 ? besides(change) : []),
    ],
  };
}

/** What is declared and not there: its entry goes, but for what is never made by this program, or is protected, or holds others. */
function ofMissing(declared: Declared, { section, kind, site, address }: Spot): Adoption {
  const place = declared.place();
  // Only who is shown it may say that it is gone.
  const isUnseen = isPerhapsUnseen(kind, declared, site.world, site.kinds);
  if (kind.host !== undefined || isAlwaysThere(kind) || isUnseen)
    return { edits: [], left: [left(address, 'gone', place)] };
  if (declared.protect) return { edits: [], left: [left(address, 'protected', place)] };
  const at = { scope: section.scope, section: section.name, key: declared.key, address, place };
  return { edits: [{ ...at, does: 'remove' }], left: [] };
}

/** What is declared absent and there: it is declared as it is; a group is kept. */
function ofUnwanted(declared: Declared, live: LiveEntry, { section, kind, site, address }: Spot): Adoption {
  const place = declared.place();
  const at = { scope: section.scope, section: section.name, key: declared.key, address, place };
  if (kind.host !== undefined) {
    const held = scopeOf(kind, declared.key);
    return { edits: [{ ...at, scope: held, does: 'keep' }], left: [] };
  }
  // What comes from above is there where nobody says anything of it.
  if (live.inherited) return { edits: [{ ...at, does: 'remove' }], left: [] };
  // Letter case may tell the two names apart, and nothing else.
  const undeclared = new Set([entryAddress(kind, section.scope, live.key)]);
  const made = undeclaredEdits(section, kind, [live], { ...site, undeclared });
  return { ...made, edits: made.edits.map((edit) => ({ ...edit, key: declared.key, address, place })) };
}
