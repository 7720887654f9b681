import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { Ref } from '../../src/placeholders.ts';
import { colourPaint, plainPaint } from '../../src/report/paint.ts';
import { planText } from '../../src/report/plan-text.ts';
import { change, plan, samplePlan, sampleReads } from './sample-plan.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { kinds as allKinds } from '../../src/kinds/index.ts';

const kinds = kindsByName(allKinds);

const paint = plainPaint;

describe('a plan for people', () => {
  test('shows one of everything', () => {
    expect(planText(samplePlan, sampleReads, { kinds, paint })).toMatchInlineSnapshot(`
      "Plan for https://gitlab.example.com (GitLab 18.9.2-ee)

      instance
        ~ settings: signup_enabled, default_project_visibility differ  (config/instance.yaml:4:3)
            signup_enabled              true → false
            default_project_visibility  public → private
        + member_role[security-reviewer]: declared, and not there  (config/instance.yaml:9:5)
            base         reporter
            permissions  [read_vulnerability, admin_vulnerability]

      group[platform]
      -/+ saml_link[platform-developers]: access_level differs, and GitLab has no way to change it in place: deleted first, then made anew; it gives access
            (config/platform.yaml:17:7)
            access_level  reporter → developer
        ~ hook[ci]: push_events, url differ  (config/platform.yaml:21:7)
            url          https://ci.example.com/hook → https://ci.example.com/v2/hook
            token        (secret), sent again
            push_events  false → true
        ~ member[carol]: role differs; it changes access  (config/platform.yaml:14:7)
            role  (not set) → security-reviewer
        ~ runner[platform-build]: tags differ  (config/platform.yaml:30:7)
            tags  +arm64  -x86
        - member[mallory]: declared absent  (config/platform.yaml:15:7)
            access_level  maintainer

      Unmanaged: 6 live entries are not declared, and left alone
        group[platform]/members  5
        instance/system_hooks    1
        groups that nobody declared are not counted here: keelson drift looks for them

      Unverifiable: 2 declared values are not compared, because the API does not return them, or their secret is not set here
        group[platform]/hook[ci] token
        group[platform]/integration[slack] webhook

      config/platform.yaml:13:13: warning[last-owner-ends]: the member erin of group "platform" has access for ever
         |
      13 |       erin: owner
         |             ^^^^^
         = help: Give the entry an expires_at

      Plan: 1 to create, 4 to update, 1 to replace, 1 to delete; 40 unchanged
      14 reads made, 8 writes to come; checksum 09ffc5736395
      "
    `);
  });

  test('shows every call in full when asked for', () => {
    const verbose = planText(plan({ changes: samplePlan.changes }), sampleReads, { kinds, paint, verbose: true });
    expect(verbose).toMatchInlineSnapshot(`
      "Plan for https://gitlab.example.com (GitLab 18.9.2-ee)

      instance
        ~ settings: signup_enabled, default_project_visibility differ  (config/instance.yaml:4:3)
            signup_enabled              true → false
            default_project_visibility  public → private
            PUT /application/settings
              signup_enabled:             false
              default_project_visibility: "private"
        + member_role[security-reviewer]: declared, and not there  (config/instance.yaml:9:5)
            base         reporter
            permissions  [read_vulnerability, admin_vulnerability]
            POST /member_roles
              name:                "security-reviewer"
              base_access_level:   20
              read_vulnerability:  true
              admin_vulnerability: true

      group[platform]
      -/+ saml_link[platform-developers]: access_level differs, and GitLab has no way to change it in place: deleted first, then made anew; it gives access
            (config/platform.yaml:17:7)
            access_level  reporter → developer
            DELETE /groups/platform/saml_group_links/platform-developers
            POST /groups/platform/saml_group_links
              saml_group_name: "platform-developers"
              access_level:    30
        ~ hook[ci]: push_events, url differ  (config/platform.yaml:21:7)
            url          https://ci.example.com/hook → https://ci.example.com/v2/hook
            token        (secret), sent again
            push_events  false → true
            PUT /groups/platform/hooks/3
              url:         "https://ci.example.com/v2/hook"
              token:       (secret env CI_HOOK_TOKEN)
              push_events: true
        ~ member[carol]: role differs; it changes access  (config/platform.yaml:14:7)
            role  (not set) → security-reviewer
            after instance/member_role[security-reviewer]
            PUT /groups/platform/members/31
              access_level:   20
              member_role_id: (id of instance/member_role[security-reviewer])
        ~ runner[platform-build]: tags differ  (config/platform.yaml:30:7)
            tags  +arm64  -x86
            PUT /runners/12
              tag_list: ["build", "linux", "arm64"]
        - member[mallory]: declared absent  (config/platform.yaml:15:7)
            access_level  maintainer
            DELETE /groups/platform/members/66?skip_subresources=true

      Plan: 1 to create, 4 to update, 1 to replace, 1 to delete; 40 unchanged
      14 reads made, 8 writes to come; checksum 727a7b3d240a
      "
    `);
  });

  test('is as clear without colour as with it', () => {
    const coloured = planText(samplePlan, sampleReads, { kinds, paint: colourPaint });
    expect(stripVTControlCharacters(coloured)).toBe(planText(samplePlan, sampleReads, { kinds, paint }));
    const [first] = samplePlan.changes;
    expect(planText(plan({ changes: first ? [first] : [] }), 1, { kinds, paint: colourPaint })).toMatchInlineSnapshot(`
      "Plan for https://gitlab.example.com (GitLab 18.9.2-ee)

      [1minstance[22m
      [33m  ~[39m [1msettings[22m: signup_enabled, default_project_visibility differ  [2m(config/instance.yaml:4:3)[22m
            signup_enabled              [31mtrue[39m [2m→[22m [32mfalse[39m
            default_project_visibility  [31mpublic[39m [2m→[22m [32mprivate[39m

      [1mPlan: 0 to create, 1 to update, 0 to replace, 0 to delete; 40 unchanged[22m
      [2m1 read made, 1 write to come; checksum 607538b98507[22m
      "
    `);
  });

  test('is one sentence where nothing is to be done', () => {
    expect(planText(plan({}), 3, { kinds, paint })).toMatchInlineSnapshot(`
      "Nothing to do: https://gitlab.example.com is as the repository says (40 entries).
      "
    `);
    expect(planText(plan({ unchanged: 0 }), 3, { kinds, paint })).toMatchInlineSnapshot(`
      "Nothing to do: the repository declares nothing for https://gitlab.example.com.
      "
    `);
  });

  test('says what it cannot know even where nothing is to be done', () => {
    const text = planText(plan({ unchanged: 1, unverifiable: ['group[a]/hook[ci] token'] }), 3, { kinds, paint });
    expect(text).toMatchInlineSnapshot(`
      "Unverifiable: 1 declared value is not compared, because the API does not return it, or its secret is not set here
        group[a]/hook[ci] token

      Nothing to do: https://gitlab.example.com is as the repository says, as far as the API shows (1 entry).
      "
    `);
    // The ledger knows what was sent last, and not what is there.
    expect(planText(plan({ unchanged: 1, ledger: { file: 'ledger.json' } }), 3, { kinds, paint })).toContain(
      'is as the repository says, as far as the API shows and the ledger knows (1 entry).',
    );
  });

  test('shortens long lists of what it leaves alone', () => {
    const unmanaged = Array.from({ length: 14 }, (_, index) => ({
      section: `group[team-${index}]/members`,
      count: 20 - index,
    }));
    expect(planText(plan({ unmanaged }), 3, { kinds, paint })).toMatchInlineSnapshot(`
      "Unmanaged: 189 live entries are not declared, and left alone
        group[team-0]/members  20
        group[team-1]/members  19
        group[team-2]/members  18
        group[team-3]/members  17
        group[team-4]/members  16
        group[team-5]/members  15
        group[team-6]/members  14
        group[team-7]/members  13
        group[team-8]/members  12
        group[team-9]/members  11
        and 34 in 4 other sections
        groups that nobody declared are not counted here: keelson drift looks for them

      Nothing to do: https://gitlab.example.com is as the repository says (40 entries).
      "
    `);
    expect(planText(plan({ unmanaged }), 3, { kinds, paint, verbose: true })).toContain('group[team-13]/members  7');
  });
});

describe('a field', () => {
  const shown = (from: Parameters<typeof fields>[0], to: Parameters<typeof fields>[0]): string => fields(from, to);
  const fields = (
    from: string | null | undefined | readonly string[] | { readonly a: number },
    to: typeof from,
  ): string => {
    const changes = [change({ address: 'group[a]/hook[b]', action: 'update', fields: [{ path: 'field', from, to }] })];
    return planText(plan({ changes }), 1, { kinds, paint }).split('\n').slice(4, -4).join('\n');
  };

  test('quotes what would read as something else', () => {
    expect(shown('', 'true')).toMatchInlineSnapshot(`"      field  "" → "true""`);
    expect(shown(null, 'null')).toMatchInlineSnapshot(`"      field  null → "null""`);
    expect(shown('(not set)', undefined)).toMatchInlineSnapshot(`"      field  "(not set)" → (not set)"`);
    expect(shown('12', '#platform')).toMatchInlineSnapshot(`"      field  "12" → "#platform""`);
    expect(shown({ a: 1 }, ['x, y'])).toMatchInlineSnapshot(`"      field  { a: 1 } → ["x, y"]"`);
  });

  test('shows the order of a list only where nothing else differs', () => {
    expect(shown(['a', 'b'], ['b', 'a'])).toMatchInlineSnapshot(`"      field  [a, b] → [b, a]"`);
    expect(shown(['a', 'b', 'b'], ['b', 'c'])).toMatchInlineSnapshot(`"      field  +c  -a  -b"`);
  });

  test('wraps a long list and counts the rest', () => {
    const many = Array.from({ length: 40 }, (_, index) => `permission_${index}`);
    expect(shown(['old'], many)).toMatchInlineSnapshot(`
      "      field  +permission_0  +permission_1  +permission_2  +permission_3  +permission_4
                   +permission_5  +permission_6  +permission_7  +permission_8  +permission_9
                   +permission_10  +permission_11  +permission_12  +permission_13  +permission_14
                   +permission_15  +permission_16  +permission_17  +permission_18  +permission_19
                   +permission_20  +permission_21  +permission_22  +permission_23  and 16 more added  -old"
    `);
  });

  test('keeps the difference of two long texts in sight', () => {
    const long = 'A text that goes on and on. '.repeat(20);
    expect(shown(`${long}The end.\nReally`, `${long}The END.`)).toMatchInlineSnapshot(`
      "      field    …and on. The end.\\nReally"
                   → …and on. The END.""
    `);
  });

  test('with a long name has it in full', () => {
    const path = 'default_branch_protection_defaults.allowed_to_push';
    const fields = [
      { path, from: 30, to: 40 },
      { path: 'name', from: 'a', to: 'b' },
    ];
    const changes = [change({ address: 'group[a]', action: 'update', fields })];
    const text = planText(plan({ changes }), 1, { kinds, paint, columns: 60 });
    expect(text.split('\n').slice(4, 7).join('\n')).toMatchInlineSnapshot(`
      "      default_branch_protection_defaults.allowed_to_push
              30 → 40
            name                          a → b"
    `);
  });

  test('names the line of the default that says it, beside the value or below it, whatever the colours', () => {
    const place = { file: 'all.yaml', line: 4, column: 7 };
    const fields = [{ path: 'visibility', from: 'private', to: 'internal', place }];
    const changes = [change({ address: 'group[a]', action: 'update', fields })];
    const lines = (columns: number, coloured: boolean): readonly string[] =>
      stripVTControlCharacters(
        planText(plan({ changes }), 1, { kinds, paint: coloured ? colourPaint : paint, columns }),
      )
        .split('\n')
        .slice(4, 6);
    for (const coloured of [true, false]) {
      expect(lines(65, coloured)).toEqual(['      visibility  private → internal  (default at all.yaml:4:7)', '']);
      expect(lines(59, coloured)).toEqual([
        '      visibility  private → internal',
        '        (default at all.yaml:4:7)',
      ]);
    }
  });

  test('shows no escape sequence of a name or a value', () => {
    const address = 'group[a]/hook[\u001b[1A\u001b[2Kgone]';
    const changes = [change({ address, action: 'create', fields: [{ path: 'n', from: undefined, to: '\u001b[8m' }] })];
    const text = planText(plan({ changes }), 1, { kinds, paint });
    expect(text).not.toContain('\u001b');
    expect(text).toContain('hook[\\u{1b}[1A\\u{1b}[2Kgone]');
  });
});

test('a call names secrets and what is not known yet, and tells a value that looks like a name from one', () => {
  const body = {
    a: new Secret({ type: 'env', name: 'NAME' }),
    b: [new Secret({ type: 'file', path: '/run/secret' })],
    c: { d: new Secret({ type: 'text', at: 'config/a.yaml:3:4' }, 'hunter2') },
    e: new Ref('group[a]', 'id'),
    f: '(secret env NAME)',
    g: null,
  };
  const calls = [
    { method: 'POST', path: '/x', query: { a: 'b c' }, body, saveSecretTo: { field: 'token', files: ['token.txt'] } },
  ] as const;
  const text = planText(plan({ changes: [change({ address: 'group[a]', action: 'create', calls })] }), 1, {
    kinds,
    paint,
    verbose: true,
  });
  expect(text).not.toContain('hunter2');
  expect(text).toMatchInlineSnapshot(`
    "Plan for https://gitlab.example.com (GitLab 18.9.2-ee)

    group[a]
      + group[a]: declared, and not there
          POST /x?a=b%20c
            a: (secret env NAME)
            b: [(secret file /run/secret)]
            c: { "d": (secret in plain text at config/a.yaml:3:4) }
            e: (id of group[a])
            f: "(secret env NAME)"
            g: null
            the answer's token (secret) is written to token.txt

    Plan: 1 to create, 0 to update, 0 to replace, 0 to delete; 40 unchanged
    1 read made, 1 write to come; checksum 90e9d3820208
    "
  `);
});

test('changes that share a call show that one, and it counts as one', () => {
  const own = [{ method: 'POST', path: '/groups/a/members', body: { username: 'x' } }] as const;
  const names = ['ann', 'ben', 'cat', 'dan'];
  const changes = names.map((name) => change({ address: `group[a]/member[${name}]`, action: 'create', calls: own }));
  const call = { method: 'POST', path: '/groups/a/members', body: { username: 'ann,ben,cat' } } as const;
  const made = plan({ changes, joint: [{ call, addresses: changes.slice(0, 3).map(({ address }) => address) }] });
  expect(planText(made, 1, { kinds, paint })).toContain('2 writes to come');
  expect(planText(made, 1, { kinds, paint, verbose: true })).toContain(`
group[a]
  + member[ann]: declared, and not there
      together with 2 more, as one call:
      POST /groups/a/members
        username: "ann,ben,cat"
`);
  expect(planText(made, 1, { kinds, paint, verbose: true })).toContain(`
  + member[dan]: declared, and not there
      POST /groups/a/members
        username: "x"
`);
});
