import { describe, expect, test } from 'vitest';
import { kindsByName } from '../../../src/engine/kinds.ts';
import { kinds } from '../../../src/kinds/index.ts';
import type { PageData } from '../../../src/report/html/page-data.ts';
import { pageOfRun } from '../../../src/report/html/page-of-run.ts';
import type { EndedRun } from '../../../src/report/pipeline/run-record.ts';
import { endedRun } from '../pipeline/ended-run.ts';
import { plainPaint } from '../../../src/report/paint.ts';
import { planText } from '../../../src/report/plan-text.ts';
import { change, plan, replacement, samplePlan } from '../sample-plan.ts';

const paged = (run: Partial<EndedRun>): PageData => pageOfRun(endedRun(run), kindsByName(kinds));

const refusal = {
  guard: 'mass-removal',
  message: 'half of it would go',
  addresses: ['group[platform]/member[mallory]'],
};
const hook = samplePlan.changes.filter(({ address }) => address.endsWith('hook[ci]'));

describe('how it stands', () => {
  test.each([
    ['differs', { plan: samplePlan }],
    ['refused', { plan: { ...samplePlan, refusals: [refusal] } }],
    ['well', { plan: plan({}) }],
    ['failed', { isDone: false }],
    ['failed', { plan: plan({ diagnostics: [{ severity: 'error', code: 'held', message: 'no' }] }) }],
    ['differs', { command: 'drift', plan: samplePlan }],
    ['well', { command: 'apply', plan: samplePlan, outcomes: [] }],
  ] as const)('%s', (standing, run) => {
    expect(paged(run).standing).toBe(standing);
  });
});

describe('what happens, in the words of the text reports', () => {
  test.each([
    ['Plan: 1 to create, 4 to update, 1 to replace, 1 to delete; 40 unchanged', { plan: samplePlan }],
    ['Nothing to do: https://gitlab.example.com is as the repository says (40 entries).', { plan: plan({}) }],
    [
      'Drift on https://gitlab.example.com: 5 changed, 1 not in the repository, 1 not on the instance; 40 as declared',
      { command: 'drift', plan: samplePlan },
    ],
    [
      'Nothing was applied. Plan: 1 to create, 4 to update, 1 to replace, 1 to delete; 40 unchanged',
      { command: 'apply', isDone: false, plan: samplePlan },
    ],
    [
      'Applied: 0 created, 1 updated, 0 replaced, 0 deleted',
      { command: 'apply', plan: samplePlan, outcomes: hook.map((one) => ({ change: one, status: 'done' as const })) },
    ],
    [
      'There is no plan: 1 error.',
      { isDone: false, diagnostics: [{ severity: 'error', code: 'unknown-key', message: 'what is that?' }] },
    ],
    [
      'No plan was saved. Plan: 1 to create, 4 to update, 1 to replace, 1 to delete; 40 unchanged',
      {
        isDone: false,
        plan: samplePlan,
        diagnostics: [{ severity: 'error', code: 'plain-secret', message: 'in plain text' }],
      },
    ],
    ['There is no comparison: it ended before all was done.', { command: 'drift', isDone: false }],
  ] satisfies readonly (readonly [string, Partial<EndedRun>])[])('%s', (sum, run: Partial<EndedRun>) => {
    expect(paged(run).sum).toBe(sum);
  });
});

test('a change comes with its line, its calls, its reason and its guard', () => {
  const page = paged({
    plan: {
      ...samplePlan,
      refusals: [refusal],
      diagnostics: [
        {
          severity: 'warning',
          code: 'held',
          message: 'she stays',
          place: { file: 'config/platform.yaml', line: 15, column: 1 },
        },
      ],
    },
  });
  expect(page.refusals).toEqual([
    {
      guard: 'mass-removal',
      message: 'half of it would go',
      flag: '--allow-mass-removal',
      about: 1,
      forGood: expect.stringContaining('a higher bound') as unknown,
    },
  ]);
  expect(page.items.find(({ name }) => name === 'member[mallory]')).toEqual({
    address: 'group[platform]/member[mallory]',
    scope: 'group[platform]',
    kind: 'member',
    name: 'member[mallory]',
    deed: 'delete',
    reason: 'declared absent',
    glance: 'access_level: maintainer',
    fields: [{ path: 'access_level', from: 'maintainer' }],
    calls: [['DELETE /groups/platform/members/66?skip_subresources=true']],
    needs: [],
    place: 'config/platform.yaml:15:7',
    risks: ['among-many', 'removal', 'takes-access'],
    refusals: [0],
    permitted: [],
    said: [0],
  });
});

test('what goes along with a deletion is told by name, and as text whatever the names hold', () => {
  const read = { path: '/groups/7/members' };
  const along = [
    { read, ids: [], goes: { what: 'subgroup', count: 0, names: [] } },
    { read, ids: [1, 2], goes: { what: 'member', count: 2, names: ['alice', 'b\u202Eob'] } },
    { read, ids: [3], goes: { what: 'project', count: 400, names: ['a/b'] } },
    { read, ids: [4], goes: { what: 'open merge request', count: 1, names: [] } },
    { read, ids: [5] },
  ];
  const doomed = change({ address: 'group[a]', action: 'delete', seen: { reads: [], key: 'a', hash: '', along } });
  const [item] = paged({ plan: plan({ changes: [doomed] }) }).items;
  expect(item?.glance).toBe('with 2 members, 400 projects, 1 open merge request');
  expect(item?.goes).toEqual([
    { count: 'no subgroups', names: [], more: 0 },
    { count: '2 members', names: ['alice', 'b\\u{202e}ob'], more: 0 },
    { count: '400 projects', names: ['a/b'], more: 399 },
    { count: '1 open merge request', names: [], more: 0 },
    { count: 'and whatever else is in it, which is not counted', names: [], more: 0 },
  ]);
});

test('a row shows the field first that makes it risky', () => {
  const fields = [
    { path: 'description', from: 'a', to: 'b' },
    { path: 'visibility', from: 'private', to: 'public' },
  ];
  const opened = change({ address: 'group[a]', action: 'update', fields });
  expect(paged({ plan: plan({ changes: [opened] }) }).items[0]).toMatchObject({
    glance: 'visibility: private → public and 1 more',
    risks: ['gives-access'],
  });
});

test('what a guard refuses for its number is told apart from what one refuses for what it does', () => {
  const changes = ['a', 'b'].map((key) => change({ address: `group[${key}]`, action: 'update' }));
  const refusals = [
    { guard: 'mass-change', message: 'too many', addresses: ['group[a]', 'group[b]'] },
    { guard: 'public-visibility', message: 'opened', addresses: ['group[b]'] },
  ];
  const page = paged({ plan: plan({ changes, refusals }) });
  expect(page.items.map(({ risks }) => risks)).toEqual([['among-many'], ['refused', 'among-many']]);
  expect(page.risks.map(({ sentence }) => sentence)).toEqual([
    '1 change is refused by a guard',
    '2 changes are too many for a guard',
  ]);
});

test('what is among too many is marked also where a flag permits that', () => {
  const changes = ['a', 'b'].map((key) => change({ address: `group[${key}]`, action: 'update' }));
  const mass = { guard: 'mass-change', message: 'too many', addresses: ['group[a]', 'group[b]'] };
  expect(paged({ plan: plan({ changes, permitted: [mass] }) }).items.map(({ risks }) => risks)).toEqual([
    ['many-permitted'],
    ['many-permitted'],
  ]);
});

test('what happens alike in several scopes says so, and a line of a default how much it changes', () => {
  const place = { file: 'all.yaml', line: 4, column: 7 };
  const level = { path: 'access_level', from: 'owner', to: 'guest' };
  const visibility = { path: 'visibility', from: 'private', to: 'internal', place };
  const changes = [
    ...['a', 'b', 'c'].map((key) =>
      change({ address: `group[${key}]/member[eve]`, action: 'update', fields: [level] }),
    ),
    change({ address: 'group[a]/member[bob]', action: 'update', fields: [level] }),
    change({ address: 'group[a]/member[eve]', action: 'update', fields: [{ ...level, to: 'owner', from: 'guest' }] }),
    ...['d', 'e'].map((key) => change({ address: `group[${key}]`, action: 'update', fields: [visibility] })),
  ];
  const { items } = paged({ plan: plan({ changes }) });
  const alike = (first: string, others: number) => ({ first, others });
  expect(items.map(({ alike: told }) => told)).toEqual([
    ...[alike('group[a]/member[eve]', 2), undefined, undefined],
    ...[alike('group[a]/member[eve]', 2), alike('group[a]/member[eve]', 2)],
    ...[alike('group[d]', 1), alike('group[d]', 1)],
  ]);
  expect(items.map(({ fields }) => fields[0]?.changes)).toEqual([...Array<undefined>(5).fill(undefined), 2, 2]);
});

test('what a flag permits is marked where it is, and told without being asked for', () => {
  const scopeDeletion = { guard: 'scope-deletion', message: 'all in it goes', addresses: ['group[old]'] };
  const changes = [
    change({ address: 'group[old]', action: 'delete' }),
    change({ address: 'group[new]', action: 'create' }),
  ];
  const { items, permitted, permittedIntroduction, risks, standing } = paged({
    plan: plan({ changes, permitted: [scopeDeletion] }),
  });
  expect(items.map(({ address, risks: own }) => [address, own.includes('permitted')])).toEqual([
    ['group[new]', false],
    ['group[old]', true],
  ]);
  expect(risks).toContainEqual(expect.objectContaining({ name: 'permitted', mark: 'permitted by a flag' }));
  expect(permittedIntroduction).toMatch(
    /^Permitted: guards would refuse this plan for one reason without the flags .*:$/,
  );
  expect(permitted).toEqual([
    expect.objectContaining({ message: 'all in it goes', flag: '--allow-scope-deletion', about: 1, isPermitted: true }),
  ]);
  expect(items[1]?.permitted).toEqual([0]);
  expect(standing).toBe('differs');
});

test('a field that a default says comes with the line of that', () => {
  const place = { file: 'all.yaml', line: 4, column: 7 };
  const fields = [
    { path: 'visibility', from: 'private', to: 'internal', place },
    { path: 'name', from: 'a', to: 'b' },
  ];
  const { items } = paged({ plan: plan({ changes: [change({ address: 'group[a]', action: 'update', fields })] }) });
  expect(items[0]?.fields).toEqual([
    { path: 'visibility', from: 'private', to: 'internal', place: 'default at all.yaml:4:7' },
    { path: 'name', from: 'a', to: 'b' },
  ]);
});

test('the page and the terminal tell the same number of changes that take access', () => {
  const changes = Array.from({ length: 40 }, (_, index) =>
    change({ address: `group[a]/member[m${index}]`, action: index % 4 === 0 ? 'delete' : 'create' }),
  );
  const sentence = '10 changes take access away';
  expect(paged({ plan: plan({ changes }) }).risks.map((risk) => risk.sentence)).toContain(sentence);
  const options = { paint: plainPaint, kinds: kindsByName(kinds) };
  expect(planText(plan({ changes }), 1, options).split('\n')).toContain(sentence);
});

test('what is made anew is not said to have lacked what nobody shows of it', () => {
  const fields = [{ path: 'token_to', from: undefined, to: { file: 'a' } }];
  const token = change({ address: 'group[a]/access_token[ci]', action: 'replace', fields });
  expect(paged({ plan: plan({ changes: [token] }) }).items[0]).toMatchObject({
    glance: 'token_to: { file: a }',
    fields: [{ path: 'token_to', to: '{ file: a }' }],
  });
});

test('the flag that permits a swap has the path and the id', () => {
  const addresses = ['group[labs]', 'group[lab]'];
  const calls = [{ method: 'PUT' as const, path: '/groups/7', body: { path: 'labs' } }];
  const changes = [change({ address: 'group[labs]', action: 'update', calls })];
  const page = paged({ plan: plan({ changes, refusals: [{ guard: 'swap', message: 'they swap', addresses }] }) });
  expect(page.refusals[0]?.flag).toBe('--allow-swap labs=7');
});

test('a drift refuses nothing itself, and where a bound is set is told of what is too much', () => {
  const of = (command: 'plan' | 'drift') => paged({ command, plan: { ...samplePlan, refusals: [refusal] } });
  expect([of('plan').refusalIntroduction, of('drift').refusalIntroduction]).toEqual([
    'It will not be applied as it is:',
    'Apply would refuse to undo it:',
  ]);
  expect(of('plan').refusals[0]?.forGood).toContain('`guards`');
});

test('what a guard says is not told twice', () => {
  const diagnostics = [{ severity: 'warning', code: 'guard-mass-removal', message: 'half of it would go' }] as const;
  expect(paged({ plan: { ...samplePlan, refusals: [refusal] }, diagnostics: [...diagnostics] }).said).toHaveLength(1);
  // Without a plan there is nothing else that tells it.
  expect(paged({ isDone: false, diagnostics: [...diagnostics] }).said).toHaveLength(1);
});

test('secrets are said to be some, and of lists what comes and goes', () => {
  const { items } = paged({ plan: samplePlan });
  const fields = items.flatMap((item) => item.fields);
  expect(fields).toContainEqual({ path: 'token', to: '(secret), sent again' });
  expect(fields).toContainEqual({
    path: 'tags',
    from: '[build, linux, x86]',
    to: '[build, linux, arm64]',
    added: ['arm64'],
    removed: ['x86'],
  });
  expect(items.flatMap(({ calls }) => calls).flat()).toContain('  token:       (secret env CI_HOOK_TOKEN)');
});

test('items come by scope, and a call that does the work of several is there once', () => {
  const one = (path: string, name: string) => change({ address: `group[${path}]/member[${name}]`, action: 'create' });
  const changes = [
    one('b/c', 'x'),
    one('b', 'y'),
    change({ address: 'instance/settings', action: 'update' }),
    one('b', 'z'),
  ];
  const call = { method: 'POST' as const, path: '/groups/b/members', body: { username: 'y,z' } };
  const addresses = ['group[b]/member[y]', 'group[b]/member[z]'];
  const { items, joint } = paged({ plan: plan({ changes, joint: [{ call, addresses }] }) });
  expect(items.map(({ name, joint: index }) => [name, index])).toEqual([
    ['settings', undefined],
    ['member[y]', 0],
    ['member[z]', 0],
    ['member[x]', undefined],
  ]);
  expect(joint).toEqual([
    { together: 'together with 1 more, as one call', lines: ['POST /groups/b/members', '  username: "y,z"'] },
  ]);
});

describe('a drift', () => {
  const address = 'group[platform]/member[eve]';
  const drifted = paged({
    command: 'drift',
    plan: {
      ...samplePlan,
      unmanaged: [
        {
          section: 'group[platform]/members',
          count: 1,
          entries: [{ address, fields: [{ path: 'access_level', from: 'owner' }] }],
        },
      ],
    },
    looked: {
      reads: 3,
      who: new Map([[address, { author: 'mallory', at: '2026-11-19T14:03:00Z', made: true }]]),
      unwatched: 'Not looked at, since not declared: in 3 groups hooks.',
    },
  });

  test('tells what nobody declared among the differences, and who did it', () => {
    expect(drifted.items.find(({ address: one }) => one === address)).toMatchObject({
      deed: 'undeclared',
      reason: 'not declared, and left alone',
      glance: 'access_level: owner',
      fields: [{ path: 'access_level', from: 'owner' }],
      who: 'made by mallory, 2026-11-19 14:03 UTC',
      risks: ['takes-access'],
    });
    expect(drifted.notes.map(({ headline }) => headline)).not.toContain(expect.stringContaining('Unmanaged'));
  });

  test('says of access how it is, and not what apply would do about it', () => {
    expect(drifted.risks.map(({ sentence }) => sentence)).toEqual([
      '1 difference would be removed by apply',
      '1 difference would be replaced by apply',
      '2 differences give more access than is declared',
      '1 difference gives other access than is declared',
      '1 difference gives less access than is declared',
    ]);
    expect(drifted.items.find(({ name }) => name === 'runner[platform-build]')?.glance).toBe(
      'tags [build, linux, x86], the repository says [build, linux, arm64]',
    );
  });

  test('says what was not looked at', () => {
    expect(drifted.notes).toContainEqual({
      headline: 'Not looked at: sections that nobody declares',
      lines: ['Not looked at, since not declared: in 3 groups hooks.'],
    });
  });
});

test('an apply tells what became of each change', () => {
  const [one = change({ address: 'a', action: 'create' }), other = one, third = one] = samplePlan.changes;
  const { items } = paged({
    command: 'apply',
    isDone: false,
    plan: samplePlan,
    outcomes: [
      { change: one, status: 'failed', failure: { code: 'refused', message: 'refused', status: 403, remedy: 'ask' } },
      { change: other, status: 'not-attempted', because: 'waits for the first' },
      { change: third, status: 'done', already: true },
    ],
  });
  const became = new Map(items.map(({ address, outcome }) => [address, outcome]));
  expect(became.get(one.address)).toEqual({ status: 'failed', lines: ['refused', '= help: ask'] });
  expect(became.get(other.address)).toEqual({ status: 'not-attempted', lines: ['waits for the first'] });
  expect(became.get(third.address)).toEqual({ status: 'done', lines: ['was so already'] });
});

test('what is kept of something that is made anew is said to be, and is no difference of a drift', () => {
  const [planned] = paged({ plan: plan({ changes: [replacement] }) }).items;
  expect(planned?.fields).toEqual([
    { path: 'description', from: 'of the build', to: 'of the build', kept: true },
    { path: 'hidden', from: 'true', to: 'false' },
    { path: 'tags', from: '[a, b]', to: '[a, b]', kept: true },
    { path: 'value', to: '(secret), sent again' },
  ]);
  expect(planned?.glance).toBe('hidden: true → false and 1 more');
  const [drifted] = paged({ command: 'drift', plan: plan({ changes: [replacement] }) }).items;
  expect(drifted?.fields).toEqual([
    { path: 'hidden', from: 'true', to: 'false' },
    { path: 'value', to: '(secret), sent again' },
  ]);
  expect(drifted?.glance).toBe('hidden true, the repository says false and 1 more');
});

test("a drift names the access of this token's own user that nobody declared", () => {
  const own = plan({ ownAccess: ['group[platform]/member[root]'] });
  expect(paged({ command: 'drift', plan: own }).notes).toMatchObject([
    { headline: "Own access: 1 entry of this token's own user, not declared, and left alone" },
  ]);
  expect(paged({ plan: own }).notes).toEqual([]);
});
