import { entryAddress } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Action, Attributes, Call, Declared, FieldChange, LiveEntry, Value } from '../../model.ts';
import { secretsIn } from '../apply/fill.ts';
import { secretFields } from '../ledger/secret-attributes.ts';
import { fieldsWith, propertyOf } from '../kinds.ts';
import type { Context } from './context.ts';
import { shown, type Difference } from './diff.ts';
import type { Draft } from './draft.ts';
import { seenOf } from './seen.ts';

/** The change that makes what is not there. */
export function creation(context: Context, entry: Declared, found: Difference): Draft {
  const calls = context.kind.create?.(entry, context.site) ?? [];
  return draft(context, 'create', 'declared, and not there', calls, found.fields, entry, undefined);
}

/** The change that makes something anew whose secret nobody has. */
export function remaking(context: Context, entry: Declared, live: LiveEntry, found: Difference): Draft {
  const { kind, site } = context;
  const calls = [...(kind.remove?.(live.live, site) ?? []), ...(kind.create?.(entry, site) ?? [])];
  const reason = 'its secret was lost when the last run was interrupted';
  return draft(context, 'replace', reason, calls, found.fields, entry, live);
}

/** The changes that bring what is there to what is declared: in place where GitLab can, else by a replacement. */
export function alteration(context: Context, entry: Declared, live: LiveEntry, found: Difference): Draft[] {
  const { kind, site } = context;
  const immutable = fieldsWith(kind, 'x-immutable').flatMap(([field]) => (found.names.has(field) ? [field] : []));
  if (kind.update !== undefined && immutable.length === 0) {
    const calls = kind.update(live.live, { names: found.names, entry, fields: found.fields }, site);
    return [draft(context, 'update', updateReason(kind, live, found), calls, found.fields, entry, live)];
  }
  const reason =
    kind.update === undefined
      ? `${differ([...found.names])}, and GitLab has no way to change it in place`
      : `${listed(immutable)} cannot be changed in place`;
  const create = kind.create?.(entry, site) ?? [];
  if (kind.supersede === undefined) {
    const calls = [...(kind.remove?.(live.live, site) ?? []), ...create];
    return [draft(context, 'replace', reason, calls, found.fields, entry, live)];
  }
  const successor = draft(
    context,
    'replace',
    reason,
    [...kind.supersede(live.live, site), ...create],
    found.fields,
    entry,
    live,
  );
  const leftover = removal(
    context,
    { ...live, key: `${live.key} (replaced)` },
    undefined,
    'its replacement has taken its place',
  );
  return [successor, { ...leftover, leftoverOf: successor.change.address }];
}

function updateReason(kind: Kind, live: LiveEntry, found: Difference): string {
  if (live.leaving !== undefined) return `declared, and ${live.leaving}`;
  if (live.standsFor !== undefined) return `was ${live.key}`;
  return differ([...found.names].filter((name) => propertyOf(kind, name) !== undefined));
}

function differ(names: readonly string[]): string {
  return `${listed(names)} ${names.length === 1 ? 'differs' : 'differ'}`;
}

function listed(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}

/** The change that takes something away. */
export function removal(context: Context, live: LiveEntry, declared: Declared | undefined, reason: string): Draft {
  const { kind, site } = context;
  const named = kind.shape.type === 'map' ? kind.shape.short : undefined;
  const schema = named === undefined ? undefined : propertyOf(kind, named);
  const value = named === undefined ? undefined : live.spec[named];
  const fields =
    named === undefined || schema === undefined || value === undefined || value === null
      ? []
      : [{ path: named, from: shown(schema, value), to: undefined }];
  return draft(context, 'delete', reason, kind.remove?.(live.live, site) ?? [], fields, declared, live);
}

function draft(
  context: Context,
  action: Action,
  reason: string,
  calls: readonly Call[],
  fields: readonly FieldChange[],
  declared: Declared | undefined,
  live: LiveEntry | undefined,
): Draft {
  const { kind, section } = context;
  const key = declared?.key ?? live?.key ?? '';
  const address = entryAddress(kind, section.scope, key);
  const place = declared?.place();
  const seen = seenOf(context, action, declared, live);
  const sends = action === 'delete' || declared === undefined ? {} : secretsSent(declared.spec, calls);
  return {
    change: { address, action, reason, fields, calls, place, seen, ...(Object.keys(sends).length > 0 && { sends }) },
    kind,
    scope: section.scope,
    key,
    declared,
    live,
  };
}

/** The declared fields of which every secret is in one of the calls. */
function secretsSent(spec: Attributes, calls: readonly Call[]): { [field: string]: Value } {
  const carried = new Set(calls.flatMap(({ body }) => secretsIn(body)));
  return Object.fromEntries(
    secretFields(spec).filter(([, value]) => secretsIn(value).every((secret) => carried.has(secret))),
  );
}
