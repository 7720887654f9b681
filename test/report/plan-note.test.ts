import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { planNote } from '../../src/report/plan-note.ts';
import { postMarker, type PostSubject } from '../../src/report/post.ts';

const noteMarker = (of: PostSubject): string => postMarker('plan', of);
import { change, plan, samplePlan } from './sample-plan.ts';

const subject = {
  key: ['https://gitlab.example.com', 'config'],
  path: 'config',
  commit: '1a2b3c4d',
  job: 'https://gitlab.example.com/ops/-/jobs/7',
};
const marker = noteMarker(subject);
const error: Diagnostic = {
  severity: 'error',
  code: 'unknown-key',
  message: 'a group has no `colour`',
  place: { file: 'config/a.yaml', line: 1, column: 23, text: 'groups: { platform: { colour: red } }', length: 6 },
};

test('the note of a plan tells of which configuration and commit it is', () => {
  const text = planNote({ plan: samplePlan, looked: { reads: 14 }, diagnostics: [] }, subject);
  expect(text.split('\n').slice(0, 7)).toEqual([
    marker,
    '',
    '### Keelson plan of <code>config</code>',
    '',
    'At commit <code>1a2b3c4d</code>, by [the job](https://gitlab.example.com/ops/-/jobs/7)',
    '',
    'For <code>https://gitlab.example.com</code> (GitLab 18.9.2-ee)',
  ]);
  expect(text).toContain('member_role[security-reviewer]');
  expect(text).toContain('14 reads made');
});

test('the note of a run without a plan says why there is none', () => {
  const warning: Diagnostic = { severity: 'warning', code: 'deprecated', message: 'beside it' };
  expect(planNote({ diagnostics: [warning, error] }, subject)).toBe(`${marker}

### No Keelson plan of <code>config</code>

At commit <code>1a2b3c4d</code>, by [the job](https://gitlab.example.com/ops/-/jobs/7)

**There is no plan, so that nothing says what an apply would do.** What was planned of an earlier push does not hold for this one.

\`\`\`text
 config/a.yaml:1:23: error[unknown-key]: a group has no \`colour\`
   |
 1 | groups: { platform: { colour: red } }
   |                       ^^^^^^
\`\`\`
`);
});

test('errors beside a plan stand above it, and what its guards refuse once', () => {
  const refusals = [{ guard: 'own-access', message: 'it takes your access', addresses: [] }];
  const told: Diagnostic[] = [
    error,
    { severity: 'warning', code: 'guard-own-access', message: 'it takes your access' },
  ];
  const text = planNote({ plan: { ...samplePlan, refusals }, diagnostics: told }, subject);
  expect(text.indexOf('unknown-key')).toBeLessThan(text.indexOf('It will not be applied as it is'));
  expect(text.match(/it takes your access/g)).toHaveLength(1);
});

test('what was permitted stands above the changes, with the flag that permits it', () => {
  const permitted = [{ guard: 'mass-removal', message: 'it takes 9 of 10 `members` away', addresses: ['group[a]'] }];
  const text = planNote({ plan: { ...samplePlan, permitted }, diagnostics: [] }, subject);
  const said = `**Permitted: guards would refuse this plan for one reason without the flags that it was made with:**

* --allow-mass-removal: it takes 9 of 10 &#96;members&#96; away
`;
  expect(text).toContain(said);
  expect(text.indexOf(said)).toBeLessThan(text.indexOf('<details>'));
  expect(text).not.toContain('will not be applied');
});

test('nothing that is told is taken for the marker, a heading, a link or the end of a block', () => {
  const name = `${noteMarker({ key: ['another'] })}\n\`\`\`\n/close\n@all`;
  const hostile = change({
    address: `group[${name}]/hook[${name}]`,
    action: 'update',
    fields: [{ path: name, from: name, to: `${marker}${name}` }],
  });
  const odd = { ...subject, path: `a](https://x.example) ${name}`, commit: name, job: 'https://x.example) [y](z' };
  for (const run of [
    { plan: plan({ changes: [hostile] }), diagnostics: [{ ...error, message: name }] },
    { diagnostics: [{ ...error, message: name }] },
  ]) {
    const lines = planNote(run, odd).split('\n');
    expect(lines[0]).toBe(marker);
    expect(lines.slice(1).filter((line) => /^(<!--|\/|@all)/.test(line))).toEqual([]);
    expect(lines.filter((line) => line === '```').length).toBe(0);
    expect(lines.join('\n')).not.toMatch(/\]\(/);
  }
});

test('two configurations, and a part of one, have markers of their own', () => {
  const keys = [
    ['u', 'a', ''],
    ['u', 'b', ''],
    ['v', 'a', ''],
    ['u', 'a', '1/5'],
  ];
  expect(new Set(keys.map((key) => noteMarker({ key }))).size).toBe(keys.length);
  expect(marker).toMatch(/^<!-- keelson:plan [0-9a-f]{16} -->$/);
});

test('it is cut to what a note may have, and says so', () => {
  const changes = Array.from({ length: 300 }, (_, index) =>
    change({ address: `group[team-${index % 7}]/hook[${index}]`, action: 'create' }),
  );
  const errors = Array.from({ length: 40 }, (_, index) => ({ ...error, message: `${'x'.repeat(300)} ${index}` }));
  const cut = planNote({ plan: plan({ changes }), diagnostics: errors }, subject, 8_000);
  expect(cut.length).toBeLessThanOrEqual(8_000);
  expect(cut).toMatch(/ and \d+ more\n/);
  expect(cut).toMatch(/more changes are not shown, because a note cannot be longer/);
  const none = planNote({ diagnostics: errors }, subject, 1_000);
  expect(none.length).toBeLessThanOrEqual(1_000);
  expect(none).toMatch(/ and 39 more\n/);
  const little = planNote({ diagnostics: errors }, subject, 600);
  expect(little.length).toBeLessThanOrEqual(600);
  expect(little).toContain('40 errors, for which there is no room');
});
