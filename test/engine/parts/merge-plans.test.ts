import { describe, expect, it } from 'vitest';
import { mergePlans } from '../../../src/engine/parts/merge-plans.ts';
import type { Action, Plan } from '../../../src/model.ts';
import { changeOf } from '../../apply/change.ts';

const target = { url: 'https://gitlab.example.com', version: '18.9.0' };

const whole: Plan = { target, changes: [], unchanged: 0, unmanaged: [], unverifiable: [], diagnostics: [] };

function part(index: number, of: number, more: Partial<Plan> = {}): Plan {
  return { ...whole, shard: { index, of, configuration: 'one' }, ...more };
}

function change(address: string, action: Action = 'update', needs: readonly string[] = []) {
  return changeOf(address, [], { action, needs });
}

const everyShard = 'name the plan of every shard once, all made with the same --shard I/N';

describe('plans that make none', () => {
  const elsewhere = part(2, 2, { target: { ...target, url: 'https://other.example.com' } });

  it.each<[string, readonly Plan[], string, string]>([
    ['none at all', [], 'there is no plan', 'name the plan files of all shards'],
    [
      'those of two instances',
      [part(1, 2), elsewhere, part(1, 2)],
      'the plans are for different instances: https://gitlab.example.com, https://other.example.com',
      'merge the plans of one',
    ],
    [
      'those of different targets',
      [part(1, 2, { targets: ['group[a]'] }), part(2, 2)],
      'the plans were made with different --target',
      'make all of them with the same --target, or with none',
    ],
    ['one that is no part', [part(1, 2), whole], 'one of the plans was not made with --shard', everyShard],
    ['parts of different sizes', [part(1, 2), part(2, 3)], 'the plans are parts of 2 and of 3 shards', everyShard],
    ['two that are missing', [part(2, 3)], 'the plan of shard 1, 3 of 3 is missing', everyShard],
    ['one that is there twice', [part(1, 2), part(2, 2), part(1, 2)], 'a shard is there twice', everyShard],
    [
      'parts of different configurations',
      [part(1, 2), part(2, 2, { shard: { index: 2, of: 2, configuration: 'other' } })],
      'the plans are parts of different configurations',
      'make all of them from the same state of the repository, its guards, lock and ledger included',
    ],
    [
      'two that change the same',
      [part(1, 2, { changes: [change('a')] }), part(2, 2, { changes: [change('b'), change('a')] })],
      'a is changed by two of the plans',
      'make all of them from the same configuration',
    ],
  ])('%s', (_what, plans, problem, remedy) => {
    expect(mergePlans(plans)).toEqual({ problem, remedy });
  });
});

describe('the plan of all shards', () => {
  function merged(...plans: readonly Plan[]): Plan {
    const result = mergePlans(plans);
    if ('problem' in result) throw new Error(result.problem);
    return result.plan;
  }

  it('has the joint calls of all parts', () => {
    const joint = (name: string) => [{ call: { method: 'POST', path: `/${name}` }, addresses: [name, 'z'] }] as const;
    const made = merged(part(1, 3, { joint: joint('a') }), part(2, 3), part(3, 3, { joint: joint('b') }));
    expect(made.joint).toEqual([...joint('a'), ...joint('b')]);
    expect(merged(part(1, 1))).not.toHaveProperty('joint');
  });

  it('is the sum of its parts', () => {
    const diagnostic = { severity: 'warning', code: 'held', message: 'x' } as const;
    const one = part(1, 2, { unchanged: 3, unmanaged: [{ section: 'a', count: 1 }], unverifiable: ['u'] });
    const two = part(2, 2, { unchanged: 4, diagnostics: [diagnostic], unmanaged: [{ section: 'b', count: 2 }] });
    expect(merged(two, one)).toEqual({
      target,
      changes: [],
      unchanged: 7,
      unmanaged: [
        { section: 'b', count: 2 },
        { section: 'a', count: 1 },
      ],
      unverifiable: ['u'],
      diagnostics: [diagnostic],
    });
  });

  it('is weighed by what all of its parts are, and waives what all of them do', () => {
    const bounds = {
      max_removals: 1,
      max_removal_percent: 2,
      max_plan_removals: 3,
      max_changes: 3,
      max_change_percent: 4,
      min_owners: 5,
    };
    const look = (section: string) => ({ section, at: 7 });
    const groups = (...ids: readonly number[]) => ({
      section: 'instance/groups',
      among: ids.map((id) => ({ key: `g${id}`, id })),
    });
    const one = {
      bounds,
      waived: ['a', 'b'],
      looks: [look('y'), look('z'), groups(1, 2)],
      keptOwnership: [{ address: 'group[a]', own: [1] }],
    };
    const two = {
      bounds,
      waived: ['b', 'c'],
      looks: [groups(2, 3), look('x'), look('z')],
      keptOwnership: [{ address: 'group[b]', own: [], whole: 2 }],
    };
    const changing = (name: string) => ({ changes: [change(`group[${name}]`)] });
    const parts = [
      part(1, 4, { guards: one, ...changing('a') }),
      part(2, 4, { guards: two, ...changing('b') }),
      part(3, 4),
      // What changes nothing waives nothing, and keeps no flag of the others from counting.
      part(4, 4, { guards: { bounds, waived: [], looks: [groups(3)] } }),
    ];
    expect(merged(...parts).guards).toEqual({
      bounds,
      waived: ['b'],
      looks: [groups(1, 2, 3), look('x'), look('y'), look('z')],
      keptOwnership: [
        { address: 'group[a]', own: [1] },
        { address: 'group[b]', own: [], whole: 2 },
      ],
    });
    expect(merged(part(1, 1))).not.toHaveProperty('guards');
  });

  it('has what each of them has found settled', () => {
    const settled = [{ address: 'group[a]', at: '2026-01-31T12:00:00.000Z' }];
    expect(merged(part(1, 2), part(2, 2, { settled }))).toMatchObject({ settled });
    expect(merged(part(1, 1))).not.toHaveProperty('settled');
  });

  it('has the refusals of all, the lock without its part, and the ledger', () => {
    const refusal = { guard: 'g', message: 'm', addresses: [] };
    const lock = { project: 'ops', name: 'a-1-of-2-b-1-of-2' };
    const made = merged(
      part(1, 2, { lock, ledger: { file: 'l' }, refusals: [refusal] }),
      part(2, 2, { refusals: [refusal] }),
    );
    expect(made).toMatchObject({
      lock: { project: 'ops', name: 'a-1-of-2-b' },
      ledger: { file: 'l' },
      refusals: [refusal, refusal],
    });
    const many = merged(
      ...Array.from({ length: 12 }, (_, index) =>
        part(index + 1, 12, { lock: { project: 'ops', name: 'a-11-of-12' } }),
      ),
    );
    expect(many.lock?.name).toBe('a');
    expect(merged(part(1, 1))).not.toHaveProperty('refusals');
    expect(merged(part(1, 1))).not.toHaveProperty('lock');
    expect(merged(part(1, 1))).not.toHaveProperty('ledger');
  });

  it('removes from the instance when every tree is done with it, and from a tree when that alone is', () => {
    const made = merged(
      part(1, 2, {
        changes: [
          change('instance/member_role[r]', 'delete', ['group[a]']),
          change('group[a]'),
          change('instance/settings'),
        ],
      }),
      part(2, 2, { changes: [change('group[b]'), change('group[c]', 'delete'), change('group[b]/hook[h]', 'create')] }),
    );
    const needsOf = (address: string) => made.changes.find((one) => one.address === address)?.needs;
    expect(needsOf('instance/member_role[r]')).toEqual(['group[a]', 'group[b]', 'group[c]', 'group[b]/hook[h]']);
    expect([needsOf('group[c]'), needsOf('instance/settings')]).toEqual([[], []]);
    expect(made.changes.map(({ address }) => address)).toEqual([
      'group[a]',
      'instance/settings',
      'group[b]',
      'group[b]/hook[h]',
      'group[c]',
      'instance/member_role[r]',
    ]);
  });
});
