import { Secret } from '../../base/secret.ts';
import { handedOn, type HandedEntry } from '../../handed-on.ts';
import type { Attributes, Call, Declared, HandsOn, LiveEntry } from '../../model.ts';
import { OwnSecret } from '../../placeholders.ts';
import { addressedNow } from '../addressed-now.ts';
import { kindOf } from '../kinds.ts';
import { secretsShown } from '../secrets-shown.ts';
import { standingAt } from '../section-at.ts';
import type { Context } from './context.ts';
import { hostOf } from './host-of.ts';
import { differences } from './secret-places.ts';
import { withoutRow } from './seen.ts';

/** The calls that make an entry, with those that bring its secret to where it is to go, which come right after them. */
export function makingCalls(context: Context, entry: Declared): readonly Call[] {
  const { kind, callContext, kinds } = context;
  const calls = kind.calls.create?.(entry, callContext) ?? [];
  const secret = calls.find(({ saveSecretTo }) => saveSecretTo !== undefined)?.saveSecretTo;
  if (secret === undefined) return calls;
  const handed = handedOn(kind, entry, ({ name }) => kindOf(kinds, name));
  return [...calls, ...handed.flatMap((one) => handing(context, one, secret.field))];
}

/**
 * The calls that bring a secret which the platform shows at any time to what does not hold it, or is not as declared beside it. What nobody can
 * see holds it: a hidden variable.
 */
export function bringingCalls(context: Context, entry: Declared, live: LiveEntry): readonly Call[] {
  return unbrought(context, entry, live).flatMap((one) => handing(context, one, one.says, { shownIn: one.says }));
}

/** The places of such a secret that do not have it. */
export function unbrought({ kind, kinds, world }: Context, entry: Declared, live: LiveEntry): readonly HandedEntry[] {
  if (kind.showsHandedOn === undefined) return [];
  return handedOn(kind, entry, ({ name }) => kindOf(kinds, name)).filter((one) => {
    const there = standingAt(one, world);
    const shown = secretsShown(live.spec[one.says]);
    if (there === undefined || shown.length === 0) return true;
    const value = there.spec[one.field];
    const isHeld = !(value instanceof Secret) || shown.includes(value.plainText() ?? '');
    return !isHeld || differences(one, there).length > 0;
  });
}

/** The calls that give an entry of another section the secret: it is made, or has another value until then. */
function handing(
  { world, kinds, resources }: Context,
  handed: HandedEntry,
  secret: string,
  shown: Pick<HandsOn, 'shownIn'> = {},
): readonly Call[] {
  const { kind, scope, address, entry, field } = handed;
  const site = resources.callContext(scope);
  const spec: Attributes = { ...entry.spec, [field]: new OwnSecret(secret) };
  const whole: Declared = { ...entry, spec };
  const live = standingAt(handed, world);
  const calls =
    live === undefined
      ? kind.calls.create?.(whole, site)
      : kind.calls.update?.(live.live, { names: new Set(Object.keys(spec)), entry: whole, fields: [] }, site);
  const reads = kind.reads.all(addressedNow(scope, hostOf(scope, world, kinds)), [entry.key]);
  const handsOn = { to: address, field, reads: reads.map(withoutRow), ...shown };
  return (calls ?? []).map((call) => ({ ...call, handsOn }));
}
