import { isMap } from '../../base/shape.ts';
import { Secret } from '../../base/secret.ts';
import type { LiveValue } from '../../configuration-edit.ts';
import { nameField, type Kind, type PropertySchema } from '../../kind.ts';
import type { Attributes, Declared, LiveEntry, Scope, Value } from '../../model.ts';
import { holdsSecretWithin } from '../holds-secret-within.ts';
import { propertyOf } from '../kinds.ts';
import type { Why } from './left-alone.ts';
import { unshownNames } from '../unshown-names.ts';
import { compare, difference, hidden } from '../plan/diff.ts';

/** What of an entry is live otherwise than it is declared, and what of it stays as it is declared. */
export interface LiveValues {
  readonly values: readonly LiveValue[];
  readonly kept: readonly { readonly path: string; readonly why: Kept }[];
}

/** What no configuration may say, what names something that this token is not shown, and what leads one way only: what is live is not what is meant. */
type Kept = Extract<Why, 'hidden' | 'unshown' | 'one-way'>;

/** The values of a declared entry that differ from what is live, each no more than what differs, with those that they cannot be without. */
export function liveValues(kind: Kind, scope: Scope, declared: Declared, live: LiveEntry, version: string): LiveValues {
  const name = nameField(kind);
  const found = difference(kind, declared.spec, live.spec, version);
  const values = [...found.names].sort().flatMap((field): LiveValue[] => {
    const [schema, to] = [propertyOf(kind, field), declared.spec[field]];
    // What it is called is said by its key.
    if (schema === undefined || to === undefined || field === name) return [];
    return differing([field], schema, to, live.spec[field]);
  });
  const said = values.filter((one) => whyKept(kind, one) === undefined);
  return {
    values: [...said, ...needed(kind, scope, declared.spec, said, live.spec)],
    kept: [
      ...values.flatMap((one) => {
        const why = whyKept(kind, one);
        return why === undefined ? [] : [{ path: one.path.join('.'), why }];
      }),
      ...(name !== undefined && found.names.has(name) ? [{ path: name, why: 'hidden' as const }] : []),
    ],
  };
}

function whyKept(kind: Kind, { path: [field], value }: LiveValue): Kept | undefined {
  if (propertyOf(kind, field)?.['x-one-way'] !== undefined) return 'one-way';
  if (isHidden(value)) return 'hidden';
  return value !== undefined && unshownNames(kind, { [field]: value }).size > 0 ? 'unshown' : undefined;
}

/** The values in one that differ: of a fixed set of fields those, of a free map its names, and of anything else the whole. */
function differing(path: LiveValue['path'], schema: PropertySchema, to: Value, from: Value | undefined): LiveValue[] {
  if (from === undefined || hidden(schema) || compare(path.join('.'), schema, to, from).length === 0) return [];
  const { properties, additionalProperties: inner } = schema;
  const inside = (name: string): Value | undefined =>
    isMap(from) && Object.hasOwn(from, name) ? from[name] : undefined;
  if (isMap(to) && properties !== undefined)
    return Object.entries(to).flatMap(([name, value]) =>
      differing([...path, name], properties[name] ?? {}, value, isMap(from) ? inside(name) : null),
    );
  if (!isMap(to) || typeof inner !== 'object') return [{ path, from: to, value: from }];
  const names = new Set([...Object.keys(to), ...(isMap(from) ? Object.keys(from) : [])]);
  return [...names].flatMap((name): LiveValue[] => {
    const [before, after] = [Object.hasOwn(to, name) ? to[name] : undefined, inside(name)];
    if (before === undefined || after === undefined) {
      const value = after !== undefined && hidden(inner) ? new Secret({ type: 'text', at: name }) : after;
      return [{ path: [...path, name], from: before, value }];
    }
    return differing([...path, name], inner, before, after);
  });
}

/** What an entry cannot be without once some of its values are others: a level where its role is gone. */
function needed(
  kind: Kind,
  scope: Scope,
  declared: Attributes,
  values: readonly LiveValue[],
  live: Attributes,
): LiveValue[] {
  const whole = values.filter(({ path }) => path.length === 1).map(({ path, value }) => [path[0], value] as const);
  const then: Attributes = { ...declared, ...Object.fromEntries(whole) };
  const { anyOf = [], oneOf = [] } = kind.schema;
  const lacks = [anyOf, oneOf].flatMap((choice) => {
    const isMade = (spec: Attributes) =>
      choice.find(({ required }) => required.every((name) => (spec[name] ?? null) !== null));
    return choice.length === 0 || isMade(then) !== undefined ? [] : (isMade(live)?.required ?? []);
  });
  const faults = kind.rules?.check?.(then, scope) ?? [];
  const missing = faults.flatMap(({ missing: fields = [] }) => fields);
  return [...new Set([...lacks, ...missing])].flatMap((field): LiveValue[] => {
    const value = live[field];
    if (value === undefined || value === null || isHidden(value) || then[field] === value) return [];
    const isSecret = propertyOf(kind, field)?.['x-secret'] === true;
    return isSecret ? [] : [{ path: [field], from: declared[field], value }];
  });
}

/** Whether no configuration may hold a value: it is a secret, though GitLab shows it. A reference that is yet to be named is none. */
function isHidden(value: Value | undefined): boolean {
  return holdsSecretWithin(value, (secret) => secret.plainText() !== undefined);
}
