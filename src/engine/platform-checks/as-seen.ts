import { placeText } from '../../base/place.ts';
import { isList } from '../../base/shape.ts';
import type { Call, Change, Plan, Value } from '../../model.ts';
import { Finding, Joined, OwnSecret, Ref } from '../../placeholders.ts';
import { Secret } from '../../base/secret.ts';
import { seenAlong } from './along.ts';
import type { Foreseen } from './platform-checks.ts';
import type { Preconditions } from './preconditions.ts';

/**
 * A plan whose look-ups hold what was found when it was made: a saved plan gives nobody access who takes a username between then and its
 * apply. What was not looked up stays as it is. What goes along with a removal is kept, so that no more goes by
 * then, and so is which thing a change was told to come upon. What has its path taken by something unseen is not said to be missing for certain.
 */
export function asSeen(
  plan: Plan,
  {
    found,
    along,
    byMove,
    things,
    diagnostics,
  }: Pick<Foreseen, 'found' | 'along' | 'byMove' | 'things' | 'diagnostics'>,
): Plan {
  const taken = new Set(
    diagnostics.flatMap(({ code, place }) => (code === 'taken-unseen' && place ? [placeText(place)] : [])),
  );
  const reasonOf = ({ reason, place }: Change): Change['reason'] =>
    reason.code === 'missing' && place !== undefined && taken.has(placeText(place))
      ? { ...reason, unseen: true }
      : reason;
  const inCall = (call: Call): Call => (call.body === undefined ? call : { ...call, body: inFields(call.body, found) });
  return {
    ...plan,
    changes: plan.changes.map((change): Change => {
      const goes = along.get(change.address);
      const access = byMove.get(change.address);
      const thing = things.get(change.address);
      const seen = {
        ...change.seen,
        ...(goes !== undefined && { along: seenAlong(goes) }),
        ...(thing !== undefined && { thing }),
      };
      const told = { ...change, reason: reasonOf(change), ...(access !== undefined && { access }) };
      return { ...told, seen, calls: change.calls.map(inCall) };
    }),
    ...(plan.joint && { joint: plan.joint.map((one) => ({ ...one, call: inCall(one.call) })) }),
  };
}

function inFields(body: { readonly [name: string]: Value }, found: Preconditions['found']): { [name: string]: Value } {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, inValue(value, found)]));
}

function inValue(value: Value, found: Preconditions['found']): Value {
  if (Finding.is(value)) return seenBy(value, found);
  if (Joined.is(value)) return new Joined(value.parts.map((part) => (Finding.is(part) ? seenBy(part, found) : part)));
  if (typeof value !== 'object' || value === null || value instanceof Secret) return value;
  if (Ref.is(value) || OwnSecret.is(value)) return value;
  return isList(value) ? value.map((item) => inValue(item, found)) : inFields(value, found);
}

function seenBy(finding: Finding, found: Preconditions['found']): Finding {
  const value = found(finding.read)?.[finding.field];
  return typeof value === 'number' || typeof value === 'string'
    ? new Finding(finding.read, finding.field, value)
    : finding;
}
