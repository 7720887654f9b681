import { fieldOf } from '../field-of.ts';
import { leftoverKey } from './leftover-key.ts';
import { putBack } from './put-back.ts';
import { entryAddress } from '../../address.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Action, Attributes, Call, Declared, FieldChange, LiveEntry, Value } from '../../model.ts';
import type { First, Reason } from '../../reason.ts';
import { secretsIn } from '../fill-call.ts';
import { secretFields } from '../ledger/secret-attributes.ts';
import { fieldsWith } from '../kinds.ts';
import type { Coming } from '../../coming.ts';
import type { Context } from './context.ts';
import { shown, type Difference } from './diff.ts';
import type { Draft } from './draft.ts';
import { bringingCalls, makingCalls } from './handing.ts';
import { isPerhapsUnseen } from './perhaps-unseen.ts';
import { updateReason } from './update-reason.ts';
import { saidByDefault } from './said-by-default.ts';
import { seenOf } from './seen.ts';
import { setAhead } from './steps.ts';
import { tellingFields } from './telling-fields.ts';

/** The change that makes what is not there. */
export function creation(context: Context, entry: Declared, found: Difference): Draft {
  const { kind, world, kinds } = context;
  const calls = makingCalls(context, entry);
  const isUnseen = isPerhapsUnseen(kind, entry, world, kinds);
  return draft(
    context,
    'create',
    { code: 'missing', ...(isUnseen && { unseen: true }) },
    calls,
    [...found.fields, ...local(kind, entry), ...given(kind, entry)],
    entry,
    undefined,
  );
}

/** The change that makes something anew whose secret nobody has. */
export function remaking(context: Context, entry: Declared, live: LiveEntry, found: Difference): Draft {
  const { kind, callContext } = context;
  const calls = replacement(
    kind,
    kind.calls.remove?.(live.live, callContext) ?? [],
    makingCalls(context, entry),
    putBack(context, entry, live),
  );
  const reason: Reason = { code: 'secret-lost', first: firstOf(calls) };
  return draft(context, 'replace', reason, calls, [...found.fields, ...local(kind, entry)], entry, live);
}

/** Whether nothing but another one in its place brings what is there to what is declared. */
export function isReplacement(kind: Kind, { names }: Pick<Difference, 'names'>): boolean {
  return kind.calls.update === undefined || immutableIn(kind, names).length > 0;
}

function immutableIn(kind: Kind, names: ReadonlySet<string>): readonly string[] {
  return fieldsWith(kind, 'x-immutable').flatMap(([field]) => (names.has(field) ? [field] : []));
}

/** The changes that bring what is there to what is declared: in place where GitLab can, else by a replacement. */
export function alteration(context: Context, entry: Declared, live: LiveEntry, found: Difference): Draft[] {
  const { kind, callContext } = context;
  if (!isReplacement(kind, found)) {
    const reason = updateReason(context, entry.key, live, found);
    const from = (now: LiveEntry, more: Attributes): Draft => {
      const added = Object.entries(more).map(([path, to]) => ({ path, ...plainly(live.spec[path], to) }));
      const back = wayBack(kind, entry, now, found);
      const fields = [...found.fields, ...added, ...back];
      const names = new Set([...found.names, ...Object.keys(more), ...back.map(({ path }) => path)]);
      const whole = { ...entry, spec: { ...entry.spec, ...more } };
      const own = kind.calls.update?.(now.live, { names, entry: whole, fields }, callContext) ?? [];
      const calls = [...own, ...bringingCalls(context, whole, live)];
      return { ...draft(context, 'update', reason, calls, fields, whole, now), ...(kind.host?.moves && { from }) };
    };
    const whole = from(live, {});
    const stays = live.renamedFrom === undefined && live.pendingDeletion === undefined;
    if (kind.host === undefined || !stays) return [whole];
    return [{ ...whole, part: (ahead) => inParts(context, entry, live, found, whole, ahead) }];
  }
  const create = makingCalls(context, entry);
  const away = (kind.calls.supersede ?? kind.calls.remove)?.(live.live, callContext) ?? [];
  const calls = replacement(kind, away, create, putBack(context, entry, live));
  const first = firstOf(calls);
  const reason = remakingReason(kind, found, first);
  // What is made anew in time alone goes where the one before it went.
  const fields = found.due === undefined ? [...found.fields, ...local(kind, entry)] : found.fields;
  const successor = draft(context, 'replace', reason, calls, fields, entry, live);
  if (kind.calls.supersede === undefined) return [successor];
  const leftover = removal(context, { ...live, key: leftoverKey(live.key) }, undefined, { code: 'replaced' });
  return [successor, { ...leftover, leftoverOf: successor.change.address }];
}

/** Why something is made anew whose secret is not lost. */
function remakingReason(kind: Kind, { due, names }: Difference, first: First): Reason {
  if (due !== undefined) return { code: 'due', ends: due.ends, before: due.before, first };
  if (kind.calls.update === undefined) return { code: 'no-update', fields: [...names], first };
  return { code: 'immutable', fields: immutableIn(kind, names), first };
}

/** Where both can stand side by side nothing is missing in between; else what is replaced makes room first. */
function replacement(
  { calls: { beside } }: Kind,
  away: readonly Call[],
  create: readonly Call[],
  back: readonly Call[],
): readonly Call[] {
  if (beside) return [...create, ...away];
  return [...away.map((call) => (back.length === 0 ? call : { ...call, takeBack: back })), ...create];
}

/** What stepped aside for the sake of its name alone comes back to its own path with the rest of its change. */
function wayBack(kind: Kind, { key }: Declared, now: LiveEntry, found: Difference): readonly FieldChange[] {
  const { shape } = kind;
  if (shape.type !== 'map' || now.spec[shape.name] === key || found.names.has(shape.name)) return [];
  // In another case it is the same path.
  return identity(kind, now.key) === identity(kind, key) ? [] : [{ path: shape.name, ...plainly(now.key, key) }];
}

/** An update as several, each with the fields that no other has: as the ones before have left it. */
function inParts(
  context: Context,
  entry: Declared,
  live: LiveEntry,
  found: Difference,
  whole: Draft,
  ahead: readonly ReadonlySet<string>[],
): readonly Draft[] {
  const { kind, callContext, section } = context;
  const isAhead = (name: string): boolean => ahead.some((names) => names.has(name));
  const rest = new Set([...found.names].filter((name) => !isAhead(name)));
  return [...ahead, rest].map((names, turn): Draft => {
    const before = Object.entries(entry.spec).filter(([name]) => ahead.slice(0, turn).some((one) => one.has(name)));
    const now = { ...live, spec: { ...live.spec, ...Object.fromEntries(before) } };
    const own = {
      ...found,
      names: new Set([...found.names].filter((name) => names.has(name))),
      fields: found.fields.filter(({ path }) => names.has(fieldOf(path))),
    };
    const isLast = turn === ahead.length;
    const spec = Object.fromEntries(Object.entries(entry.spec).filter(([name]) => isLast || names.has(name)));
    const calls = kind.calls.update?.(live.live, { names: own.names, entry, fields: own.fields }, callContext) ?? [];
    const reason = updateReason(context, entry.key, live, own);
    const part = draft(context, 'update', reason, calls, own.fields, { ...entry, spec }, now);
    if (isLast) return { ...part, partOf: whole };
    const key = setAhead(entry.key, turn);
    const change = { ...part.change, address: entryAddress(kind, section.scope, key) };
    return { ...part, key, change, stepOf: whole.change.address, partOf: whole };
  });
}

/** What becomes of an attribute that is no secret. */
function plainly(from: Value | undefined, to: Value | undefined): Omit<FieldChange, 'path'> {
  return { from: from === undefined ? undefined : shown({}, from), to: to === undefined ? undefined : shown({}, to) };
}

/**
 * What is not GitLab's, and matters when it makes something: the file that a secret is written to. Of what is made anew it is no change: nothing
 * tells that the secret went elsewhere before.
 */
function local(kind: Kind, { spec }: Declared): FieldChange[] {
  return fieldsWith(kind, 'x-local').flatMap(([path]) =>
    spec[path] === undefined ? [] : [{ path, ...plainly(undefined, spec[path]) }],
  );
}

/** What goes along with a new entry although nobody declared it: it is shown as what is declared is. */
function given(kind: Kind, { key, spec }: Declared): FieldChange[] {
  return Object.entries(kind.calls.otherwise?.(key) ?? {}).flatMap(([path, to]) =>
    (spec[path] ?? null) === null && to !== undefined && to !== null ? [{ path, ...plainly(undefined, to) }] : [],
  );
}

function firstOf(calls: readonly Call[]): First {
  return calls[0]?.method === 'DELETE' ? 'delete' : 'create';
}

/** The change that takes something away. */
export function removal(context: Context, live: LiveEntry, declared: Declared | undefined, reason: Reason): Draft {
  const { kind, callContext } = context;
  const fields = tellingFields(kind, live).map((field) => ({ ...field, to: undefined }));
  const calls = kind.calls.remove?.(live.live, callContext) ?? [];
  // What this plan brings along is younger than its look at the instance, and would count as changed since.
  const unconditional = live.initial ? calls.map((call) => ({ ...call, unlessModified: false })) : calls;
  return draft(context, 'delete', reason, unconditional, fields, declared, live);
}

/** The change that takes away what may come by itself with a scope that is made before: nobody has seen it, and it need not be there. */
export function comingRemoval(context: Context, coming: Coming, declared: Declared | undefined): Draft {
  const { because, key, remove } = coming;
  const reason: Reason = { code: 'comes', because, ...(declared === undefined && { pruned: context.section.name }) };
  const calls = [{ ...remove, mayBeMissing: true as const }];
  return draft(context, 'delete', reason, calls, [], declared, undefined, key);
}

function draft(
  context: Context,
  action: Action,
  reason: Reason,
  calls: readonly Call[],
  fields: readonly FieldChange[],
  declared: Declared | undefined,
  live: LiveEntry | undefined,
  key = declared?.key ?? live?.key ?? '',
): Draft {
  const { kind, section } = context;
  const address = entryAddress(kind, section.scope, key);
  const isPruned = reason.code === 'pruned' || (reason.code === 'comes' && reason.pruned !== undefined);
  const place = declared === undefined && isPruned ? section.pruneAt?.() : declared?.place();
  const seen = seenOf(context, action, declared, live);
  const sends = action === 'delete' || declared === undefined ? {} : secretsSent(declared.spec, calls);
  return {
    change: {
      address,
      action,
      reason,
      fields: [...fields, ...alongWith(fields, sends)].map(saidByDefault(action, declared)),
      calls,
      place,
      seen,
      ...(Object.keys(sends).length > 0 && { sends }),
    },
    kind,
    scope: section.scope,
    key,
    declared,
    live,
  };
}

/** The secrets that the calls carry although nothing says that they differ: the platform wants them again, or would forget them. */
function alongWith(fields: readonly FieldChange[], sends: { readonly [field: string]: Value }): FieldChange[] {
  const isTold = (name: string): boolean => fields.some(({ path }) => path === name || path.startsWith(`${name}.`));
  return Object.entries(sends).flatMap(([path, value]) =>
    isTold(path) ? [] : [{ path, from: undefined, to: shown({}, value) }],
  );
}

/** The declared fields of which every secret is in one of the calls. */
function secretsSent(spec: Attributes, calls: readonly Call[]): { [field: string]: Value } {
  const carried = new Set(calls.flatMap(({ body }) => secretsIn(body)));
  return Object.fromEntries(
    secretFields(spec).filter(([, value]) => secretsIn(value).every((secret) => carried.has(secret))),
  );
}
