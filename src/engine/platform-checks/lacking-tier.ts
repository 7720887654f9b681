import { isAlwaysThere } from '../../always-there.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { entryAddress } from '../../address.ts';
import { TIER_NAMES, type Kind } from '../../kind.ts';
import type { Change, Declared, Desired, Instance, Tier } from '../../model.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';
import { isLacking, tierOf } from '../licence.ts';

/** What a change asks for that needs a licence. */
interface Licensed {
  readonly address: string;
  readonly declared: Declared;
  readonly kind: Kind;
  /** Undefined where it is the whole entry. */
  readonly field: string | undefined;
  readonly tier: Tier;
}

/**
 * Tells of what is to be made or changed and the instance's licence does not include. GitLab refuses such an entry when it is applied, one
 * by one; of an attribute of a group, or of a setting, it says nothing and leaves it. Asked only where something needs a licence, and of
 * administrators. Throws ApiError for trouble that concerns every request.
 */
export async function lackingTier(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  instance: Instance,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const wanted = licensedOf(changes, desired, kinds);
  if (wanted.length === 0) return [];
  const tier = await tierOf(instance, (read) => client.read(read));
  if (tier === undefined) return [];
  return wanted.filter((one) => isLacking(one.tier, tier)).map((one) => lacking(one, tier));
}

function licensedOf(
  changes: readonly Change[],
  { sections }: Pick<Desired, 'sections'>,
  kinds: Kinds,
): readonly Licensed[] {
  const coming = new Map(changes.filter(({ action }) => action !== 'delete').map((change) => [change.address, change]));
  if (coming.size === 0) return [];
  return sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    const ofGroups = scope.type === 'group' ? fieldsWith(kind, 'x-group-tier') : [];
    const fields = [...fieldsWith(kind, 'x-tier'), ...ofGroups];
    if (fields.length === 0 && needsNone(kind.tier)) return [];
    return entries.flatMap((declared): Licensed[] => {
      const address = entryAddress(kind, scope, declared.key);
      const change = coming.get(address);
      if (change === undefined) return [];
      const whole = { address, declared, kind };
      if (kind.tier !== undefined && !needsNone(kind.tier)) return [{ ...whole, field: undefined, tier: kind.tier }];
      const sent = new Set(change.fields.map(({ path }) => path.split('.')[0]));
      return fields.flatMap(([field, tier]) =>
        sent.has(field) && (declared.spec[field] ?? null) !== null ? [{ ...whole, field, tier }] : [],
      );
    });
  });
}

function needsNone(tier: Tier | undefined): boolean {
  return tier === undefined || tier === 'free';
}

function lacking({ address, declared, kind, field, tier }: Licensed, has: Tier): Diagnostic {
  const what = field === undefined ? address : `${address}: ${field}`;
  const needs = `${what} needs GitLab ${TIER_NAMES[tier]}, and this instance has ${TIER_NAMES[has]}`;
  // Attributes that the licence lacks are dropped in silence (PUT /groups/:id, PUT /application/settings, 18.9).
  const isDropped = kind.host !== undefined || isAlwaysThere(kind);
  return {
    severity: isDropped ? 'warning' : 'error',
    code: 'lacks-tier',
    message: isDropped ? `${needs}: GitLab leaves it as it is` : needs,
    place: field === undefined ? declared.place() : declared.place(field),
    remedy: `take ${field ?? 'it'} out of the configuration, or add a licence`,
  };
}
