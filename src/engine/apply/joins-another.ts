import { canonicalJson } from '../../base/canonical-json.ts';
import { isList } from '../../base/shape.ts';
import type { Kind } from '../../kind.ts';
import type { Call, Change, Entry, JsonObject } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import type { Read } from '../../read.ts';
import { partsOf, type AddressParts } from '../address-parts.ts';
import { changedFields } from '../guard/weighed-access.ts';
import { propertyOf } from '../kinds.ts';
import { everywhere } from '../platform-checks/shared-elsewhere.ts';
import type { ApplyContext } from './apply-context.ts';
import { unreadable } from './settle.ts';

const REMEDY = 'plan again: it shows what would become of that';

/**
 * Why a thing is not made that may stand in several scopes: the platform has one by now that the plan knew nothing of, under another name,
 * which would get that of this one. What is not shown is seen by the answer alone.
 */
export async function joinsAnother(change: Change, context: ApplyContext): Promise<Failure | undefined> {
  const { instance, kinds } = context;
  const { kind, key } = partsOf(change.address, kinds);
  const { shared } = kind.identity;
  const thing = makesThing(change) ? shared?.of(changedFields(change)) : undefined;
  if (shared === undefined || thing === undefined) return undefined;
  const list = await everywhere(kind, instance, (read) => onceListed(read, context)).catch(unreadable);
  const there = list?.find(({ spec }) => shared.of(spec) === thing);
  if (there === undefined || !isStrange(change, kind, key, there)) return undefined;
  return {
    code: 'overtaken',
    message: `GitLab has the same thing by now, ${nameOf(there)}, which the plan knew nothing of: nothing was sent, since that would get another name wherever it is`,
    remedy: REMEDY,
  };
}

/** Why the calls after the first are not sent, where its answer shows that the platform had the thing already, under another name. */
export function joined(
  change: Change,
  call: Call,
  { kind, key }: Pick<AddressParts, 'kind' | 'key'>,
  answered: () => Entry | undefined,
): Failure | undefined {
  const isFirst = call.method === 'POST' && call !== change.calls.at(-1);
  if (!isFirst || !makesThing(change) || kind.identity.shared === undefined) return undefined;
  const shown = answered();
  if (shown === undefined || !isStrange(change, kind, key, shown)) return undefined;
  return {
    code: 'not-accepted',
    message: `GitLab had the same thing already, ${nameOf(shown)}, which the plan knew nothing of: it is here now as it is there, and was given no other name`,
    call: { method: call.method, path: call.path },
    remedy: REMEDY,
  };
}

/** The list is read once in a run, however many are made: what comes later is seen by the answers. */
function onceListed(read: Read, { client, listed }: ApplyContext): Promise<readonly JsonObject[]> {
  const name = canonicalJson(read);
  const rows = listed.get(name) ?? client.read(read).then((answer) => (isList(answer) ? answer : []));
  listed.set(name, rows);
  return rows;
}

function makesThing({ action }: Change): boolean {
  return action === 'create' || action === 'replace';
}

/** Whether a thing is none that the plan has told of, and another than it is to be in all places alike. */
function isStrange(change: Change, kind: Kind, key: string, { id, spec }: Pick<Entry, 'id' | 'spec'>): boolean {
  if (id !== undefined && (id === change.seen.thing || id === change.seen.id)) return false;
  const wanted = { ...changedFields(change), ...(kind.shape.type === 'map' && { [kind.shape.name]: key }) };
  return (kind.identity.shared?.fields ?? []).some((field) => {
    const [now, then] = [spec[field], wanted[field]];
    return propertyOf(kind, field)?.['x-immutable'] !== true && then !== undefined && now !== then;
  });
}

function nameOf({ id, key }: Pick<Entry, 'id' | 'key'>): string {
  return id === undefined ? `\`${key}\`` : `\`${key}\` (id ${String(id)})`;
}
