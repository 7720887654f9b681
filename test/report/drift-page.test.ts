import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { driftPage, driftTitle } from '../../src/report/drift-page.ts';
import { change, plan, samplePlan } from './sample-plan.ts';

const subject = { key: ['u', 'config'], path: 'config', job: 'https://gitlab.example.com/-/jobs/7' };
const moment = '2026-11-27T02:00:00.000Z';
const error: Diagnostic = { severity: 'error', code: 'unreachable', message: 'it does not answer' };

test('a drift report that is published says when, what differs in short and in full, and what was not looked at', () => {
  const text = driftPage(
    { plan: samplePlan, looked: { reads: 1, unwatched: 'Not looked at: hooks' }, diagnostics: [] },
    subject,
    moment,
  );
  expect(text.split('\n').slice(0, 7)).toEqual([
    '# Drift of <code>config</code>',
    '',
    'Looked at 2026-11-27T02:00:00.000Z, by [the job](https://gitlab.example.com/-/jobs/7).',
    '',
    '```text',
    'Drift on https://gitlab.example.com: 5 changed, 1 not in the repository, 1 not on the instance; 40 as declared',
    '```',
  ]);
  expect(text).toContain('hook[ci]');
  expect(text).toMatch(/```text\nNot looked at: hooks\n```\n$/);
  expect(driftTitle(subject)).toBe('Keelson drift of config');
});

test('where nothing could be looked at it says so, and why', () => {
  const text = driftPage({ diagnostics: [error] }, subject, moment);
  expect(text).toMatch(
    /^# No drift report of [^]*Nothing could be compared[^]*error\[unreachable\]: it does not answer/,
  );
});

test('it is cut between lines, and says so; nothing in it ends its block', () => {
  const changes = Array.from({ length: 300 }, (_, index) =>
    change({
      address: `group[team-${index}]/hook[\`\`\`]`,
      action: 'update',
      fields: [{ path: 'url', from: `a-${index}`, to: `b-${index}` }],
    }),
  );
  const text = driftPage({ plan: plan({ changes }), diagnostics: [error] }, subject, moment, 4_000);
  expect(text.length).toBeLessThanOrEqual(4_000);
  expect(text.length).toBeGreaterThan(3_500);
  expect(text).toContain('The rest is not shown');
  expect(text.match(/^````(text)?$/gm)).toEqual(['````text', '````']);
});
