import { shortHash } from '../../base/short-hash.ts';
import { isMap } from '../../base/shape.ts';
import { entryAddress } from '../../address.ts';
import { holdsSecret } from '../../base/hidden-values.ts';
import { Secret } from '../../base/secret.ts';
import { identity, type Kind, type PropertySchema } from '../../kind.ts';
import type { Attributes, LiveEntry, Scope, Value } from '../../model.ts';
import { holdsSecretWithin } from '../holds-secret-within.ts';
import { propertyOf } from '../kinds.ts';
import { shown } from '../plan/diff.ts';
import { unshownNames } from '../unshown-names.ts';
import { veiledKey } from './veiled-key.ts';

/** A section as it can be declared. */
export interface ExportedSection {
  readonly scope: Scope;
  readonly name: string;
  readonly entries: readonly { readonly key: string; readonly spec: Attributes }[];
  /** The names of what is left out whole: a section that is pruned one day is not to lose it. */
  readonly ignore: readonly string[];
}

/** What the schema of a configuration has against fields of an entry. */
export type FieldCheck = (
  scope: Scope,
  kind: Kind,
  key: string,
  spec: Attributes,
) => readonly { readonly field: string; readonly message: string }[];

/** A value, or a whole entry that cannot be without it, which no configuration may hold, and why. */
export interface InvalidLive {
  readonly address: string;
  readonly message: string;
}

/** A section as it can be declared, and what of it cannot be. */
export interface Exportable {
  readonly section: ExportedSection;
  /** Nothing tells these apart. */
  readonly left: readonly LiveEntry[];
  /** The addresses of values, or of whole entries that cannot be without them, in which a secret stands: of a URL, or the run's own token. */
  readonly withheld: readonly string[];
  /** What was there before a rule, or came past it. */
  readonly invalid: readonly InvalidLive[];
}

/** What of a live section can be declared so that it is valid and plans to nothing, and what cannot be. */
export function exportable(scope: Scope, kind: Kind, live: readonly LiveEntry[], check: FieldCheck): Exportable {
  const ours = live.filter(
    ({ readOnlyReason, pendingDeletion, superseded, inherited }) =>
      !readOnlyReason && !pendingDeletion && !superseded && !inherited,
  );
  const counts = new Map<string, number>();
  for (const { key } of ours) counts.set(identity(kind, key), (counts.get(identity(kind, key)) ?? 0) + 1);
  const isClear = ({ key, nameless }: LiveEntry): boolean => counts.get(identity(kind, key)) === 1 && !nameless;
  const entries: { readonly key: string; readonly spec: Attributes }[] = [];
  const withheld: string[] = [];
  const invalid: InvalidLive[] = [];
  for (const entry of ours.filter(isClear)) {
    const fields = declarable(kind, scope, entry);
    const { spec, without } = withoutHeld(fields);
    const address = entryAddress(kind, scope, veiledKey(entry.key, entry.spec).shown);
    if (isLost(kind, entry.key, fields, spec, without) || without.some((field) => isNeeded(kind, scope, spec, field)))
      withheld.push(address);
    else {
      withheld.push(...without.map((field) => `${address}.${field}`));
      const valid = withoutInvalid(kind, scope, entry.key, spec, check);
      for (const { field, message } of valid.without)
        invalid.push({ address: valid.spec === undefined ? address : `${address}.${field}`, message });
      if (valid.spec !== undefined)
        entries.push({ key: entry.key, spec: withNeeded(kind, scope, valid.spec, entry.key) });
    }
  }
  const left = ours.filter((entry) => !isClear(entry));
  const declared = new Set(entries.map(({ key }) => key));
  // Scopes themselves, and what there is one of, are never pruned.
  const isPrunable = kind.host === undefined && kind.shape.type !== 'single';
  const ignore = isPrunable ? ours.filter(({ key }) => !declared.has(key)) : [];
  const patterns = new Set(ignore.map(({ key, spec }) => veiledKey(key, spec).pattern));
  return {
    section: { scope, name: kind.section, entries, ignore: [...patterns].sort() },
    left,
    withheld,
    invalid: [...new Map(invalid.map((one) => [one.address, one])).values()],
  };
}

type Refused = ReturnType<FieldCheck>;

/** The fields without those whose live values `validate` refuses; no fields where it refuses the name, or what is left. */
function withoutInvalid(
  kind: Kind,
  scope: Scope,
  key: string,
  spec: Attributes,
  check: FieldCheck,
): { readonly spec: Attributes | undefined; readonly without: Refused } {
  const named = kind.shape.type === 'map' ? { [kind.shape.name]: key } : {};
  /** What is missing beside them is added afterwards; what is said of no field is said of the entry as a whole. */
  const refused = (fields: Attributes): Refused => [
    ...check(scope, kind, key, fields).filter(({ field }) => field in fields || field in named),
    ...(kind.rules?.check?.({ ...named, ...fields }, scope) ?? []).filter(
      ({ field, missing, whenSent }) =>
        !whenSent && missing === undefined && (field === '' || field in fields || field in named),
    ),
    ...[...unshownNames(kind, fields)].map(([field, numbers]) => ({
      field,
      message: `it names what this token is not shown (${numbers.join(', ')})`,
    })),
  ];
  const without = refused(spec);
  if (without.length === 0) return { spec, without };
  const names = new Set(without.map(({ field }) => field));
  const rest = Object.fromEntries(Object.entries(spec).filter(([name]) => !names.has(name)));
  const isWhole = !isLost(kind, key, spec, rest, [...names]) && refused(rest).length === 0;
  return { spec: isWhole ? rest : undefined, without };
}

/**
 * Whether an entry without some of its fields is another one, none at all, or says something else of them: what tells it apart is gone, or
 * what it cannot do without, or a role whose absence beside a level means that there is none.
 */
function isLost(kind: Kind, key: string, before: Attributes, after: Attributes, gone: readonly string[]): boolean {
  // What has a second name may have none of its own.
  const name = kind.shape.type === 'map' && kind.identity.alias === undefined ? kind.shape.name : undefined;
  if (name !== undefined && !(name in before) && holdsSecret(key)) return true;
  if (gone.length === 0) return false;
  if (kind.identity.key(before) !== kind.identity.key(after)) return true;
  const choices = [kind.schema.anyOf ?? [], kind.schema.oneOf ?? []].filter(({ length }) => length > 0);
  if (!choices.every((choice) => choice.some(({ required }) => required.every((field) => field in after)))) return true;
  const said = kind.identity.normal?.(after) ?? after;
  const required = [...(kind.schema.required ?? []), name];
  return gone.some((field) => required.includes(field) || said[field] !== undefined);
}

/** The fields without those that hold a secret: what GitLab shows openly is not to stand in a file for that. */
function withoutHeld(fields: Attributes): { readonly spec: Attributes; readonly without: readonly string[] } {
  // What is a secret by its type is written as a reference.
  const without = Object.keys(fields).filter((name) => holdsSecretWithin(fields[name], () => false));
  if (without.length === 0) return { spec: fields, without };
  return { spec: Object.fromEntries(Object.entries(fields).filter(([name]) => !without.includes(name))), without };
}

function isNeeded(kind: Kind, scope: Scope, spec: Attributes, field: string): boolean {
  if (kind.schema.required?.includes(field) === true) return true;
  return (kind.rules?.check?.(spec, scope) ?? []).some(({ field: at, missing = [at] }) => missing.includes(field));
}

/** The fields that mean something when they are declared: nothing deprecated, derived or unset, and secrets by references. */
function declarable(kind: Kind, scope: Scope, entry: LiveEntry): Attributes {
  const fields: { [name: string]: Value } = {};
  for (const [name, schema] of Object.entries(kind.schema.properties)) {
    const value = entry.spec[name];
    const { additionalProperties: inner } = schema;
    if (schema['x-local'] && kind.schema.required?.includes(name)) fields[name] = localFile(kind, scope, entry.key);
    else if (value === undefined || value === null || value instanceof Secret || !isDeclarable(schema)) continue;
    else if (isMap(value) && typeof inner === 'object' && inner['x-secret']) {
      fields[name] = Object.fromEntries(
        Object.keys(value).map((key) => [key, secretFor(`${entryAddress(kind, scope, entry.key)}.${name}.${key}`)]),
      );
    } else fields[name] = shown(schema, value);
  }
  return fields;
}

/** What the entry cannot do without: a secret stands there as a reference, since GitLab does not tell what it is; a text that is not set is empty. */
function withNeeded(kind: Kind, scope: Scope, spec: Attributes, key: string): Attributes {
  const needed = (kind.rules?.check?.(spec, scope) ?? []).flatMap(({ field, missing = [field] }) => missing);
  const absent = needed.filter((field) => spec[field] === undefined);
  const secrets = absent.filter((field) => propertyOf(kind, field)?.['x-secret']);
  const texts = absent.filter((field) => !secrets.includes(field) && propertyOf(kind, field)?.type?.includes('string'));
  const address = entryAddress(kind, scope, key);
  return {
    ...spec,
    ...Object.fromEntries(texts.map((field) => [field, ''])),
    ...Object.fromEntries(secrets.map((field) => [field, secretFor(`${address}.${field}`)])),
  };
}

function isDeclarable(schema: PropertySchema): boolean {
  const { 'x-secret': isSecret, writeOnly, deprecated, 'x-local': isLocal, 'x-derived': isDerived } = schema;
  return !isSecret && !writeOnly && !deprecated && !isLocal && !isDerived;
}

/** A secret that is known by where it stands alone; the writer gives it a variable of its own. */
function secretFor(at: string): Secret {
  return new Secret({ type: 'text', at });
}

/** Where a secret would go that the platform shows when it makes such a thing anew: a file for each, on any disk. */
function localFile(kind: Kind, scope: Scope, key: string): Value {
  const whole = `${scope.type === 'instance' ? '' : `${scope.path}/`}${kind.singular}-${key}`;
  const name = whole.replace(/[^\w.-]+/g, '-').toLowerCase();
  return { file: `${name === whole ? name : `${name}-${shortHash(whole)}`}.secret` };
}
