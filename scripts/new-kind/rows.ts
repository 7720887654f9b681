import type { RecordRow } from '../../src/sandbox/store/rows.ts';
import { textOf } from '../../src/sandbox/store/json.ts';

/** One sample thing, as it lies in the table of what is small and belongs to something else. */
export interface SampleThingRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly created_at: string;
}

/** The columns that a request may set, besides the name. */
export type SampleThingColumns = Pick<SampleThingRow, 'description'>;

/** The row that a record holds. */
export function sampleThingRow({ id, key, data, created_at }: RecordRow): SampleThingRow {
  // TODO(new-kind): the columns of the platform's table.
  return { id, name: key, description: textOf(data['description']) || null, created_at };
}
