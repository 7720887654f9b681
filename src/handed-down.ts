import type { HandedDown, Kind } from './kind.ts';
import type { Attributes, Change, Value } from './model.ts';

/** A field that cannot be as an entry has it, since one above keeps it at another value. */
export interface Kept {
  readonly field: string;
  /** What it has to be. */
  readonly value: Value;
  /** The field above that keeps it so: its lock, or itself. */
  readonly by: string;
}

/** The fields of a kind that groups hand down to those below them. */
export function handedFields(kind: Kind): readonly (readonly [field: string, how: HandedDown])[] {
  const known = found.get(kind);
  if (known !== undefined) return known;
  const fields = Object.entries(kind.schema.properties).flatMap(([field, schema]) => {
    const how = schema['x-handed-down'];
    return how === undefined ? [] : [[field, how] as const];
  });
  found.set(kind, fields);
  return fields;
}

/** What has been found before: it is asked for every entry, and a kind does not change. */
const found = new WeakMap<Kind, readonly (readonly [field: string, how: HandedDown])[]>();

/** Whether a change concerns a field that is handed down, or the lock of that. */
export function touches({ fields }: Pick<Change, 'fields'>, field: string, { lock }: HandedDown): boolean {
  return fields.some(({ path }) => path === field || path === lock);
}

/** Whether a change of an entry concerns any field that is handed down: where it does not, nothing comes to be handed or kept. */
export function touchesHanded(kind: Kind, change: Pick<Change, 'fields'>): boolean {
  return handedFields(kind).some(([field, how]) => touches(change, field, how));
}

/** A field with its lock: both go in one call. */
export function handedWith(kind: Kind, field: string): readonly string[] {
  const how = handedFields(kind).find(([name]) => name === field)?.[1];
  return how?.lock === undefined ? [field] : [field, how.lock];
}

/** Whether nothing below an entry with these attributes can have another value than it. */
export function isKept(field: string, how: HandedDown, above: Attributes): boolean {
  return keeping(field, how, above) !== undefined;
}

/** What of an entry below cannot be, by the attributes of one above it: the platform refuses it, and goes on refusing it. */
export function keptOtherwise(kind: Kind, below: Attributes, above: Attributes): readonly Kept[] {
  return handedFields(kind).flatMap(([field, how]): Kept[] => {
    const by = keeping(field, how, above);
    const value = above[field] ?? null;
    const own = below[field] ?? null;
    const differs = by !== undefined && value !== null && own !== null && own !== value;
    const { lock } = how;
    const locksAgain = lock !== undefined && above[lock] === true && below[lock] === true;
    return [
      ...(differs ? [{ field, value, by }] : []),
      ...(locksAgain ? [{ field: lock, value: false, by: lock }] : []),
    ];
  });
}

function keeping(field: string, how: HandedDown, above: Attributes): string | undefined {
  if (how.lock !== undefined && above[how.lock] === true) return how.lock;
  return how.values?.some(({ value, final }) => final === true && value === above[field]) ? field : undefined;
}

/** Whether a value takes the place of another one below, once it is set above. */
export function takesPlace(how: HandedDown, above: Value | undefined, below: Value | undefined): boolean {
  if (above === undefined || above === null || below === undefined || below === null) return false;
  if (how.values === undefined) return above !== below;
  return how.values.some(({ value, inPlaceOf }) => value === above && inPlaceOf.some((one) => one === below));
}

/** What a value that is set above is below, where it takes the place of another. */
export function arriving(how: HandedDown, above: Value): Value {
  return how.values?.find(({ value }) => value === above)?.below ?? above;
}

/** Whether a value is handed down at all when it is set. */
export function isHanded(how: HandedDown, value: Value | undefined): boolean {
  if (value === undefined || value === null) return false;
  return how.values === undefined || how.values.some((one) => one.value === value);
}

/** The value that is below what a group above hides it with, once that is gone; undefined where this is no such value, or nothing hides. */
export function hiddenBehind(how: HandedDown, value: Value | undefined): Value | undefined {
  return how.values?.find((one) => one.hides === true && one.value === value)?.inPlaceOf[0];
}
