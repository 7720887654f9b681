import { placeText, type Place } from '../../base/place.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { differingFields } from '../../engine/plan/kept-fields.ts';
import type { Kinds } from '../../engine/kinds.ts';
import type { Change, Plan, Refusal, UndeclaredEntry } from '../../model.ts';
import { callLines } from '../call-text.ts';
import { counted } from '../counted.ts';
import { undeclared, touchText, type Told } from '../drift-text.ts';
import { outcomeLines } from '../outcome-text.ts';
import type { EndedRun } from '../pipeline/run-record.ts';
import { reasonText } from '../reason-text.ts';
import { splitAddress } from '../split-address.ts';
import { visible } from '../visible.ts';
import { fieldData } from './field-data.ts';
import { glanceOf } from './glance.ts';
import { inCommon } from './in-common.ts';
import type { Item } from './page-data.ts';
import { pathBefore, risksOf, undeclaredRisks } from './risks.ts';

/** What of a run the items of its page are made of. */
export interface ItemSource {
  readonly run: EndedRun;
  readonly plan: Plan;
  /** What is said on the page, in its order. */
  readonly said: readonly Diagnostic[];
  readonly kinds: Kinds;
}

/** Every change of a plan and, of a drift, whatever nobody declared: by scope, and in each as the plan has them. */
export function itemsOf(source: ItemSource): readonly Item[] {
  const { run, plan } = source;
  const found = [
    ...plan.changes.map(changeItem(source)),
    ...(run.command === 'drift' ? plan.unmanaged : []).flatMap(({ entries = [] }) =>
      undeclared(entries).map((told, index) => undeclaredItem(told, entries[index]?.fields ?? [], source)),
    ),
  ];
  return inCommon(found.sort((one, other) => compared(scopeOrder(one.scope), scopeOrder(other.scope))));
}

/** The instance first, then groups and projects by path, each before what is in it. */
function scopeOrder(scope: string): string {
  return scope === 'instance' ? '' : scope.slice(scope.indexOf('[') + 1, -1);
}

function compared(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function changeItem({ run, plan, said, kinds }: ItemSource): (change: Change) => Item {
  const refusals = indices((plan.refusals ?? []).map(({ addresses }) => addresses));
  const permitted = indices((plan.permitted ?? []).map(({ addresses }) => addresses));
  const joint = indices((plan.joint ?? []).map(({ addresses }) => addresses));
  const outcomes = new Map((run.outcomes ?? []).map((outcome) => [outcome.change.address, outcome]));
  const saidAt = indices(said.map(({ place }) => (place === undefined ? [] : [lineOf(place)])));
  return (change) => {
    const { address, action, place } = change;
    const [refusing, waived] = [refusals.get(address) ?? [], permitted.get(address) ?? []];
    const outcome = outcomes.get(address);
    const [together] = joint.get(address) ?? [];
    const previously = pathBefore(change, kinds);
    return {
      ...named(change, run),
      deed: action,
      ...glanceOf(change, run.command, kinds),
      ...goesOf(change),
      fields: fieldsTold(change, run).map((field) => fieldData(field, action)),
      calls: together === undefined ? change.calls.map(callLines) : [],
      ...(together !== undefined && { joint: together }),
      needs: change.needs.map(visible),
      ...(previously !== undefined && { previously: visible(previously) }),
      risks: risksOf(
        change,
        { refusing: guardsOf(plan.refusals, refusing), waived: guardsOf(plan.permitted, waived) },
        kinds,
      ),
      refusals: refusing,
      permitted: waived,
      said: place === undefined ? [] : (saidAt.get(lineOf(place)) ?? []),
      ...(outcome && { outcome: { status: outcome.status, lines: outcomeLines(outcome) } }),
    };
  };
}

function guardsOf(all: readonly Refusal[] = [], about: readonly number[] = []): readonly string[] {
  return about.flatMap((index) => all[index]?.guard ?? []);
}

/** What is looked at is what a reader is to know, and not all that there is. */
const ELSE = { count: 'and whatever else is in it, which is not counted', names: [], more: 0 };

/** What goes along with what is removed: at a glance how much, as far as there is any, and by name; of what was looked at and is not there, that. */
function goesOf({ seen: { along = [] } }: Change): Pick<Item, 'glance' | 'goes'> {
  const goes = along.flatMap(({ goes: told }) => {
    if (told === undefined) return [];
    const { what, count, names } = told;
    const more = names.length === 0 ? 0 : count - names.length;
    const words = count === 0 ? `no ${visible(what)}s` : counted(count, visible(what), `${visible(what)}s`);
    return [{ isNone: count === 0, count: words, names: names.map(visible), more }];
  });
  const some = goes.filter(({ isNone }) => !isNone).map(({ count }) => count);
  return {
    ...(some.length > 0 && { glance: `with ${some.join(', ')}` }),
    ...(goes.length > 0 && { goes: [...goes.map(({ count, names, more }) => ({ count, names, more })), ELSE] }),
  };
}

/** In a drift, what would be kept is no difference. */
function fieldsTold(change: Change, { command }: EndedRun): Change['fields'] {
  return command === 'drift' ? differingFields(change) : change.fields;
}

function undeclaredItem(told: Told, telling: NonNullable<UndeclaredEntry['fields']>, { run, kinds }: ItemSource): Item {
  const nothing = { calls: [], needs: [], refusals: [], permitted: [], said: [] };
  const fields = telling.map((field) => ({ ...field, to: undefined }));
  return {
    ...named(told, run),
    ...glanceOf({ ...told, fields }, run.command, kinds),
    ...nothing,
    fields: fields.map((field) => fieldData(field, 'delete')),
    deed: 'undeclared',
    risks: undeclaredRisks(told.address, kinds),
  };
}

/** What it is, where it stands, and why it is told. */
function named(
  { address, label = address, reason, place }: Told,
  { looked }: EndedRun,
): Pick<Item, 'address' | 'scope' | 'kind' | 'name' | 'reason' | 'place' | 'who'> {
  const { scope, rest } = splitAddress(label);
  const touch = looked?.who?.get(address);
  return {
    address: visible(label),
    scope: visible(scope),
    kind: /^[a-z_]+/.exec(rest ?? scope)?.[0] ?? '',
    name: visible(rest ?? scope),
    reason: visible(reasonText(reason)),
    ...(place && { place: visible(placeText(place)) }),
    ...(touch && { who: touchText(touch) }),
  };
}

function lineOf({ file, line }: Place): string {
  return `${file}:${line}`;
}

/** In which of the lists each text stands. */
function indices(lists: readonly (readonly string[])[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  lists.forEach((list, index) => {
    for (const text of list) {
      const known = found.get(text);
      if (known === undefined) found.set(text, [index]);
      else if (!known.includes(index)) known.push(index);
    }
  });
  return found;
}
