import { afterEach, expect, it } from 'vitest';
import { forgetValues, hideValues } from '../../../src/base/hidden-values.ts';
import type { FieldChange } from '../../../src/model.ts';
import { withVeiledFields } from '../../../src/engine/plan/veiled-fields.ts';
import { changeOf } from '../../apply/change.ts';

afterEach(forgetValues);

it('what is live is shown without secrets, on both sides where it stays as it was', () => {
  hideValues(['production']);
  const fields: readonly FieldChange[] = [
    { path: 'description', from: 'note production', to: 'note production' },
    { path: 'name', from: 'production', to: 'of us' },
    { path: 'tag', from: undefined, to: 'production' },
  ];
  const [change] = withVeiledFields([changeOf('group[a]/hook[ci]', fields)]);
  expect(change?.fields).toEqual([
    { path: 'description', from: 'note (secret)', to: 'note (secret)' },
    { path: 'name', from: '(secret)', to: 'of us' },
    { path: 'tag', from: undefined, to: 'production' },
  ]);
});
