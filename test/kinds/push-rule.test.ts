import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { pushRules } from '../../src/kinds/push-rule.ts';
import { re2Fault } from '../../src/kinds/re2-pattern.ts';
import { stage } from '../apply/stage.ts';
import { memory } from '../config/load.ts';
import { changed, declared, lookAt, siteAt } from './call-context.ts';

const group = { type: 'group', path: 'team' } as const;

describe('a push rule', () => {
  it('is made, changed and removed by three calls on one path', () => {
    const site = siteAt(group);
    expect(pushRules.calls.create?.(declared('', { prevent_secrets: true, branch_name_regex: null }), site)).toEqual([
      { method: 'POST', path: '/groups/team/push_rule', body: { prevent_secrets: true, branch_name_regex: null } },
    ]);
    const both = { prevent_secrets: true, max_file_size: 8 };
    expect(pushRules.calls.update?.({}, changed('', both, 'max_file_size'), site)).toEqual([
      { method: 'PUT', path: '/groups/team/push_rule', body: { max_file_size: 8 } },
    ]);
    expect(pushRules.calls.remove?.({}, site)).toEqual([
      { method: 'DELETE', path: '/groups/team/push_rule', unlessModified: true },
    ]);
    // Not honoured for projects.
    const [ofProject] = pushRules.calls.remove?.({}, siteAt({ type: 'project', path: 'team/app' })) ?? [];
    expect(ofProject).not.toHaveProperty('unlessModified');
  });

  it('reads an empty pattern as none, a flag that says nothing as off, and what is not shown as unknown', () => {
    const live = { id: 1, branch_name_regex: '', commit_committer_check: null, member_check: true, max_file_size: 5 };
    const { spec } = pushRules.decode(live, lookAt(group)) ?? {};
    expect(spec).toMatchObject({ branch_name_regex: null, commit_committer_check: false, member_check: true });
    expect(spec?.['prevent_secrets']).toBeUndefined();
    expect(pushRules.identity.normal?.({ branch_name_regex: '', file_name_regex: 'x' })).toEqual({
      branch_name_regex: null,
      file_name_regex: 'x',
    });
  });
});

describe('what is certainly no pattern to RE2 is refused before anything is sent', () => {
  it.each(['(', ')', 'a[b', '*x', '(?=x)', '(?<!x)y', '(a)\\1', 'x|+'])('%s', (pattern) => {
    expect(re2Fault(pattern)).toBeDefined();
  });
  it.each([
    ...[
      '',
      '^(main|x)$',
      '(?i)wip',
      '\\(',
      '[(]',
      '[]]',
      '\\Q(\\E',
      '\\d+\\..*',
      '\\\\1',
      '(?P<name>x)',
      '(?:x)?',
      'a\\?b',
    ],
    ...['^[A-Z]+-\\d+: ', '(?i)(?:fix|feat): .+', '\\.(jar|exe)$', 'a{2,3}', '[[:alpha:]]+'],
  ])('and not %s', (pattern) => {
    expect(re2Fault(pattern)).toBeUndefined();
  });
});

const loaded = (written: string) =>
  loadConfig('keelson.yaml', kinds, memory({ 'keelson.yaml': `version: 1\ngroups: { team: { ${written} } }\n` }), {});

describe('in a configuration', () => {
  it('is refused where it says nothing, or what GitLab would not take', () => {
    const said = (written: string) => loaded(written).diagnostics.map(({ code, message }) => `${code}: ${message}`);
    expect(said('push_rules: { protect: true }')).toEqual([
      expect.stringMatching(/^missing-field: `push_rules` lacks/),
    ]);
    expect(said('push_rules: { file_name_regex: "(" }')).toEqual([
      'invalid: file_name_regex is no pattern to GitLab: a ( is not closed',
    ]);
    expect(said('push_rules: { max_file_size: -1 }')).toHaveLength(1);
    expect(said('push_rules: { state: absent }')).toEqual([]);
  });

  it('is one that may be absent: an empty section declares none, and can be pruned', () => {
    const section = (written: string) => loaded(written).desired?.sections.find(({ name }) => name === 'push_rules');
    expect(section('prune: [push_rules], push_rules: {}')).toMatchObject({ entries: [], prune: true });
    expect(section('push_rules: { state: absent }')).toMatchObject({ entries: [{ key: '', state: 'absent' }] });
    expect(section('name: Team')).toBeUndefined();
  });
});

const yaml = (rule: string) => `version: 1\ngroups: { team: { name: Team, push_rules: ${rule} } }\n`;

describe('on a platform', () => {
  it('drift tells of one that nobody declared, and prune removes it', async () => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml('{}') });
    const id = await gitlab.group('team', { name: 'Team' });
    await gitlab.post(`/groups/${id}/push_rule`, { deny_delete_tag: true });
    const drift = await keelson.run('drift');
    expect(drift.out).toMatch(/group\[team\]\/push_rule: not declared, and left alone/);
    keelson.write('keelson.yaml', yaml('{}, prune: [push_rules]'));
    const applied = await keelson.run('apply', '--auto-approve');
    expect(applied, applied.err).toMatchObject({ status: 0 });
    expect((await gitlab.get(`/groups/${id}/push_rule`)).status).toBe(404);
  });

  it('drift says who changed it', async () => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml('{ max_file_size: 7, prevent_secrets: true }') });
    const id = await gitlab.group('team', { name: 'Team' });
    await gitlab.post(`/groups/${id}/members`, {
      user_id: (await gitlab.get('/users?username=alice')).list[0]?.['id'] ?? null,
      access_level: 40,
    });
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
    await gitlab.as('alice').put(`/groups/${id}/push_rule`, { max_file_size: 9 });
    const drift = await keelson.run('drift');
    expect(drift.out).toMatch(/group\[team\]\/push_rule has max_file_size 9, the repository says 7/);
    expect(drift.out).toMatch(/last touched by alice/);
  });

  it('without a licence the plan says what it needs, and nothing is sent', async () => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml('{ max_file_size: 7 }') }, { tier: 'free' });
    await gitlab.group('team', { name: 'Team' });
    const plan = await keelson.run('plan');
    expect(plan.status).toBe(1);
    expect(plan.err).toContain('group[team]/push_rule needs GitLab Premium, and this instance has Free');
  });
});
