import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { LiveObject } from '../../src/model.ts';
import { shares } from '../../src/kinds/share.ts';
import { memory } from '../config/load.ts';
import { declared, lookAt, siteAt } from './call-context.ts';

const group = { type: 'group', path: 'platform' } as const;
const project = { type: 'project', path: 'platform/sub/app' } as const;
const others = { 'groups guests': { id: 9 }, 'member_roles auditor': { id: 7, spec: { base: 'reporter' } } };
const live = { group_id: 9, group_full_path: 'old', group_access_level: 30, expires_at: null, member_role_id: 7 };

/** What validation says of shares of a group or project. */
function faults(scope: string, path: string, written: unknown): string[] {
  const files = memory({ 'keelson.yaml': stringify({ version: 1, [scope]: { [path]: { shares: written } } }) });
  return loadConfig('keelson.yaml', kinds, files, {}).diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe('a share', () => {
  it('is of the path that the plan gives the invited group, and has its number', () => {
    expect(shares.decode(live, lookAt(group, others))).toEqual({
      key: 'guests',
      id: 9,
      spec: { group: 'guests', access_level: 'developer', role: 'auditor', expires_at: null },
    });
    expect(shares.decode({ ...live, group_id: 4 }, lookAt(group, others))).toMatchObject({ key: 'old', id: 4 });
  });

  it('is made by the number of the invited group, with the level of its role', () => {
    const made = (spec: object) =>
      shares.calls.create?.(declared('guests', { group: 'guests', ...spec }), siteAt(group, others));
    expect(made({ role: 'auditor', expires_at: '2031-01-01' })).toEqual([
      {
        method: 'POST',
        path: '/groups/platform/share',
        body: { group_id: 9, group_access: 20, expires_at: '2031-01-01', member_role_id: 7 },
        answer: 'another',
      },
    ]);
    expect(made({ access_level: 'guest', expires_at: null })?.[0]?.body).toEqual({ group_id: 9, group_access: 10 });
  });

  it('is removed by the number of the invited group; of a group, a success alone says nothing', () => {
    expect(shares.calls.remove?.(live, siteAt(group))).toEqual([
      { method: 'DELETE', path: '/groups/platform/share/9', isUnproven: true },
    ]);
    expect(shares.calls.remove?.(live, siteAt(project))).toEqual([
      { method: 'DELETE', path: '/projects/platform%2Fsub%2Fapp/share/9', unlessModified: true },
    ]);
    expect(shares.calls).not.toHaveProperty('update');
  });

  it('is read from the group or project alone: no list has it', () => {
    const [read] = shares.reads.all(group, []);
    expect(read).toEqual({ path: '/groups/platform', query: { with_projects: false } });
    const rows = (answer: LiveObject) => shares.reads.rows?.(answer, { path: '' });
    expect(rows({ shared_with_groups: [live] })).toEqual([live]);
    expect(rows({ shared_with_groups: [] })).toEqual([]);
    // A row without the list is no group without shares: it is refused as none of GitLab's.
    const [odd = {}] = rows({ id: 1 }) ?? [];
    expect(shares.decode(odd as never, lookAt(group))?.key).toBeUndefined();
  });
});

describe('what is refused before anything is sent', () => {
  it.each([
    ['a level that no share has', 'groups', { guests: 'minimal' }, 'No share gives minimal'],
    ['a level that no share has', 'projects', { guests: 25 }, 'No share gives security_manager'],
    ['a day that no calendar has', 'groups', { guests: { access_level: 10, expires_at: '2031-02-30' } }, 'There is no'],
    ['the group of the project', 'projects', { 'Platform/Sub': 'guest' }, 'stands in Platform/Sub, whose members'],
    ['a group above the project', 'projects', { platform: 'guest' }, 'stands in platform, whose members'],
    ['a role that nobody could see', 'projects', { guests: { role: 'auditor' } }, 'does not show the role of a share'],
    ['no level at all', 'groups', { guests: { expires_at: '2031-01-01' } }, 'access_level'],
    ['what is no path', 'groups', { '/guests/': 'guest' }, 'does not have the right form'],
  ])('%s, in %s', (_what, scope, written, says) => {
    const [first, ...more] = faults(scope, scope === 'groups' ? 'platform/sub' : 'platform/sub/app', written);
    expect(first).toContain(says);
    expect(more.filter((one) => !one.startsWith('unknown-reference'))).toEqual([]);
  });

  it('and nothing else: a group may be invited to itself, to what is in it, and at any other level', () => {
    expect(faults('groups', 'platform/sub', { platform: 'owner', 'platform/sub': 15, platforms: 'reporter' })).toEqual(
      [],
    );
    expect(faults('projects', 'platform/sub/app', { 'platform/su': 'owner', 'platform/sub/apps': 10 })).toEqual([]);
  });
});

describe('what a group above forbids', () => {
  const said = (scope: typeof group | typeof project, invited: string, found: object) =>
    shares.rules
      ?.checkPlaced?.({ group: invited }, siteAt(scope, found as never))
      .map(({ message }) => message.replace(/ ?,.*/, ''));
  const outside = { 'groups platform': { id: 1, spec: { prevent_sharing_groups_outside_hierarchy: true } } };

  it('is what stands outside of it, where its top says so', () => {
    const told = ['platform has prevent_sharing_groups_outside_hierarchy'];
    expect(said(group, 'guests', outside)).toEqual(told);
    expect(said(project, 'guests/sub', outside)).toEqual(told);
    expect(said(project, 'Platform/other', outside)).toEqual([]);
    expect(said(group, 'guests', {})).toEqual([]);
  });

  it('is every group, in what stands right in one that says so', () => {
    const locked = (path: string) => ({ [`groups ${path}`]: { id: 1, spec: { share_with_group_lock: true } } });
    expect(said(project, 'guests', locked('platform/sub'))).toEqual(['platform/sub has share_with_group_lock']);
    expect(said(project, 'guests', locked('platform'))).toEqual([]);
    expect(said(group, 'guests', locked('platform'))).toEqual([]);
  });
});
