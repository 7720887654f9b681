import { fieldOf } from '../field-of.ts';
import { listed } from '../../base/listed.ts';
import { atLeast } from '../../base/version-order.ts';
import { isAlwaysThere } from '../../always-there.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { entryAddress } from '../../address.ts';
import { TIER_NAMES, type Kind } from '../../kind.ts';
import type { Declared, Desired, Instance, Plan, Scope, Tier } from '../../model.ts';
import { fieldParts, type FieldPart } from '../field-parts.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';
import { isLacking, tierOf } from '../licence.ts';
import { isUnset } from '../plan/is-unset.ts';

/** What a configuration asks for that needs a licence. */
interface Licensed {
  readonly address: string;
  readonly declared: Declared;
  readonly kind: Kind;
  /** Undefined where it is the whole entry. */
  readonly field: string | undefined;
  /** Where a part of the field's value needs it alone: a user in it, or this of its values. */
  readonly part?: FieldPart;
  /** Whether it would be sent: else GitLab does not show it, as it shows nothing that its licence lacks. */
  readonly isSent: boolean;
  readonly tier: Tier;
}

/**
 * Tells of what is to be made or changed, or is declared and not shown, and the instance's licence does not include. GitLab refuses such an
 * entry when it is applied, one by one; of an attribute of a group or project, or of a setting, it says nothing and leaves it. Asked only
 * where something needs a licence, and of administrators. Throws ApiError for trouble that concerns every request.
 */
export async function lackingTier(
  plan: Pick<Plan, 'changes' | 'unverifiable'>,
  desired: Pick<Desired, 'sections'>,
  instance: Instance,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const wanted = licensedOf(plan, desired, instance, kinds);
  if (wanted.length === 0) return [];
  const tier = await tierOf(instance, (read) => client.read(read));
  if (tier === undefined) return [];
  const alike = new Map<string, Licensed[]>();
  for (const one of wanted) {
    if (!isLacking(one.tier, tier)) continue;
    const sort = isRefused(one) ? one.address : one.kind.section;
    const name = JSON.stringify([sort, one.field, one.part?.what]);
    const those = alike.get(name) ?? [];
    if (those.length === 0) alike.set(name, those);
    those.push(one);
  }
  return [...alike.values()].flatMap((those) => lacking(those, tier));
}

function licensedOf(
  { changes, unverifiable }: Pick<Plan, 'changes' | 'unverifiable'>,
  { sections }: Pick<Desired, 'sections'>,
  instance: Instance,
  kinds: Kinds,
): readonly Licensed[] {
  const coming = new Map(changes.filter(({ action }) => action !== 'delete').map((change) => [change.address, change]));
  const unseen = new Set(unverifiable);
  if (coming.size + unseen.size === 0) return [];
  // Of many sections of a kind the same fields need a licence.
  const known = new Map<string, ReturnType<typeof tiersIn>>();
  return sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    const sort = `${scope.type} ${name}`;
    const tiers = known.get(sort) ?? tiersIn(kind, scope, instance);
    known.set(sort, tiers);
    if (tiers.length === 0 && needsNone(kind.tier)) return [];
    return entries.flatMap((declared): Licensed[] => {
      const address = entryAddress(kind, scope, declared.key);
      const change = coming.get(address);
      if (change === undefined && unseen.size === 0) return [];
      const whole = { address, declared, kind };
      if (!needsNone(kind.tier))
        return change && kind.tier ? [{ ...whole, field: undefined, isSent: true, tier: kind.tier }] : [];
      const sent = new Set(change?.fields.map(({ path }) => fieldOf(path)));
      return tiers.flatMap(({ field, tier, part }): Licensed[] => {
        const isSent = sent.has(field);
        if (!isSent && !unseen.has(`${address}.${field}`)) return [];
        const value = declared.spec[field] ?? null;
        // What a new entry has as well asks for nothing: an undo writes all that was read of what it makes anew.
        const asksForNothing = !dropsWhatItLacks(kind) && isUnset(value);
        const isThere = value !== null && !asksForNothing && (part?.isIn(value) ?? true);
        return isThere ? [{ ...whole, field, isSent, tier, ...(part !== undefined && { part }) }] : [];
      });
    });
  });
}

/** The fields of a kind that need a licence in a scope, and the parts of the values of others that do. */
function tiersIn(
  kind: Kind,
  scope: Scope,
  { version }: Pick<Instance, 'version'>,
): readonly { field: string; tier: Tier; part?: FieldPart }[] {
  const ofGroups = scope.type === 'group' ? fieldsWith(kind, 'x-group-tier') : [];
  const whole = [...fieldsWith(kind, 'x-tier'), ...ofGroups].map(([field, tier]) => ({ field, tier }));
  const parts = fieldParts(kind).flatMap((part) => {
    const { 'x-tier': tier, 'x-free-from': free } = part.needs;
    return tier === undefined || (free !== undefined && atLeast(version, free))
      ? []
      : [{ field: part.field, tier, part }];
  });
  return [...whole, ...parts];
}

function needsNone(tier: Tier | undefined): boolean {
  return tier === undefined || tier === 'free';
}

/** Attributes that the licence lacks are dropped in silence (PUT /groups/:id, PUT /projects/:id, PUT /application/settings, 18.9). */
function dropsWhatItLacks(kind: Kind): boolean {
  return kind.host !== undefined || isAlwaysThere(kind);
}

function isRefused({ kind, isSent }: Licensed): boolean {
  return isSent && !dropsWhatItLacks(kind);
}

/** One diagnostic for all of which the same is to be said. */
function lacking(alike: readonly Licensed[], has: Tier): readonly Diagnostic[] {
  const [first] = alike;
  if (first === undefined) return [];
  const { declared, field, part, tier } = first;
  const who = listed(alike.map(({ address }) => address));
  const what = part?.what ?? field ?? '';
  const needs = `${what === '' ? who : `${who}: ${what}`} needs GitLab ${TIER_NAMES[tier]}, and this instance has ${TIER_NAMES[has]}`;
  const isDropped = !isRefused(first);
  const remedy = part?.remedy ?? `take ${what === '' ? 'it' : what} out of the configuration`;
  return [
    {
      severity: isDropped ? 'warning' : 'error',
      code: 'lacks-tier',
      message: isDropped ? `${needs}: GitLab leaves it as it is` : needs,
      place: field === undefined ? declared.place() : declared.place(field),
      remedy: `${remedy}, or add a licence`,
    },
  ];
}
