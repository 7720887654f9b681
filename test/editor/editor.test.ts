import { afterAll, describe, expect, it } from 'vitest';
import { languageServer } from './language-server.ts';

const server = await languageServer();
afterAll(() => {
  server.end();
});

const GROUP = 'groups:\n  platform:\n';

describe('an editor offers', () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    [
      'the sections of a group',
      `${GROUP}    |`,
      ['members', 'hooks', 'visibility', 'previously', 'prune'],
      ['settings'],
    ],
    ['visibility levels', `${GROUP}    visibility: |`, ['private', 'internal', 'public'], []],
    ['integrations by name', `${GROUP}    integrations:\n      |`, ['slack', 'jira', 'apple-app-store'], ['webhook']],
    [
      'the fields of Slack alone',
      `${GROUP}    integrations:\n      slack:\n        |`,
      ['webhook', 'push_events'],
      ['jira_issue_regex'],
    ],
    [
      'the fields of Jira alone',
      `${GROUP}    integrations:\n      jira:\n        |`,
      ['jira_issue_regex'],
      ['webhook'],
    ],
    [
      'branches of an integration',
      `${GROUP}    integrations:\n      slack:\n        branches_to_be_notified: |`,
      ['protected'],
      [],
    ],
    ['access levels by name', `${GROUP}    members:\n      alice: |`, ['developer', 'owner'], []],
    [
      'the fields of a member',
      `${GROUP}    members:\n      alice:\n        |`,
      ['access_level', 'role', 'state'],
      ['url'],
    ],
    [
      'permissions',
      'instance:\n  member_roles:\n    auditor:\n      permissions: [|]',
      ['read_code', 'admin_runners'],
      [],
    ],
    ['the sections that can be pruned', `${GROUP}    prune: [|]`, ['members', 'hooks'], ['groups', 'settings']],
    ['settings', 'instance:\n  settings:\n    |', ['signup_enabled', 'terms'], ['members']],
    ['protocols of a setting', 'instance:\n  settings:\n    enabled_git_access_protocol: |', ['ssh', 'http'], []],
  ])('%s', async (_, text, some, none) => {
    const offered = await server.offers(text);
    expect(offered).toEqual(expect.arrayContaining([...some]));
    for (const name of none) expect(offered).not.toContain(name);
  });
});

describe('an editor shows what is meant by', () => {
  it.each([
    ['a setting', 'instance:\n  settings:\n    signup_en|abled: true\n', 'sign up by themselves'],
    ['a field of a group', `${GROUP}    lfs_en|abled: true\n`, 'Git LFS'],
    [
      'a secret',
      `${GROUP}    integrations:\n      slack:\n        web|hook: { env: SLACK }\n`,
      'The address of the webhook in Slack',
    ],
    ['a flag of a hook', `${GROUP}    hooks:\n      ci:\n        push_ev|ents: true\n`, 'pushes to branches'],
    ['a word of the language', `${GROUP}    prev|iously: ops\n`, 'rename or a move'],
    ['a plan limit', 'instance:\n  plan_limits:\n    default:\n      ci_act|ive_jobs: 5\n', 'running pipelines'],
    ['a bound of the guards', 'guards:\n  max_rem|ovals: 5\n', 'one plan may remove'],
    ['a runner', `${GROUP}    runners:\n      build:\n        run_un|tagged: true\n`, 'no tags'],
  ])('%s', async (_, text, meaning) => {
    expect(await server.shows(text)).toContain(meaning);
  });
});
