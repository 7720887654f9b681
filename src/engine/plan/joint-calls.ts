import { sectionAddress } from '../../address.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Call, JointCall, Plan, Value, World } from '../../model.ts';
import { Finding, Joined } from '../../placeholders.ts';
import { secretsIn } from '../fill-call.ts';
import { pagesOf } from '../../base/page-count.ts';
import type { Draft } from './draft.ts';
import type { Needs } from './order/dependencies.ts';

/**
 * The calls that do the work of several changes at once: of creations in one scope that wait for the same, and whose calls differ
 * in a name alone. Since the answer to such a call tells little, its section is read afterwards; where that would cost more than is
 * saved, each change keeps to itself.
 */
export function jointCalls(drafts: readonly Draft[], needs: Needs, world: World): readonly JointCall[] {
  const alike = new Map<string, Named[]>();
  for (const draft of drafts) {
    const named = namedCall(draft, needs.get(draft.change.address));
    if (named === undefined) continue;
    const known = alike.get(named.rest);
    if (known === undefined) alike.set(named.rest, [named]);
    else known.push(named);
  }
  return [...alike.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    return inParts(all, first.most).flatMap((part) => (pays(part, first.draft, world) ? [joined(part, first)] : []));
  });
}

/**
 * The calls that a plan sends where nothing goes wrong, in no order: joint ones in place of those of their changes. Of two of which the second is
 * sent where the first finds nothing, one changes something.
 */
export function callsOf({ changes, joint = [] }: Pick<Plan, 'changes' | 'joint'>): readonly Call[] {
  const together = new Set(joint.flatMap(({ addresses }) => addresses));
  const alone = changes.filter(({ address }) => !together.has(address));
  return [
    ...joint.map(({ call }) => call),
    ...alone.flatMap(({ calls }) => calls.filter(({ ifMissing }) => !ifMissing)),
  ];
}

/** A change whose call names one thing, where the platform would take several names. */
interface Named {
  readonly draft: Draft;
  readonly call: Call;
  readonly field: string;
  readonly name: string | Finding;
  readonly most: number;
  /** All but the name, and what has to be done before, as text. */
  readonly rest: string;
}

function namedCall(draft: Draft, needs: ReadonlySet<string> = new Set()): Named | undefined {
  const {
    calls: { batch },
  } = draft.kind;
  const { action, calls } = draft.change;
  const [call, ...more] = calls;
  if (batch === undefined || action !== 'create' || call === undefined || more.length > 0) return undefined;
  const { [batch.field]: name, ...body } = call.body ?? {};
  // Two secrets cannot be told apart by how they are written.
  if (!isOneName(name) || secretsIn(body).length > 0) return undefined;
  const rest = canonicalJson([{ ...call, body }, [...needs].sort()]);
  return { draft, call, name, ...batch, rest };
}

/** A name with a comma would be several. */
function isOneName(value: Value | undefined): value is string | Finding {
  return typeof value === 'string' ? !value.includes(',') : Finding.is(value);
}

function inParts<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  const parts = Math.ceil(items.length / most);
  const each = Math.ceil(items.length / parts);
  return Array.from({ length: parts }, (_, part) => items.slice(part * each, (part + 1) * each));
}

/** Whether one call and the pages of what it adds to are fewer requests than a call for each. */
function pays(part: readonly Named[], { scope, kind }: Draft, world: World): boolean {
  const live = world.sections.get(sectionAddress(scope, kind.section))?.length ?? 0;
  return 1 + pagesOf(live + part.length) < part.length;
}

function joined(part: readonly Named[], { call, field }: Named): JointCall {
  const names = new Joined(part.map(({ name }) => name));
  return {
    call: { ...call, body: { ...call.body, [field]: names } },
    addresses: part.map(({ draft }) => draft.change.address),
  };
}
