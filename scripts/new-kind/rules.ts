import { ownedGroup } from '../../src/sandbox/access/find.ts';
import type { GroupRow } from '../../src/sandbox/groups/rows.ts';
import { invalid, refuse, rowNotFound } from '../../src/sandbox/http/reply.ts';
import type { RequestContext } from '../../src/sandbox/http/request-context.ts';
import { timestamp } from '../../src/sandbox/store/clock.ts';
import type { RecordRow } from '../../src/sandbox/store/rows.ts';
import type { SampleThingColumns } from './rows.ts';

const kind = 'sample_thing';

/** The sample things of a group, oldest first. */
export function sampleThingsOf(context: RequestContext, group: GroupRow): readonly RecordRow[] {
  return context.platform.state.recordsOf(`${kind} ${ownerKey(group)}`);
}

/** Access rule: one of the group's sample things, for those who may change them; 404 Not found where it is none of them. */
export function ownedSampleThing(
  context: RequestContext,
  args: { readonly id: string; readonly sample_thing_id: number },
): RecordRow {
  // TODO(new-kind): who may read and who may change them, here and in the routes, and what the others are told.
  const group = ownedGroup(context, args);
  return sampleThingsOf(context, group).find(({ id }) => id === args.sample_thing_id) ?? refuse(rowNotFound());
}

/** Puts a new one into a group. */
export function insertSampleThing(
  context: RequestContext,
  group: GroupRow,
  name: string,
  columns: SampleThingColumns,
): RecordRow {
  const { state, clock } = context.platform;
  // TODO(new-kind): what the platform refuses, in its words and its order.
  if (state.recordByKey(`${kind} ${ownerKey(group)} ${name}`) !== undefined) {
    refuse(invalid({ name: ['has already been taken'] }));
  }
  const now = timestamp(clock);
  const owner = ownerKey(group);
  return state.records.insert({ kind, owner, key: name, data: columns, created_at: now, updated_at: now });
}

/** Changes the columns that are sent. */
export function updateSampleThing(context: RequestContext, row: RecordRow, columns: Partial<SampleThingColumns>): void {
  const { state, clock } = context.platform;
  state.records.update(row, { data: { ...row.data, ...columns }, updated_at: timestamp(clock) });
}

/** Records of this owner go with the group when it is deleted. */
function ownerKey(group: GroupRow): string {
  return `group:${group.id}`;
}
