import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planMarkdown, planMarker } from '../../src/report/plan-markdown.ts';
import { planArbitrary } from './plan-arbitrary.ts';
import { change, plan, replacement, samplePlan, sampleReads } from './sample-plan.ts';

test('a plan as the note of a merge request', () => {
  expect(planMarkdown(samplePlan, sampleReads)).toMatchInlineSnapshot(`
    "<!-- keelson:plan -->

    ### Keelson plan

    For <code>https://gitlab.example.com</code> (GitLab 18.9.2-ee)

    | to create | to update | to replace | to delete | unchanged |
    | --: | --: | --: | --: | --: |
    | 1 | 4 | 1 | 1 | 40 |

    <details><summary><code>instance</code>: 1 to create, 1 to update</summary>

    \`\`\`diff
    @@ ~ settings: signup_enabled, default_project_visibility differ (config/instance.yaml:4:3) @@
    - signup_enabled: true
    + signup_enabled: false
    - default_project_visibility: public
    + default_project_visibility: private
    @@ + member_role[security-reviewer]: declared, and not there (config/instance.yaml:9:5) @@
    + base: reporter
    + permissions: [read_vulnerability, admin_vulnerability]
    \`\`\`

    </details>

    <details><summary><code>group&#91;platform&#93;</code>: 3 to update, 1 to replace, 1 to delete</summary>

    \`\`\`diff
    @@ -/+ saml_link[platform-developers]: access_level differs, and GitLab has no way to change it in place: deleted first, then made anew (config/platform.yaml:17:7) @@
    - access_level: reporter
    + access_level: developer
    @@ ~ hook[ci]: push_events, url differ (config/platform.yaml:21:7) @@
    - url: https://ci.example.com/hook
    + url: https://ci.example.com/v2/hook
    + token: (secret), sent again
    - push_events: false
    + push_events: true
    @@ ~ member[carol]: role differs (config/platform.yaml:14:7) @@
    + role: security-reviewer
    @@ ~ runner[platform-build]: tags differ (config/platform.yaml:30:7) @@
    - tags: [build, linux, x86]
    + tags: [build, linux, arm64]
    @@ - member[mallory]: declared absent (config/platform.yaml:15:7) @@
    - access_level: maintainer
    \`\`\`

    </details>

    <details><summary>Unmanaged: 6 live entries are not declared, and left alone</summary>

    \`\`\`text
      group[platform]/members  5
      instance/system_hooks    1
      groups that nobody declared are not counted here: keelson drift looks for them
    \`\`\`

    </details>

    <details><summary>Unverifiable: 2 declared values are not compared, because the API does not return them, or their secret is not set here</summary>

    \`\`\`text
      group[platform]/hook[ci] token
      group[platform]/integration[slack] webhook
    \`\`\`

    </details>

    \`\`\`text
     config/platform.yaml:13:13: warning[last-owner-ends]: the member erin of group "platform" has access for ever
        |
     13 |       erin: owner
        |             ^^^^^
        = help: Give the entry an expires_at
    \`\`\`

    <sub>14 reads made, 8 writes to come; checksum 09ffc5736395</sub>
    "
  `);
});

test('a plan that does nothing', () => {
  expect(planMarkdown(plan({}), 3)).toMatchInlineSnapshot(`
    "<!-- keelson:plan -->

    ### Keelson plan

    For <code>https://gitlab.example.com</code> (GitLab 18.9.2-ee)

    Nothing to do: https://gitlab.example.com is as the repository says (40 entries).
    "
  `);
});

test('two long values never look the same', () => {
  const from = 'The same beginning. '.repeat(20);
  const fields = [{ path: 'description', from, to: `${from}And an end` }];
  const text = planMarkdown(plan({ changes: [change({ address: 'group[a]', action: 'update', fields })] }), 1);
  expect(text.match(/^[+-] .*$/gm)).toMatchInlineSnapshot(`
    [
      "- description: … beginning. "",
      "+ description: … beginning. And an end"",
    ]
  `);
});

const many = Array.from({ length: 60 }, (_, index) =>
  change({
    address: `group[team-${index % 3}]/hook[${index}]`,
    action: 'create',
    fields: [{ path: 'url', from: undefined, to: `https://example.com/${index}` }],
  }),
);

test('a plan that is too long for a note is cut between changes, and says so', () => {
  const text = planMarkdown(plan({ changes: many }), 3, 1_400);
  expect(text.length).toBeLessThanOrEqual(1_400);
  expect(text).toMatchInlineSnapshot(`
    "<!-- keelson:plan -->

    ### Keelson plan

    For <code>https://gitlab.example.com</code> (GitLab 18.9.2-ee)

    | to create | to update | to replace | to delete | unchanged |
    | --: | --: | --: | --: | --: |
    | 60 | 0 | 0 | 0 | 40 |

    <details><summary><code>group&#91;team-0&#93;</code>: 12 to create</summary>

    \`\`\`diff
    @@ + hook[0]: declared, and not there @@
    + url: https://example.com/0
    @@ + hook[3]: declared, and not there @@
    + url: https://example.com/3
    @@ + hook[6]: declared, and not there @@
    + url: https://example.com/6
    @@ + hook[9]: declared, and not there @@
    + url: https://example.com/9
    @@ + hook[12]: declared, and not there @@
    + url: https://example.com/12
    @@ + hook[15]: declared, and not there @@
    + url: https://example.com/15
    @@ + hook[18]: declared, and not there @@
    + url: https://example.com/18
    @@ + hook[21]: declared, and not there @@
    + url: https://example.com/21
    @@ + hook[24]: declared, and not there @@
    + url: https://example.com/24
    @@ + hook[27]: declared, and not there @@
    + url: https://example.com/27
    @@ + hook[30]: declared, and not there @@
    + url: https://example.com/30
    @@ + hook[33]: declared, and not there @@
    + url: https://example.com/33
    \`\`\`

    </details>

    **48 more changes are not shown, because a note cannot be longer. See the whole plan with \`keelson plan\`.**

    <sub>3 reads made, 0 writes to come; checksum fbf35e4c51ed</sub>
    "
  `);
});

test('however short the note, every change is shown or counted', () => {
  for (let limit = 600; limit < 9_000; limit += 97) {
    const text = planMarkdown(plan({ changes: many }), 3, limit);
    const shown = text.match(/^@@ /gm)?.length ?? 0;
    const missing = Number(/\*\*(\d+) more change/.exec(text)?.[1] ?? 0);
    expect(text.length).toBeLessThanOrEqual(limit);
    expect(shown + missing).toBe(60);
  }
});

test('thousands of changes stay within what a note may hold', () => {
  const changes = Array.from({ length: 20 }, () => many)
    .flat()
    .map((one, index) =>
      change({
        ...one,
        address: `group[team-${index % 7}]/hook[${index}]`,
        fields: Array.from({ length: 20 }, (_, field) => ({
          path: `field_${field}`,
          from: 'x'.repeat(200),
          to: 'y'.repeat(200),
        })),
      }),
    );
  const text = planMarkdown(plan({ changes }), 3);
  expect(text.length).toBeLessThanOrEqual(1_000_000);
  expect(text.length).toBeGreaterThan(990_000);
});

test('no plan makes a quick action, ends its own block of code, or hides the marker', () => {
  const hostile = change({
    address: 'group[a]/hook[```\n/close]',
    action: 'update',
    reason: { code: 'renamed', from: '/merge' },
    fields: [{ path: '/label ~x', from: '\n/assign @root', to: '````' }],
  });
  fc.assert(
    fc.property(planArbitrary, (any) => {
      const text = planMarkdown({ ...any, changes: [hostile, ...any.changes] }, 1);
      expect(text.split('\n').filter((line) => line.startsWith('/'))).toEqual([]);
      expect(text.startsWith(`${planMarker}\n`)).toBe(true);
      // Fences come in pairs, and the line in between them never equals one.
      let open: string | undefined;
      for (const line of text.split('\n')) {
        const fence = /^(`{3,})(?:diff|text)?$/.exec(line)?.[1];
        if (fence !== undefined && open === undefined) open = fence;
        else if (fence !== undefined && fence.length >= (open ?? '').length) open = undefined;
        else if (open === undefined) expect(line).not.toMatch(/^@@|^[+-] /);
      }
      expect(open).toBeUndefined();
    }),
  );
});

test('why a plan is refused stands above its changes', () => {
  const refusals = [
    { guard: 'mass-removal', message: '9 of the 10 entries of `x` would be removed', addresses: [] },
    { guard: 'own-access', message: 'yours', addresses: [] },
  ];
  const text = planMarkdown({ ...samplePlan, refusals }, sampleReads);
  const at = (part: string): number => text.indexOf(part);
  expect(text).toContain(
    '**It will not be applied as it is:**\n\n' +
      '* 9 of the 10 entries of &#96;x&#96; would be removed; to permit it for one run: <code>--allow-mass-removal</code>\n' +
      '* yours; to permit it for one run: <code>--allow-own-access</code>\n',
  );
  expect(at('It will not')).toBeLessThan(at('| to create'));
  expect(planMarkdown({ ...samplePlan, changes: [], refusals }, 0)).toContain('--allow-own-access');
});

test('nobody is called by a note, and nothing is referred to, outside of code', () => {
  const refusals = [{ guard: 'own-access', message: 'as @root says in #12, !3 and ~bug', addresses: [] }];
  const text = planMarkdown({ ...samplePlan, refusals }, sampleReads);
  // What GitLab makes of the entities: a word right behind the sign would be a name.
  const read = text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  expect(read).toContain('says in');
  expect(read.replace(/<code>.*?<\/code>|```[^]*?```/g, '')).not.toMatch(/[@#!~%$]\w/);
});

test('a note is cut to what GitLab takes, whatever it is that is long, and says so', () => {
  const diagnostics = Array.from({ length: 30 }, (_, index) => ({
    severity: 'warning' as const,
    code: 'forgets' as const,
    message: `${index} ${'so '.repeat(40)}`,
  }));
  for (const changes of [samplePlan.changes, []]) {
    const text = planMarkdown({ ...samplePlan, changes, diagnostics }, sampleReads, 2500);
    expect(text.length).toBeLessThanOrEqual(2500);
    expect(text).toContain('A note cannot be longer');
    expect(text).toContain('30 warnings');
  }
});

test('what is kept of something that is made anew is said to be', () => {
  const text = planMarkdown(plan({ changes: [replacement] }), 3);
  expect(text).toContain(
    [
      '  description: of the build, kept',
      '- hidden: true',
      '+ hidden: false',
      '  tags: [a, b], kept',
      '+ value: (secret), sent again',
    ].join('\n'),
  );
});

test('the line of the default that says a field stands beside it', () => {
  const place = { file: 'all.yaml', line: 4, column: 7 };
  const fields = [{ path: 'visibility', from: 'private', to: 'internal', place }];
  const text = planMarkdown(plan({ changes: [change({ address: 'group[a]', action: 'update', fields })] }), 3);
  expect(text).toContain('- visibility: private\n+ visibility: internal (default at all.yaml:4:7)\n');
});
