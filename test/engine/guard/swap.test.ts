import { expect, it } from 'vitest';
import { swap } from '../../../src/engine/guard/swap.ts';
import { plan } from '../../../src/engine/plan/plan.ts';
import { observe } from '../../../src/engine/observe/observe.ts';
import { desiredOf } from '../../support/keelson.ts';
import { group, showing } from '../observe/shown.ts';
import { instance, kinds } from '../instance.ts';

/** What the guard says of a configuration where `aa` and `bb` are live. */
async function refusals(groups: object): Promise<readonly (readonly string[])[]> {
  const desired = desiredOf({ groups });
  const { client } = showing({ '/groups/aa': group(1, 'aa'), '/groups/bb': group(2, 'bb'), '/groups': [] });
  const { world } = await observe(desired, kinds, client, instance);
  return swap.refusals({ plan: plan(desired, world, kinds), desired, world, kinds }).map(({ addresses }) => addresses);
}

it('groups that take each other`s paths are asked about, and a chain is not', async () => {
  expect(await refusals({ aa: { previously: 'bb' }, bb: { previously: 'aa' } })).toEqual([['group[aa]', 'group[bb]']]);
  expect(await refusals({ bb: { previously: 'aa' }, cc: { previously: 'bb' } })).toEqual([]);
});
