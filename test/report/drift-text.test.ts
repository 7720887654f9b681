import { expect, test } from 'vitest';
import { driftText } from '../../src/report/drift-text.ts';
import { colourPaint, plainPaint } from '../../src/report/paint.ts';
import { change, plan, replacement, samplePlan } from './sample-plan.ts';

const paint = plainPaint;

test('a plan read from the other side, with who did it where that is known', () => {
  const who = new Map([
    ['group[platform]/hook[ci]', { author: 'bob', at: '2026-11-19T14:03:22.123Z' }],
    ['group[platform]/member[mallory]', { author: 'eve', at: 'last week' }],
  ]);
  expect(driftText(samplePlan, { paint }, who)).toMatchInlineSnapshot(`
    "Changed
      instance/settings has
          signup_enabled true, the repository says false
          default_project_visibility public, the repository says private
          (config/instance.yaml:4:3)
      group[platform]/saml_link[platform-developers] has access_level reporter, the repository says developer
          (config/platform.yaml:17:7)
      group[platform]/hook[ci] has
          url https://ci.example.com/hook, the repository says https://ci.example.com/v2/hook
          token (secret), which is not compared and would be sent
          push_events false, the repository says true
          (config/platform.yaml:21:7; last touched by bob, 2026-11-19 14:03 UTC)
      group[platform]/member[carol] has no role, the repository says security-reviewer
          (config/platform.yaml:14:7)
      group[platform]/runner[platform-build] has tags [build, linux, x86], the repository says [build, linux, arm64]
          (config/platform.yaml:30:7)

    On the instance, not in the repository
      group[platform]/member[mallory]: declared absent; it has access_level maintainer
          (config/platform.yaml:15:7; last touched by eve, last week)

    In the repository, not on the instance
      instance/member_role[security-reviewer] is declared, and not there  (config/instance.yaml:9:5)

    Unverifiable: 2 declared values are not compared, because the API does not return them, or their secret is not set here
      group[platform]/hook[ci] token
      group[platform]/integration[slack] webhook

    config/platform.yaml:13:13: warning[last-owner-ends]: the member erin of group "platform" has access for ever
       |
    13 |       erin: owner
       |             ^^^^^
       = help: Give the entry an expires_at

    Drift on https://gitlab.example.com: 5 changed, 1 not in the repository, 1 not on the instance; 40 as declared
    "
  `);
});

test('what is live and undeclared in a pruned section', () => {
  const eve = change({
    address: 'group[platform]/member[eve]',
    action: 'delete',
    reason: { code: 'pruned', section: 'members' },
  });
  expect(driftText(plan({ changes: [eve] }), { paint })).toMatchInlineSnapshot(`
    "On the instance, not in the repository
      group[platform]/member[eve]: not declared, and members is pruned

    Drift on https://gitlab.example.com: 0 changed, 1 not in the repository, 0 not on the instance; 40 as declared
    "
  `);
});

test('a long list is told by its difference', () => {
  const permissions = Array.from({ length: 12 }, (_, index) => `permission_${index}`);
  const fields = [{ path: 'permissions', from: ['admin', ...permissions.slice(1)], to: permissions }];
  const role = change({ address: 'instance/member_role[auditor]', action: 'update', fields });
  expect(driftText(plan({ changes: [role] }), { paint })).toMatchInlineSnapshot(`
    "Changed
      instance/member_role[auditor] has permissions with admin in addition, and without permission_0

    Drift on https://gitlab.example.com: 1 changed, 0 not in the repository, 0 not on the instance; 40 as declared
    "
  `);
});

test('a value that the repository clears', () => {
  const fields = [{ path: 'description', from: 'Ours', to: null }];
  const group = change({ address: 'group[platform]', action: 'update', fields });
  expect(driftText(plan({ changes: [group] }), { paint: colourPaint })).toMatchInlineSnapshot(`
    "[33mChanged[39m
      group[platform] has description Ours, the repository says none

    [1mDrift on https://gitlab.example.com: 1 changed, 0 not in the repository, 0 not on the instance; 40 as declared[22m
    "
  `);
});

test('no drift', () => {
  expect(driftText(plan({}), { paint })).toMatchInlineSnapshot(`
    "No drift: https://gitlab.example.com is as the repository says.
    "
  `);
  expect(driftText(plan({ unverifiable: ['group[a]/hook[b] token'] }), { paint })).toMatchInlineSnapshot(`
    "Unverifiable: 1 declared value is not compared, because the API does not return it, or its secret is not set here
      group[a]/hook[b] token

    No drift: https://gitlab.example.com is as the repository says, as far as the API shows.
    "
  `);
  expect(driftText(plan({ ledger: { file: 'ledger.json' } }), { paint })).toContain(
    'is as the repository says, as far as the API shows and the ledger knows.',
  );
});

test('undeclared ones of one name are told apart by their ids, and what comes back by what it is', () => {
  const address = 'group[a]/runner[build]';
  const entries = [
    { address, id: 7 },
    { address, id: 9 },
    { address: 'group[a]/runner[other]', id: 3 },
  ];
  const leaving = change({
    address: 'group[b]',
    action: 'update',
    reason: { code: 'leaving', since: 'marked for deletion on 2027-01-01' },
  });
  const text = driftText(
    plan({ changes: [leaving], unmanaged: [{ section: 'group[a]/runners', count: 3, entries }] }),
    { paint },
  );
  expect(text).toContain('group[a]/runner[build] (id 7): not declared');
  expect(text).toContain('group[a]/runner[build] (id 9): not declared');
  expect(text).toContain('group[a]/runner[other]: not declared');
  expect(text).toContain('group[b] is marked for deletion on 2027-01-01, and declared');
});

test('a secret that was compared is said to be another, and one that was not is not said to be', () => {
  const field = { path: 'value', from: '(secret)', to: '(secret)' };
  const of = (reason: 'differs' | 'resent') =>
    driftText(
      plan({
        changes: [
          change({
            address: 'group[a]/variable[K]',
            action: 'update',
            fields: [field],
            reason: { code: reason, fields: ['value'] },
          }),
        ],
      }),
      { paint },
    );
  expect(of('differs')).toContain('group[a]/variable[K] has value (secret), the repository says another');
  expect(of('resent')).toContain('value (secret), which is not compared and would be sent');
});

test('what would be kept of something that is made anew is no difference', () => {
  const alike = (key: string) => ({ ...replacement, address: `group[${key}]/variable[KEY]` });
  expect(driftText(plan({ changes: [replacement] }), { paint })).toMatchInlineSnapshot(`
    "Changed
      group[platform]/variable[KEY] has
          hidden true, the repository says false
          value (secret), which is not compared and would be sent

    Drift on https://gitlab.example.com: 1 changed, 0 not in the repository, 0 not on the instance; 40 as declared
    "
  `);
  const many = plan({ changes: ['a', 'b', 'c'].map(alike) });
  expect(driftText(many, { paint })).not.toContain('description');
});
