import { anyGlob } from '../../base/glob.ts';
import { isMap } from '../../base/shape.ts';
import type { Place } from '../../base/place.ts';
import { entryAddress, entryAddresses, sectionAddress } from '../../address.ts';
import { handedOn } from '../../handed-on.ts';
import { nameField, identity } from '../../kind.ts';
import type { Attributes, Change, Declared, Desired, Json, LiveEntry, Plan, Value, World } from '../../model.ts';
import type { Origin } from '../../origin.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { hidden, hidesValues, shown } from '../plan/diff.ts';
import { differingFields } from '../plan/kept-fields.ts';
import { match } from '../plan/match.ts';
import { whyStays } from '../plan/ours.ts';
import type { Answer, FieldAnswer, FieldLayer, Live, Undeclared, Wanted } from './answer.ts';
import { entryOf, schemaAt, type Asked } from './asked.ts';

/** What an answer is made of. */
export interface Ground {
  readonly kinds: Kinds;
  readonly desired: Desired;
  readonly compared: Desired;
  readonly world: World;
  /** The plan of what is asked for, with all that this needs. */
  readonly plan: Plan;
  /** The plan of all that was looked at. */
  readonly around: () => Plan;
  readonly origin: Origin;
}

/** The answer from what was read; undefined where nothing declared or live has this address. Pure. */
export function why(asked: Asked, ground: Ground): Answer | undefined {
  const { address, kind, scope, key, field } = asked;
  const { desired, plan, around, origin } = ground;
  const declared = entryOf(desired, kind, scope, key);
  const live = liveOf(asked, ground, declared);
  const change = plan.changes.find((one) => one.address === address);
  if (declared === undefined && typeof live === 'string' && change === undefined) return undefined;
  const entry = typeof live === 'string' ? undefined : live;
  const answers = namesOf(asked, declared, entry, change).map((path) =>
    fieldAnswer(path, { asked, ground, declared, live: entry, change }),
  );
  const fields = field.length > 0 || declared === undefined ? answers : answers.filter(isTold);
  return {
    address,
    field: field.length === 0 ? undefined : field.join('.'),
    wanted: declared === undefined ? undeclared(asked, ground, entry, change) : wantedOf(declared, origin),
    live: typeof live === 'string' ? { state: live } : thereAs(live, key),
    fields,
    differs:
      change !== undefined &&
      (change.action !== 'update' || field.length === 0 || fields.some(({ differs }) => differs)),
    change,
    joint: plan.joint?.find(({ addresses }) => addresses.includes(address)),
    waiting: around()
      .changes.filter(({ needs }) => needs.includes(address))
      .map((one) => one.address),
    refusals: change === undefined ? [] : (plan.refusals ?? []),
  };
}

/** The live entry as the plan finds it. Of several that nobody declares, each has its number behind its name. */
export function liveOf(
  { address, kind, scope, key }: Asked,
  { compared, world }: Pick<Ground, 'compared' | 'world'>,
  declared: Declared | undefined,
): LiveEntry | 'missing' | 'unknown' {
  const section = compared.sections.find(
    (one) =>
      sectionAddress(one.scope, one.name) ===
      sectionAddress(kind.host === undefined ? scope : { type: 'instance' }, kind.section),
  );
  const there = world.sections.get(section === undefined ? '' : sectionAddress(section.scope, section.name));
  if (section === undefined || there === undefined) return 'unknown';
  const { pairs, leftover } = match(section, kind, there, entryAddresses(kind, section.scope), world.instance.version);
  if (declared !== undefined) {
    const pair = pairs.find((one) => one.declared.key === declared.key);
    return pair === undefined ? 'unknown' : (pair.live ?? 'missing');
  }
  const alike = leftover.filter((one) => identity(kind, one.key) === identity(kind, key));
  if (alike.length === 1) return alike[0] ?? 'missing';
  const [numbered] = leftover.filter((one) => entryAddresses(kind, scope)(`${one.key}#${String(one.id)}`) === address);
  return numbered ?? 'missing';
}

function thereAs({ id, key, pendingDeletion }: LiveEntry, wanted: string): Live {
  return {
    state: 'there',
    ...(id !== undefined && { id }),
    ...(key !== wanted && { key }),
    ...(pendingDeletion !== undefined && { leaving: pendingDeletion }),
  };
}

function wantedOf(declared: Declared, { layers }: Origin): Wanted {
  const pattern = layers.find(({ fields }) => fields !== undefined)?.pattern;
  return { state: declared.state, place: declared.place(), ...(pattern !== undefined && { pattern }) };
}

function undeclared(
  { address, kind, scope, key }: Asked,
  { desired, plan, kinds, origin: { isWritten, ignore, prune } }: Ground,
  live: LiveEntry | undefined,
  change: Change | undefined,
): Wanted {
  const section = sectionAddress(scope, kind.section);
  const told = (because: Undeclared): Wanted => ({ state: 'undeclared', section, because });
  if (kind.host !== undefined) return told({ code: 'scope' });
  const handed = handedFrom(address, desired, kinds);
  if (handed !== undefined) return told({ code: 'handed', ...handed });
  if (!isWritten) return told({ code: 'unwritten' });
  const line = prune && { place: prune };
  const glob = ignore.find((one) => anyGlob([one.glob])(live?.key ?? key));
  if (change !== undefined) return told({ code: 'pruned', ...line });
  if (glob !== undefined) return told({ code: 'ignored', glob: glob.glob, place: glob.place });
  const isPruned = desired.sections.some((one) => sectionAddress(one.scope, one.name) === section && one.prune);
  if (!isPruned) return told({ code: 'additive' });
  return told({ code: 'kept', why: whyKept(live, plan.spared?.includes(address) === true), ...line });
}

/** The entry whose secret something holds, in whatever letter case it says so. */
function handedFrom(
  address: string,
  { sections }: Desired,
  kinds: Kinds,
): { readonly from: string; readonly place: Place } | undefined {
  for (const { name, scope, entries } of sections) {
    const kind = kindOf(kinds, name);
    for (const entry of entries)
      for (const place of handedOn(kind, entry, (section) => kindOf(kinds, section.name)))
        if (place.address.toLowerCase() === address.toLowerCase())
          return { from: entryAddress(kind, scope, entry.key), place: place.entry.place() };
  }
  return undefined;
}

function whyKept(live: LiveEntry | undefined, isOwn: boolean): string {
  if (isOwn) return "the access of the token's own user";
  const stays = live && whyStays(live);
  if (stays !== undefined) return stays;
  return live?.inherited ? 'it comes from a group above' : 'it cannot be removed through this section';
}

/** The names of the fields to tell of: an entry's own name is in its address. */
function namesOf(
  { kind, field }: Asked,
  declared: Declared | undefined,
  live: LiveEntry | undefined,
  change: Change | undefined,
): readonly string[] {
  if (field.length > 0) return [field.join('.')];
  const own = nameField(kind);
  const spec: Attributes = declared?.spec ?? live?.spec ?? {};
  const names = Object.keys(spec).filter((name) => name !== own && spec[name] !== undefined);
  const changed = change === undefined ? [] : differingFields(change).flatMap(({ path }) => path.split('.')[0] ?? []);
  return [...new Set([...names, ...(declared === undefined ? [] : changed)])];
}

/** Whether something is to be told of a field: what an entry leaves empty without a word, and is empty, is not declared. */
function isTold({ wanted = null, layers, differs }: FieldAnswer): boolean {
  return differs || wanted !== null || layers.some(({ value }) => value !== undefined);
}

interface About {
  readonly asked: Asked;
  readonly ground: Ground;
  readonly declared: Declared | undefined;
  readonly live: LiveEntry | undefined;
  readonly change: Change | undefined;
}

function fieldAnswer(path: string, { asked, ground, declared, live, change }: About): FieldAnswer {
  const steps = path.split('.');
  const schema = schemaAt(asked.kind, steps) ?? {};
  const said = (attributes: Attributes | undefined): Json | undefined => {
    const value = valueAt(attributes, steps);
    return value === undefined ? undefined : shown(schema, value);
  };
  const layers = ground.origin.layers.map((layer): FieldLayer => {
    const { pattern, fields } = layer;
    const value = said(fields);
    const at = value === undefined ? layer.place() : layer.place(...steps);
    return { ...(pattern !== undefined && { pattern }), place: at, value };
  });
  const isOpen = ground.plan.unverifiable.some((one) => isAbout(one, `${asked.address}.${path}`));
  const isHidden = hidden(schema) || hidesValues(schema) || hidden(schemaAt(asked.kind, steps.slice(0, 1)) ?? {});
  return {
    path,
    wanted: declared?.state === 'absent' ? undefined : said(declared?.spec),
    live: said(live?.spec),
    layers: declared === undefined ? [] : layers,
    differs: change !== undefined && differingFields(change).some((one) => isAbout(one.path, path)),
    ...(isOpen && { unverifiable: isHidden ? ('hidden' as const) : ('unseen' as const) }),
  };
}

/** Whether one path is the other, or leads into it. */
function isAbout(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

function valueAt(attributes: Attributes | undefined, steps: readonly string[]): Value | undefined {
  return steps.reduce<Value | Attributes | undefined>(
    (value, step) => (isMap(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    attributes,
  ) as Value | undefined;
}
