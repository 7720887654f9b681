import { kindsByName } from '../../src/engine/kinds.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Change, Plan } from '../../src/model.ts';
import { htmlPage } from '../../src/report/html/page.ts';
import type { EndedRun } from '../../src/report/pipeline/run-record.ts';
import { endedRun } from '../report/pipeline/ended-run.ts';
import { change, plan, samplePlan } from '../report/sample-plan.ts';

/** The page of a run of which a test states only what matters to it. */
export function pageOf(run: Partial<EndedRun>): string {
  return htmlPage(endedRun({ looked: { reads: 14 }, ...run }), kindsByName(kinds));
}

/** The sample plan with what a guard says of it. */
export const refusedPlan: Plan = {
  ...samplePlan,
  refusals: [
    {
      guard: 'mass-removal',
      message: 'half of group[platform]/members would go',
      addresses: ['group[platform]/member[mallory]'],
    },
  ],
};

/** Names that a page which makes markup of texts would obey. */
export const hostileNames = [
  '</script><img src=x onerror=alert(1)>',
  '<!--<script>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '\u2028\u2029&lt;b&gt;',
  '{{constructor}}',
];

/** A plan whose every text is a name that somebody chose with bad intent. */
export const hostilePlan: Plan = plan({
  target: { url: 'https://gitlab.example.com/</title><script>alert(1)</script>', version: '<b>18</b>' },
  changes: hostileNames.flatMap((name) => [
    change({
      address: `group[${name.replaceAll(']', '')}]/member[${name}]`,
      action: 'update',
      reason: { code: 'handed-down', fields: [name], from: name },
      fields: [{ path: name, from: name, to: [name] }],
      calls: [{ method: 'PUT', path: `/groups/${name}`, query: { [name]: name }, body: { [name]: { [name]: name } } }],
      needs: [name],
      place: { file: `${name}.yaml`, line: 1, column: 1 },
    }),
  ]),
  unmanaged: [{ section: `group[${hostileNames[0] ?? ''}]/members`, count: 1, entries: [{ address: '<img src=y>' }] }],
  unverifiable: [...hostileNames],
  refusals: [{ guard: '<img src=z>', message: '<img src=z onerror=alert(1)>', addresses: [] }],
  diagnostics: hostileNames.map((name) => ({ severity: 'warning', code: 'forgets', message: name, remedy: name })),
});

/** A plan of a large company: so many changes in a tree of groups. */
export function largePlan(count: number): Plan {
  const actions = ['create', 'update', 'delete', 'update'] as const;
  const changes = Array.from({ length: count }, (_, index): Change => {
    const group = Math.floor(index / 12);
    const path = `division-${group % 20}/department-${group % 100}/team-${group}`;
    const action = actions[index % 4] ?? 'update';
    const level = { path: 'access_level', from: 'maintainer', to: 'developer' };
    return change({
      address: `group[${path}]/member[person-${index}]`,
      action,
      reason: action === 'update' ? { code: 'differs', fields: ['access_level'] } : { code: 'missing' },
      fields: [level, { path: 'expires_at', from: null, to: '2031-01-31' }],
      calls: [{ method: 'PUT', path: `/groups/${group}/members/${index}`, body: { access_level: 30 } }],
      place: { file: `config/division-${group % 20}.yaml`, line: index + 1, column: 7 },
    });
  });
  return plan({ changes });
}
