import { listed } from '../../base/listed.ts';
import { parentPath } from '../../base/scope-path.ts';
import { nameField, type Kind } from '../../kind.ts';
import type { Change, Declared, Json, JsonObject, LiveEntry, Value } from '../../model.ts';
import { decidingFields } from '../deciding-fields.ts';
import { fieldOf } from '../field-of.ts';
import { fieldsWith, propertyOf } from '../kinds.ts';
import { shown } from '../plan/diff.ts';
import { boundedFields } from '../plan/within-parent.ts';
import { calledBy } from './called-by.ts';
import { keepsItsName } from './names-before.ts';
import type { InWords, Part } from './part.ts';
import { sentAlong } from './sent-along.ts';
import type { Lost, UndoEntry } from './undo.ts';
import { isUnseen, isWithheld, neededBy, valueBack } from './value-back.ts';

/** The fields of an update as they are, with those that GitLab wants with any change of such a thing, and what of it nothing brings back. */
export function updated(
  change: Change,
  kind: Kind,
  live: LiveEntry,
  entry: UndoEntry,
  declared: Declared | undefined,
  fromLive: InWords,
): Part {
  const name = nameField(kind);
  const names = [...new Set(change.fields.map(({ path }) => fieldOf(path)))];
  const changed = names.filter((field) => field !== name);
  const told = seen(kind, live, changed);
  const hidden = changed.filter((field) => !(field in told));
  const lost: Lost[] = hidden.map((field) => ({
    address: `${entry.address}.${field}`,
    why: whyLost(kind, field, live.spec[field], change),
  }));
  const getsName = name !== undefined && names.includes(name) && (live.spec[name] ?? null) === null;
  if (getsName || keepsItsName(kind, { declared, live }))
    lost.push({ address: entry.address, why: 'it had no name, and keeps the one that it gets' });
  if (change.reason.code === 'leaving')
    lost.push({ address: entry.address, why: 'it waited for its deletion; it is not deleted again' });
  const needed = neededBy(kind).filter((field) => !(field in told) && field !== name);
  // What is good until a day is another thing where that is another one by now.
  const ends = fieldsWith(kind, 'x-ends').flatMap(([field]) => (field in told || field === name ? [] : [field]));
  const moves = declared !== undefined && declared.key !== entry.key && names.includes(name ?? '');
  const reset = [
    ...fieldsWith(kind, 'x-reset-by').flatMap(([field, by]) => (by.some((one) => one in told) ? [field] : [])),
    ...(moves ? lowerable(kind, live, entry.key, declared.key) : []),
  ].filter((field) => !(field in told));
  const kept = {
    ...seen(kind, live, reset),
    ...Object.fromEntries(Object.entries(seen(kind, live, needed)).filter(([, value]) => value !== null)),
    ...seen(kind, live, ends),
  };
  const { along, unseen, refused, idle } = sentAlong(
    kind,
    entry.scope,
    calledBy(kind, entry),
    { ...told, ...kept },
    live,
  );
  for (const [field, why] of refused)
    lost.push({ address: `${entry.address}.${field}`, why: `GitLab would not take it as it was: ${why}` });
  const guarding = guardingSecret(kind, told, hidden, entry);
  for (const field of guarding)
    lost.push({ address: `${entry.address}.${field}`, why: 'it stays on, since the secret that the apply sets stays' });
  const held = wantedBy(kind, guarding, entry).filter((field) => field in told && !guarding.includes(field));
  for (const field of held)
    lost.push({ address: `${entry.address}.${field}`, why: 'it stays, since what stays on cannot be without it' });
  const staying = new Set([...refused.keys(), ...idle, ...guarding, ...held]);
  const was = Object.fromEntries(Object.entries(told).filter(([field]) => !staying.has(field)));
  if (Object.keys(was).length === 0 && !moves) return { lost };
  if (unseen.length > 0)
    return {
      lost: [
        ...lost,
        {
          address: entry.address,
          why: `GitLab wants ${listed(unseen)} with any change of it, and does not show what is there`,
        },
      ],
    };
  const all = { ...was, ...kept, ...along };
  lost.push(...forgotten(kind, live, entry, declared, all, Object.keys(was)));
  const left = Object.fromEntries(
    Object.entries({ ...fromLive({ ...kept, ...along }), ...entry.left }).filter(
      // What GitLab makes of what it sets anew is not known before it has done so.
      ([field]) => field in all && (!reset.includes(field) || field in entry.left),
    ),
  );
  const beside = fromLive(decidingBeside(kind, live, Object.keys(was), new Set([...names, ...Object.keys(all)])));
  return {
    entry: {
      ...{ ...entry, was: fromLive(all), left },
      ...(Object.keys(beside).length > 0 && { beside }),
      ...(moves && { previously: declared.key }),
    },
    lost,
  };
}

/** Where the apply changes something that decides who may do what, all else that decides that, as GitLab shows it. */
function decidingBeside(kind: Kind, live: LiveEntry, back: readonly string[], told: ReadonlySet<string>): JsonObject {
  const deciding = decidingFields(kind);
  if (!back.some((field) => deciding.includes(field))) return {};
  return Object.fromEntries(
    deciding.flatMap((field): [string, Json][] => {
      const [schema, value] = [propertyOf(kind, field), live.spec[field]];
      if (told.has(field) || schema === undefined || value === undefined) return [];
      return isUnseen(kind, field) || isWithheld(value) ? [] : [[field, shown(schema, value)]];
    }),
  );
}

/** What the apply turns on beside a secret that nothing takes back: turned off again it could be what guards that, be it masked or protected. */
function guardingSecret(
  kind: Kind,
  told: JsonObject,
  hidden: readonly string[],
  { left }: UndoEntry,
): readonly string[] {
  const isSecretNew = hidden.some((field) => propertyOf(kind, field)?.['x-secret'] === true);
  return isSecretNew ? Object.keys(told).filter((field) => told[field] === false && left[field] === true) : [];
}

/** What GitLab wants beside something that is on. */
function wantedBy(kind: Kind, on: readonly string[], { scope }: UndoEntry): readonly string[] {
  return on.flatMap((name) => {
    const faults = kind.rules?.check?.({ [name]: true }, scope) ?? [];
    return faults.filter(({ field }) => field === name).flatMap(({ missing = [] }) => missing);
  });
}

/** What GitLab lowers in silence where the group that something moves into has less (PUT /projects/:id/transfer, POST /groups/:id/transfer, 18.9). */
function lowerable(kind: Kind, live: LiveEntry, from: string, to: string): readonly string[] {
  if (parentPath(from).toLowerCase() === parentPath(to).toLowerCase()) return [];
  return boundedFields(kind).flatMap(([field, [least]]) => (live.spec[field] === least ? [] : [field]));
}

/** The fields that can be declared again as they are. */
function seen(kind: Kind, live: LiveEntry, fields: readonly string[]): JsonObject {
  return Object.fromEntries(
    fields.flatMap((field): [string, Json][] => {
      const value = isUnseen(kind, field) ? undefined : valueBack(kind, field, live.spec[field]);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** What the platform forgets where these fields are changed back: it is not shown, and nobody can send it again. */
function forgotten(
  kind: Kind,
  live: LiveEntry,
  { address }: UndoEntry,
  declared: Declared | undefined,
  spec: JsonObject,
  names: readonly string[],
): readonly Lost[] {
  if (declared === undefined || names.length === 0) return [];
  const gone =
    kind.calls.sideEffects?.(live.live, { names: new Set(names), entry: { ...declared, spec }, fields: [] }) ?? [];
  if (gone.length === 0) return [];
  return [{ address, why: `with the apply GitLab forgets ${gone.join(', ')}, and it does not show what was there` }];
}

function whyLost(kind: Kind, field: string, value: Value | undefined, { calls }: Change): string {
  const brought = calls.flatMap(({ handsOn }) => (handsOn?.shownIn === field ? [handsOn.to] : []));
  if (propertyOf(kind, field)?.['x-local'] === true)
    return [`what is made for it stays`, ...brought.map((to) => `${to} keeps its secret`)].join(', and ');
  const oneWay = propertyOf(kind, field)?.['x-one-way'];
  if (oneWay !== undefined) return oneWay;
  return isWithheld(value)
    ? 'it may hold a secret, which no such file keeps'
    : 'GitLab does not show what it was, or takes it no more';
}
