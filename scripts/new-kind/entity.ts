import type { JsonObject } from '../../src/sandbox/store/json.ts';
import type { SampleThingRow } from './rows.ts';

/** One sample thing as every answer shows it. */
export function sampleThingEntity(row: SampleThingRow): JsonObject {
  // TODO(new-kind): the fields of the answer, in their order, with endpoint and version; a list that shows less gets a function of its own.
  return { id: row.id, name: row.name, description: row.description, created_at: row.created_at };
}
