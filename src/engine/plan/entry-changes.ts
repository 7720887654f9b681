import { fieldOf } from '../field-of.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { isMap } from '../../base/shape.ts';
import type { Kind, PropertySchema } from '../../kind.ts';
import type { Attributes, Declared, FieldChange, LiveEntry, Value } from '../../model.ts';
import { endedOn, endsOf } from '../ended-on.ts';
import { isMade, propertyOf, referencesOf } from '../kinds.ts';
import type { SecretState } from '../ledger/ledger.ts';
import { hostOf } from './host-of.ts';
import { asItWillBe } from '../access.ts';
import { dayOfRun } from '../day-of-run.ts';
import { NOTHING, type Context, type EntryPlan } from './context.ts';
import { difference, shown, type Difference } from './diff.ts';
import { goesWith } from './goes-with.ts';
import { ended, endedMeanwhile, outlived } from './ended.ts';
import { comingUnder } from './coming.ts';
import { alteration, creation, isReplacement, remaking, removal } from './drafting.ts';
import { keptFromBefore, keptUndeclared } from './kept-undeclared.ts';
import { whyStays } from './ours.ts';
import { cannotCreate, cannotRemove, forgets, heldBack, unsupportedField } from './refusals.ts';
import { unbrought } from './handing.ts';
import { inTime } from './in-time.ts';
import { withSetAgain } from './set-again.ts';
import { withInheritingEnded } from './inheriting-ended.ts';
import { withTakenOut } from './taken-out.ts';
import { missingAbove, missingReferences } from './missing-references.ts';
import { isPlainlyUnchanged } from './plainly-unchanged.ts';
import { takenByAlias } from './taken-by-alias.ts';

/** What has to happen to one declared entry, or why it cannot. */
export function entryPart(
  context: Context,
  declared: Declared,
  live: LiveEntry | undefined,
  address = context.address(declared.key),
): EntryPlan {
  if (live !== undefined && declared.state === 'present' && isUntouched(context, address, declared, live))
    return NOTHING;
  const part =
    declared.state === 'absent' ? absentPart(context, declared, live) : touchedPart(context, address, declared, live);
  if (live === undefined || part.drafts.length === 0) return part;
  const taken = takenByAlias(context.kind, address, declared, live, context.world.instance.version);
  return taken.length === 0 ? part : { ...part, diagnostics: [...part.diagnostics, ...taken] };
}

/** The same for one that more than a look was needed at: one in a hundred, and apart from the others, which are gone through a million times. */
function touchedPart(context: Context, address: string, declared: Declared, live: LiveEntry | undefined): EntryPlan {
  const { kind, world } = context;
  const over = endedBy(context, declared);
  if (over !== undefined) return endedPart(context, address, declared, live, over);
  const missing = missingReferences(context, declared, live);
  if (missing.length > 0) return { ...NOTHING, diagnostics: missing };
  const compared = difference(kind, declared.spec, live?.spec, world.instance.version);
  const pointed = withReplaced(context, declared, live, withTakenOut(live, compared));
  const asIs =
    live === undefined
      ? pointed
      : withUnverifiable(
          context,
          address,
          declared.spec,
          live,
          withUnbrought(context, declared, live, withSetAgain(context, declared, pointed)),
        );
  const all = withInheritingEnded(kind, declared, live, asIs);
  const found = inTime(context, address, declared, live, all, live !== undefined && isLost(context, address, live));
  if ('severity' in found) return { ...NOTHING, diagnostics: [found] };
  const diagnostics = found.unsupported.map((field) =>
    unsupportedField(address, kind, field, declared, world.instance),
  );
  const unverifiable = found.unverifiable.map((field) => `${address}.${field}`);
  const entry = { ...declared, spec: found.completed };
  if (live === undefined) {
    // The change is kept beside its error: who only looks is told that it is missing.
    const impossible = isMade(kind, entry.spec)
      ? []
      : [cannotCreate(address, kind, entry, missingAbove(context, declared), world.instance)];
    const before = context.keptBefore(address);
    const { entry: whole, fields } =
      before === undefined ? { entry, fields: [] } : keptFromBefore(context, entry, before);
    return {
      drafts: [creation(context, whole, { ...found, fields: [...found.fields, ...fields] })],
      // Of what is made anew all is sent, and nothing is left to be compared.
      unverifiable: [],
      diagnostics: [...diagnostics, ...impossible],
    };
  }
  if (isLost(context, address, live)) {
    const made = alongWith(context, address, entry, live, found);
    const drafts = [remaking(context, made.entry, live, made.found)];
    return { drafts, unverifiable: [], diagnostics: [...diagnostics, ...made.lost] };
  }
  if (found.names.size === 0 && live.pendingDeletion === undefined) return { drafts: [], unverifiable, diagnostics };
  if (live.readOnlyReason !== undefined)
    return { ...NOTHING, diagnostics: [heldBack(address, declared, live.readOnlyReason, found)] };
  if (isReplacement(kind, found)) {
    const made = alongWith(context, address, entry, live, found);
    const drafts = alteration(context, made.entry, live, made.found).map((draft) => ({ ...draft, kept: made.kept }));
    return { drafts, unverifiable: [], diagnostics: [...diagnostics, ...made.lost] };
  }
  const lost = lossOf(context, address, declared, live, found);
  return { drafts: alteration(context, entry, live, found), unverifiable, diagnostics: [...diagnostics, ...lost] };
}

/** Of what has ended nothing is made; what is live of it and has no such end is nothing that the entry declares. */
function endedPart(
  context: Context,
  address: string,
  declared: Declared,
  live: LiveEntry | undefined,
  day: string,
): EntryPlan {
  if (live === undefined || endedBy(context, live) !== undefined)
    return { ...NOTHING, diagnostics: [ended(address, declared, day, live !== undefined)] };
  return { ...NOTHING, outlives: live, diagnostics: [outlived(address, declared, day)] };
}

/** What is to be made anew, with what is live of it and goes along; what cannot is told. */
function alongWith(
  context: Context,
  address: string,
  entry: Declared,
  live: LiveEntry,
  found: Difference,
): {
  readonly entry: Declared;
  readonly found: Difference;
  readonly kept: readonly string[];
  readonly lost: readonly Diagnostic[];
} {
  const kept = keptUndeclared(context, entry, live.spec);
  return {
    entry: kept.entry,
    kept: kept.fields.map(({ path }) => path),
    found: { ...found, fields: [...found.fields, ...kept.fields] },
    lost: kept.lost.length === 0 ? [] : [forgets(address, entry, kept.lost)],
  };
}

/** The day on which the access that an entry gives, or the entry itself, has ended; undefined where it has not, or never does. */
function endedBy({ kind, world }: Context, { spec }: Pick<Declared, 'spec'>): string | undefined {
  // Most have no end: which day it is is asked for those alone that have one.
  return endsOf(kind, spec).length === 0 ? undefined : endedOn(kind, spec, dayOfRun(world.instance));
}

/** Whether its secret was lost: what was to be replaced was there before the call that lost one. */
function isLost({ secretLost, replacedBefore }: Context, address: string, { id }: LiveEntry): boolean {
  return secretLost(address, id) && !(id !== undefined && replacedBefore(address).includes(id));
}

function lossOf(
  { kind }: Context,
  address: string,
  declared: Declared,
  live: LiveEntry,
  found: Difference,
): Diagnostic[] {
  const entry = { ...declared, spec: found.completed };
  const lost = kind.calls.sideEffects?.(live.live, { names: found.names, entry, fields: found.fields }) ?? [];
  return lost.length === 0 ? [] : [forgets(address, declared, lost)];
}

/** Most entries are as they are declared: this is asked a million times, and answered without making anything. */
function isUntouched(context: Context, address: string, declared: Declared, live: LiveEntry): boolean {
  const { kind, secretLost, handedTo } = context;
  if (live.pendingDeletion !== undefined || live.renamedFrom !== undefined || secretLost(address, live.id))
    return false;
  if (handedTo(declared.key).size > 0) return false;
  return isPlainlyUnchanged(kind, declared.spec, live.spec) && endedBy(context, declared) === undefined;
}

/**
 * The difference with the references in it to what this plan replaces: the name stays, and what it names is another object. What comes with
 * that is told as well: who has a role that gets another base has another level.
 */
function withReplaced(
  { kind, section, resources, replaced }: Context,
  declared: Declared,
  live: LiveEntry | undefined,
  found: Difference,
): Difference {
  const moved = referencesOf(kind, declared.spec).filter(({ section: target, name, field }) => {
    const holding = resources.find(target, name, section.scope);
    return holding !== undefined && replaced.has(holding.address) && !found.names.has(field);
  });
  if (moved.length === 0) return found;
  const find = asItWillBe(resources, section.scope);
  const followed = Object.entries(kind.access?.follows?.(declared.spec, find) ?? {}).flatMap(([path, to]) => {
    const [schema, from] = [propertyOf(kind, path), live?.spec[path]];
    if (schema === undefined || from === undefined || to === undefined || from === to) return [];
    return [{ path, from: shown(schema, from), to: shown(schema, to) }];
  });
  const fields = [...moved.map(({ name, field }) => ({ path: field, from: name, to: name })), ...followed];
  const names = new Set([...found.names, ...moved.map(({ field }) => field)]);
  const uncompared = new Map([...found.uncompared, ...moved.map(({ field }) => [field, 'points-elsewhere'] as const)]);
  return { ...found, names, uncompared, fields: [...found.fields, ...fields] };
}

/** The difference with the fields in it that say where a secret goes which the platform shows at any time, and which is not there. */
function withUnbrought(context: Context, declared: Declared, live: LiveEntry, found: Difference): Difference {
  const says = [...new Set(unbrought(context, declared, live).map((place) => place.says))];
  if (says.length === 0) return found;
  const fields = says.flatMap((path): FieldChange[] => {
    const [schema, from, to] = [propertyOf(context.kind, path), live.spec[path], declared.spec[path]];
    if (schema === undefined || to === undefined) return [];
    return [{ path, from: from === undefined ? undefined : '(secret)', to: shown(schema, to) }];
  });
  return { ...found, names: new Set([...found.names, ...says]), fields: [...found.fields, ...fields] };
}

/** The difference with secrets in it: what is shown to be another, what the ledger knows to be, and what is to be sent in any case. */
function withUnverifiable(
  { kind, resend, secretState, section: { scope }, world, kinds }: Context,
  address: string,
  declared: Attributes,
  live: LiveEntry,
  found: Difference,
): Difference {
  const causes = { unknown: 'resent', same: 'resent', changed: 'secret-changed', unsent: 'unsent' } as const;
  const object = { id: live.live['id'], within: hostOf(scope, world, kinds)?.id };
  const stateOf = (field: string): SecretState => secretState(`${address}.${field}`, object);
  const isToBeSent = (field: string): boolean => ['changed', 'differs', 'unsent'].includes(stateOf(field));
  const sent = found.unverifiable.filter((field) => resend(address) || isToBeSent(field));
  const unverifiable = found.unverifiable.filter((field) => stateOf(field) === 'unknown');
  const fields = sent.flatMap((path): FieldChange[] => {
    const inner = declaredAt(kind, declared, path);
    return inner === undefined ? [] : [{ path, from: undefined, to: shown(inner.schema, inner.value) }];
  });
  const uncompared = new Map(found.uncompared);
  for (const path of sent) {
    const name = fieldOf(path);
    const state = stateOf(path);
    if (state === 'differs' || (found.names.has(name) && !uncompared.has(name))) continue;
    uncompared.set(name, causes[state]);
  }
  const names = new Set([...found.names, ...sent.map((path) => fieldOf(path))]);
  return { ...found, unverifiable, names, uncompared, fields: [...found.fields, ...fields] };
}

/** What is declared at a path: a field, or one inside it after a dot. */
function declaredAt(
  kind: Kind,
  declared: Attributes,
  path: string,
): { readonly schema: PropertySchema; readonly value: Value } | undefined {
  const [name = path, ...inner] = path.split('.');
  let schema = propertyOf(kind, name);
  let value = declared[name];
  for (const step of inner) {
    schema = schema?.properties?.[step];
    value = isMap(value) ? value[step] : undefined;
  }
  return schema === undefined || value === undefined ? undefined : { schema, value };
}

function absentPart(context: Context, declared: Declared, live: LiveEntry | undefined): EntryPlan {
  const { kind } = context;
  const { endedOn: day } = declared;
  if (day !== undefined && (live === undefined || endedBy(context, live) !== undefined))
    return { ...NOTHING, diagnostics: [endedMeanwhile(context.address(declared.key), declared, day)] };
  if (live === undefined) {
    const coming = comingUnder(context, declared);
    return coming === undefined ? NOTHING : { ...NOTHING, drafts: [coming] };
  }
  if (live.pendingDeletion !== undefined) return NOTHING;
  const address = context.address(declared.key);
  const stays = whyStays(live);
  if (stays !== undefined)
    return {
      ...NOTHING,
      diagnostics: [
        goesWith(context, address, declared, { id: live.id, stays }) ?? heldBack(address, declared, stays, undefined),
      ],
    };
  if (kind.calls.remove === undefined) return { ...NOTHING, diagnostics: [cannotRemove(address, kind, declared)] };
  return {
    ...NOTHING,
    drafts: [removal(context, live, declared, day === undefined ? { code: 'absent' } : { code: 'ended', on: day })],
  };
}
