import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { memory } from '../config/load.ts';
import { siteAt } from './call-context.ts';
import type { KindExample, Written } from './examples/example.ts';
import { examples as accessTokenExamples } from './examples/access-token.ts';
import { examples as deployKeyExamples } from './examples/deploy-key.ts';
import { examples as deployTokenExamples } from './examples/deploy-token.ts';
import { example as errorTrackingExample } from './examples/error-tracking.ts';
import { examples as groupExamples } from './examples/group.ts';
import { examples as hookExamples } from './examples/hook.ts';
import { examples as integrationExamples } from './examples/integration.ts';
import { examples as ldapLinkExamples } from './examples/ldap-link.ts';
import { examples as memberExamples } from './examples/member.ts';
import { examples as memberRoleExamples } from './examples/member-role.ts';
import { example as planLimitExample } from './examples/plan-limit.ts';
import { examples as projectExamples } from './examples/project.ts';
import { examples as protectedBranchExamples } from './examples/protected-branch.ts';
import { examples as protectedTagExamples } from './examples/protected-tag.ts';
import { examples as pushRuleExamples } from './examples/push-rule.ts';
import { examples as runnerExamples } from './examples/runner.ts';
import { examples as samlLinkExamples } from './examples/saml-link.ts';
import { examples as serviceAccountExamples } from './examples/service-account.ts';
import { example as settingsExample } from './examples/settings.ts';
import { examples as shareExamples } from './examples/share.ts';
import { example as systemHookExample } from './examples/system-hook.ts';
import { example as snippetStorageExample } from './examples/snippet-storage.ts';
import { examples as userExamples } from './examples/user.ts';
import { examples as userTokenExamples } from './examples/user-token.ts';
import { examples as variableExamples } from './examples/variable.ts';

const examples = [
  ...accessTokenExamples,
  ...deployKeyExamples,
  ...deployTokenExamples,
  errorTrackingExample,
  ...groupExamples,
  ...hookExamples,
  ...integrationExamples,
  ...ldapLinkExamples,
  ...memberExamples,
  ...memberRoleExamples,
  planLimitExample,
  ...projectExamples,
  ...protectedBranchExamples,
  ...protectedTagExamples,
  ...pushRuleExamples,
  ...runnerExamples,
  ...samlLinkExamples,
  ...serviceAccountExamples,
  settingsExample,
  ...shareExamples,
  snippetStorageExample,
  systemHookExample,
  ...userExamples,
  ...userTokenExamples,
  ...variableExamples,
];

const env = { KEELSON_TEST_SECRET: 'a-secret-of-the-test' };

it.each(examples)('the $section example loads without a word: $scope, $action', (example) => {
  for (const written of [example.before, example.after]) {
    const files = memory({ 'keelson.yaml': stringify(documentOf(example, written)) });
    const { desired, diagnostics } = loadConfig('keelson.yaml', kinds, files, env);
    expect(diagnostics.filter(({ code }) => code !== 'deprecated')).toEqual([]);
    const section = desired?.sections.find(({ name }) => name === example.section);
    expect(section?.entries.length).toBeGreaterThan(0);
  }
});

it('there is an example of every kind that changes anything', () => {
  const changing = kinds.filter((kind) => ['create', 'update', 'remove'].some((name) => name in kind.calls));
  expect(new Set(examples.map(({ section }) => section))).toEqual(new Set(changing.map(({ section }) => section)));
});

/** A section where it stands in a document, with the other parts that it needs. */
function documentOf({ section, scope, needs = {} }: KindExample, written: Written): object {
  if (section === 'groups' || section === 'projects') return { version: 1, ...needs, [section]: written };
  if (scope === 'instance') return { version: 1, ...needs, instance: { [section]: written } };
  const path = scope === 'group' ? 'shop' : 'shop/app';
  const beside = needs[`${scope}s`];
  return { version: 1, ...needs, [`${scope}s`]: { ...(beside as object | undefined), [path]: { [section]: written } } };
}

it.each(examples.filter(({ scope }) => scope !== 'instance'))(
  'what the $section example makes is addressed as it is told to be, and not by a path: $scope, $action',
  (example) => {
    const files = memory({ 'keelson.yaml': stringify(documentOf(example, example.after)) });
    const { desired } = loadConfig('keelson.yaml', kinds, files, env);
    const section = desired?.sections.find(({ name }) => name === example.section);
    const kind = kinds.find(({ section: name }) => name === example.section);
    if (section === undefined || section.scope.type === 'instance') throw new Error('there is no such section');
    // Another one may have the path by then: right before each call it is the number that is known to be meant.
    const site = { ...siteAt(section.scope), at: '/numbered/5' };
    const paths = section.entries.flatMap((entry) => kind?.calls.create?.(entry, site) ?? []).map(({ path }) => path);
    for (const path of paths) expect(path).not.toContain(encodeURIComponent(section.scope.path));
  },
);
