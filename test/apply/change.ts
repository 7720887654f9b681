import type { Change, FieldChange } from '../../src/model.ts';

/** A change as far as the tests here look at it. */
export function changeOf(address: string, fields: readonly FieldChange[], more: Partial<Change> = {}): Change {
  return {
    address,
    action: 'update',
    reason: { code: 'missing' },
    fields,
    calls: [],
    needs: [],
    seen: { reads: [], key: '', hash: '' },
    ...more,
  };
}
