import { describe, expect, it } from 'vitest';
import { hasArrived, strayed } from '../../../src/engine/apply/arrival.ts';
import { runCall } from '../../../src/engine/apply/run-call.ts';
import { groups } from '../../../src/kinds/groups/group.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import type { Call, Change } from '../../../src/model.ts';
import { changeOf } from '../../apply/change.ts';
import { workshopOf } from './apply-context.ts';

const at = (full_path: string) => ({ spec: { full_path }, id: 7 });
const of = (more: Partial<Change> = {}): Change => changeOf('group[aa/nu]', [], { action: 'create', ...more });

describe('where a change leaves a group', () => {
  it('is its declared path, in whatever letter case', () => {
    expect(hasArrived(of(), groups, 'aa/nu', at('AA/nu'))).toBe(true);
    expect(hasArrived(of(), groups, 'aa/nu', at('zz/nu'))).toBe(false);
    expect(hasArrived(of({ action: 'update' }), groups, 'aa/nu', at('aa/nu-1a2b3'))).toBe(false);
  });

  it('is the path that it is moved to, and by its own name where it only makes way', () => {
    const fields = [{ path: 'full_path', from: 'aa/old', to: 'aa/nu' }];
    expect(hasArrived(of({ action: 'update', fields }), groups, 'aa/nu', at('aa/nu'))).toBe(true);
    expect(hasArrived(of({ action: 'update', fields }), groups, 'aa/nu', at('aa/old'))).toBe(false);
    const step = of({ action: 'update', fields, reason: { code: 'makes-way', for: [] } });
    expect(hasArrived(step, groups, 'aa/nu (makes way)', at('bb/nu'))).toBe(true);
    expect(hasArrived(step, groups, 'aa/nu (makes way)', at('aa/old'))).toBe(false);
  });

  it('is nothing that can be said of what is not shown, is gone, or cannot be moved', () => {
    expect(hasArrived(of(), groups, 'aa/nu', { spec: {} })).toBe(true);
    expect(hasArrived(of({ action: 'delete' }), groups, 'aa/nu', at('zz/nu'))).toBe(true);
    expect(hasArrived(of(), hooks, 'ci', { spec: { name: 'other' } })).toBe(true);
  });

  it('is told where it is another', () => {
    expect(strayed(of(), groups, 'aa/nu', at('aa/nu'))).toBeUndefined();
    expect(strayed(of(), groups, 'aa/nu', at('zz/nu'))).toMatchObject({
      code: 'not-accepted',
      message: expect.stringContaining('at zz/nu (id 7), and not at aa/nu') as unknown,
      remedy: expect.stringContaining('`previously: zz/nu`') as unknown,
    });
  });
});

describe('the answer of the last call of a group', () => {
  const made = { id: 7, name: 'nu', full_path: 'zz/nu', visibility: 'private' };
  const post: Call = { method: 'POST', path: '/groups', body: { path: 'nu' }, answer: 'whole' };

  it('shows whether it was made where it was to be', async () => {
    const change = of({ calls: [post] });
    expect(await runCall(post, change, workshopOf({ send: () => made }))).toMatchObject({ code: 'not-accepted' });
    const right = workshopOf({ send: () => ({ ...made, full_path: 'aa/nu' }) });
    expect(await runCall(post, change, right)).toBeUndefined();
  });

  it('shows whether it makes way, though it shows no more', async () => {
    const call: Call = { method: 'PUT', path: '/groups/7', body: { path: 'xx' }, answer: 'partial' };
    const fields = [{ path: 'full_path', from: 'aa/nu', to: 'aa/xx' }];
    const step = changeOf('group[aa/nu (makes way)]', [], {
      action: 'update',
      reason: { code: 'makes-way', for: [] },
      fields,
      calls: [call],
    });
    expect(await runCall(call, step, workshopOf({ send: () => made }))).toMatchObject({ code: 'not-accepted' });
  });
});
