import { fieldOf } from '../field-of.ts';
import { scopeAddress } from '../../address.ts';
import { isMap } from '../../base/shape.ts';
import type { Kind } from '../../kind.ts';
import type { Attributes, Change, FieldChange, Json } from '../../model.ts';
import type { Overtaken } from '../../outcome.ts';
import { partsOf } from '../address-parts.ts';
import { propertyOf, type Kinds } from '../kinds.ts';
import { shown } from '../plan/diff.ts';
import { whyHeld } from '../plan/ours.ts';
import { enclosingScope } from '../enclosing-scope.ts';
import { agreement } from './agreement.ts';
import { unkeptSecret } from './unkept-secret.ts';
import type { Recheck } from './look-again.ts';

/** How what a change was computed from is another by now, as far as the plan and the instance tell. */
export function overtakenBy(
  change: Change,
  { entries, isElsewhere, renamed, more: along = [] }: Recheck,
  kinds: Kinds,
): Overtaken {
  const { kind, scope, key } = partsOf(change.address, kinds);
  if (isElsewhere) return { code: 'another-scope', scope: scopeAddress(enclosingScope(kind, scope, key)) };
  if (renamed !== undefined) return { code: 'renamed', ...renamed };
  if (along.length > 0) return { code: 'more-along', names: along };
  const [only, ...more] = entries;
  if (only === undefined) return { code: 'gone' };
  const { seen } = change;
  const itself = seen.id === undefined ? only : entries.find(({ id }) => id === seen.id);
  // Of what several have made a plan refuses to guess, and tells that itself.
  const lost = itself === undefined || change.action === 'create' ? unkeptSecret(change) : undefined;
  if (lost !== undefined && more.length === 0) return { code: 'secret-elsewhere', id: only.id, file: lost };
  if (itself === undefined && more.length === 0) return { code: 'another', id: only.id, was: seen.id };
  const what = itself && whyHeld(change.action, itself);
  if (what !== undefined) return { code: 'held', what };
  const keys = itself === undefined ? [] : [itself.key, `${itself.key}#${String(itself.id)}`];
  if (change.action === 'delete' && itself !== undefined && kind.shape.type === 'map' && !keys.includes(seen.key))
    return { code: 'fields', fields: [{ path: kind.shape.name, from: seen.key, to: itself.key }] };
  if (more.length > 0) return { code: 'several', count: entries.length };
  if (change.action === 'create') return { code: 'there' };
  const fields = change.fields.flatMap((field) => changedSince(field, kind, only.spec));
  if (fields.length > 0) return { code: 'fields', fields };
  // Of what was as declared the plan holds a hash alone.
  const told = new Set(change.fields.map(({ path }) => fieldOf(path)));
  return { code: 'one-of', fields: (change.seen.fields ?? Object.keys(only.spec)).filter((name) => !told.has(name)) };
}

/** A field that is neither as it was seen nor hidden. */
function changedSince({ path, from }: FieldChange, kind: Kind, spec: Attributes): FieldChange[] {
  const now = valueAt(kind, path, spec);
  const isAsSeen =
    from === undefined ? now === undefined : agreement(kind.schema.properties, path, from, spec) !== 'differs';
  return isAsSeen ? [] : [{ path, from, to: now }];
}

function valueAt(kind: Kind, path: string, spec: Attributes): Json | undefined {
  const name = fieldOf(path);
  const whole = spec[name];
  const property = propertyOf(kind, name);
  if (whole === undefined || property === undefined) return undefined;
  const rest = path.slice(name.length + 1);
  const value = shown(property, whole);
  return rest === '' ? value : inside(value, rest);
}

/** What stands in a value under a path; the names in a map may have dots themselves. */
function inside(value: Json, path: string): Json | undefined {
  if (!isMap(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  const [name = '', ...rest] = path.split('.');
  const next = Object.hasOwn(value, name) ? value[name] : undefined;
  return next === undefined || rest.length === 0 ? next : inside(next, rest.join('.'));
}
