import { expect, it } from 'vitest';
import { readyTasks } from '../../../src/engine/apply/tasks.ts';
import type { Call, Plan } from '../../../src/model.ts';
import { changeOf } from '../../apply/change.ts';
import { addressesOf } from './apply-context.ts';

const call: Call = { method: 'POST', path: '/all' };
const [a, b, c] = ['a', 'b', 'c'].map((name) => changeOf(name, [])) as [
  ReturnType<typeof changeOf>,
  ReturnType<typeof changeOf>,
  ReturnType<typeof changeOf>,
];

/** A plan in which `a` and `b` share a call. */
const shared: Plan = {
  target: { url: '', version: '' },
  changes: [a, b, c],
  joint: [{ call, addresses: ['a', 'b'] }],
  unchanged: 0,
  unmanaged: [],
  unverifiable: [],
  diagnostics: [],
};

it('a change is a task of its own, and tasks come in the order in which they are ready', () => {
  const ready = readyTasks({ ...shared, joint: [] });
  expect(ready.isEmpty()).toBe(true);
  for (const change of [c, a]) ready.add(change);
  expect(ready.isEmpty()).toBe(false);
  expect([ready.next(), ready.next(), ready.next()]).toEqual([{ changes: [c] }, { changes: [a] }, undefined]);
});

it('what shares a call is one task, once all of it is ready', () => {
  const ready = readyTasks(shared);
  ready.add(b);
  expect(ready.next()).toBeUndefined();
  ready.add(a);
  const task = ready.next();
  expect(task?.call).toBe(call);
  expect(addressesOf(task?.changes ?? [])).toEqual(['a', 'b']);
  expect(ready.isEmpty()).toBe(true);
});

it('what a joint call left undone is a task of its own', () => {
  const ready = readyTasks(shared);
  ready.addAlone(b);
  expect(ready.next()).toEqual({ changes: [b] });
});

it('removals come last, but for those that something waits for', () => {
  const [gone, freed] = [changeOf('gone', [], { action: 'delete' }), changeOf('freed', [], { action: 'delete' })];
  const taking = changeOf('taking', [], { action: 'create', needs: ['freed'] });
  const ready = readyTasks({ ...shared, joint: [], changes: [a, gone, freed, taking] });
  for (const change of [gone, freed, a]) ready.add(change);
  expect([ready.next(), ready.next(), ready.next()]).toEqual([{ changes: [freed] }, { changes: [a] }, undefined]);
  for (const change of [freed, a]) ready.ended(change);
  ready.add(taking);
  expect([ready.next(), ready.next()]).toEqual([{ changes: [taking] }, undefined]);
  ready.ended(taking);
  expect(ready.next()).toEqual({ changes: [gone] });
  // One that becomes ready only now waits for nothing.
  ready.add(gone);
  expect(ready.next()).toEqual({ changes: [gone] });
});
