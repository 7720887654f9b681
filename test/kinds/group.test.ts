import { describe, expect, it } from 'vitest';
import { groups } from '../../src/kinds/groups/group.ts';
import type { Value } from '../../src/model.ts';
import { textOf } from '../../src/sandbox/store/json.ts';
import { changed, declared, lookAt, siteAt } from './call-context.ts';

const instance = { type: 'instance' } as const;
const site = siteAt(instance, { 'groups platform': { id: 3 }, 'groups other/place': { id: 9 } });
const look = lookAt(instance);

describe('a new group', () => {
  it('is private and named after its path unless declared otherwise', () => {
    const calls = groups.calls.create?.(declared('platform/infra', { full_path: 'platform/infra' }), site);
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/groups',
        body: { name: 'infra', path: 'infra', visibility: 'private', parent_id: 3 },
        does: 'made',
        answer: 'whole',
      },
    ]);
  });

  it('gets in a second call what POST ignores, and nothing for what is null', () => {
    const spec = {
      full_path: 'platform',
      name: 'Platform',
      visibility: 'internal',
      lfs_enabled: false,
      default_branch: null,
      shared_runners_setting: 'disabled_and_overridable',
      ip_restriction_ranges: ['10.0.0.0/8', '192.168.0.0/16'],
    };
    expect(groups.calls.create?.(declared('platform', spec), site)).toEqual([
      {
        method: 'POST',
        path: '/groups',
        body: { name: 'Platform', path: 'platform', visibility: 'internal', lfs_enabled: false },
        does: 'made',
        answer: 'partial',
      },
      {
        method: 'PUT',
        path: '/groups/{id}',
        body: {
          shared_runners_setting: 'disabled_and_overridable',
          ip_restriction_ranges: '10.0.0.0/8,192.168.0.0/16',
        },
        answer: 'whole',
      },
    ]);
  });

  it('is not made at the top when the group above it is unknown', () => {
    expect(() => groups.calls.create?.(declared('nowhere/infra', { full_path: 'nowhere/infra' }), site)).toThrow(
      'the group nowhere above nowhere/infra',
    );
  });
});

describe('a group that changes', () => {
  const live = { id: 5, name: 'Operations', full_path: 'platform/operations', parent_id: 3 };

  it('is given a name for its way, transferred, and renamed and updated, by its number', () => {
    const change = changed(
      'other/place/infra',
      { full_path: 'other/place/infra', description: null },
      'full_path',
      'description',
    );
    expect(groups.calls.update?.(live, change, site)).toEqual([
      {
        method: 'PUT',
        path: '/groups/5',
        body: { path: 'infra-moving-12diqmo-zmj0hb-5', name: 'Operations (moving 5)' },
        does: 'renamed',
        takeBack: [
          { method: 'PUT', path: '/groups/5', body: { path: 'operations', name: 'Operations' }, answer: 'partial' },
        ],
        answer: 'partial',
      },
      { method: 'POST', path: '/groups/5/transfer', body: { group_id: 9 }, does: 'moved', answer: 'partial' },
      {
        method: 'PUT',
        path: '/groups/5',
        body: { path: 'infra', name: 'Operations', description: '' },
        does: 'given its new name',
        answer: 'whole',
      },
    ]);
  });

  it('goes to the top by a transfer without a body', () => {
    const change = changed('operations', { full_path: 'operations' }, 'full_path');
    expect(groups.calls.update?.(live, change, site)).toEqual([
      { method: 'POST', path: '/groups/5/transfer', does: 'moved', answer: 'whole' },
    ]);
  });

  it('is not transferred when the group above it is the same under a new path', () => {
    const renamed = siteAt(instance, { 'groups core': { id: 3 } });
    const change = changed('core/infra', { full_path: 'core/infra' }, 'full_path');
    expect(groups.calls.update?.(live, change, renamed)).toEqual([
      { method: 'PUT', path: '/groups/5', body: { path: 'infra' }, answer: 'whole' },
    ]);
  });

  it('is known on its way to a path, and to no other, and told by the name that it keeps', () => {
    const stepped = groups.host?.moves?.stepAside(live, 'other/place/infra', undefined).live ?? live;
    expect(groups.host?.moves?.isHalfway(stepped, 'other/Place/infra')).toBe(true);
    expect(groups.host?.moves?.isHalfway(stepped, 'another/place/infra')).toBe(false);
    expect(groups.host?.moves?.isHalfway({ ...stepped, id: 6 }, 'other/place/infra')).toBe(false);
    const there = { ...stepped, full_path: textOf(stepped.full_path).replace('platform/', 'other/place/') };
    const onward = groups.host?.moves?.stepAside(there, 'third/place', undefined).live ?? live;
    for (const aside of [stepped, there, onward]) {
      expect(groups.host?.moves?.mayHaveBeen(aside, 'anywhere/Operations')).toBe(true);
      expect(groups.host?.moves?.mayHaveBeen(aside, 'third/place')).toBe(false);
    }
    expect(groups.host?.moves?.mayHaveBeen(live, 'platform/operations')).toBe(false);
    expect(groups.decode(stepped, look)?.spec).toMatchObject({ name: 'Operations' });
    const change = changed('other/place/infra', { full_path: 'other/place/infra' }, 'full_path');
    expect(groups.calls.update?.(stepped, change, site)).toMatchObject([
      { path: '/groups/5/transfer' },
      { method: 'PUT', body: { path: 'infra', name: 'Operations' } },
    ]);
  });

  it.each([
    ['a path that has to be cut', `other/place/${'a-'.repeat(120)}end`],
    ['the same, one further on', `other/place/b${'a-'.repeat(120)}end`],
    ['a path from before GitLab refused a separator at its end', 'other/place/infra_'],
  ])('has no two separators in a row on its way to %s', (_, key) => {
    const [call] = groups.host?.moves?.stepAside(live, key, undefined).calls ?? [];
    const path = textOf(call?.body?.['path']);
    expect(path).toMatch(/^(?=.{1,255}$)[a-z]+([-_][a-z0-9]+)+$/);
    expect(groups.host?.moves?.mayHaveBeen({ ...live, full_path: `other/place/${path}` }, 'operations')).toBe(true);
  });

  it('is lowered before it comes below what is less visible', () => {
    const open = { id: 5, name: 'Infra', full_path: 'platform/infra', parent_id: 3, visibility: 'public' };
    const change = changed('infra', { full_path: 'infra', visibility: 'private' }, 'full_path', 'visibility');
    expect(groups.calls.update?.(open, change, site)).toMatchObject([
      { method: 'PUT', body: { visibility: 'private' } },
      { path: '/groups/5/transfer' },
    ]);
  });
});

describe('a group that waits for its deletion', () => {
  const live = {
    id: 5,
    name: 'Infra-deletion_scheduled-5',
    full_path: 'platform/infra-deletion_scheduled-5',
    parent_id: 3,
    marked_for_deletion_on: '2026-01-02',
  };

  it('keeps its key and name, and says that it is leaving', () => {
    expect(groups.decode(live, look)).toMatchObject({
      key: 'platform/infra',
      id: 5,
      pendingDeletion: 'marked for deletion on 2026-01-02',
      spec: { full_path: 'platform/infra', name: 'Infra' },
    });
  });

  it('is restored before anything else', () => {
    const change = changed('platform/infra', { full_path: 'platform/infra', lfs_enabled: true }, 'lfs_enabled');
    expect(groups.calls.update?.(live, change, site)).toEqual([
      { method: 'POST', path: '/groups/5/restore', does: 'restored', answer: 'partial' },
      { method: 'PUT', path: '/groups/5', body: { lfs_enabled: true }, answer: 'whole' },
    ]);
  });
});

describe('the words of a group', () => {
  it('are the same from the YAML and from the API', () => {
    const written = {
      ip_restriction_ranges: 'b, a,a',
      allowed_email_domains_list: [],
      description: '',
      emails_disabled: true,
    };
    expect(groups.identity.normal?.(written)).toEqual({
      ip_restriction_ranges: ['a', 'b'],
      allowed_email_domains_list: null,
      description: null,
      emails_enabled: false,
    });
    const live = {
      id: 1,
      name: 'A',
      full_path: 'a',
      ip_restriction_ranges: 'b,a',
      allowed_email_domains_list: null,
      description: '',
      emails_enabled: false,
    };
    expect(groups.decode(live, look)?.spec).toMatchObject({
      ip_restriction_ranges: ['a', 'b'],
      allowed_email_domains_list: null,
      description: null,
      emails_enabled: false,
    });
  });

  it('leave undefined what a list does not show', () => {
    const spec = groups.decode({ id: 1, name: 'A', full_path: 'a' }, look)?.spec;
    expect(spec).toHaveProperty('ip_restriction_ranges', undefined);
  });

  it('are sent without being compared where neither read of 18.9 shows them', () => {
    const { properties } = groups.schema;
    expect(properties.crm_enabled).toMatchObject({ writeOnly: true });
    expect(properties.step_up_auth_required_oauth_provider).toMatchObject({ writeOnly: true });
    expect(properties.membership_lock).toMatchObject({ 'x-detail': true });
    expect(properties.lfs_enabled).not.toHaveProperty('x-detail');
    expect(properties.lfs_enabled).not.toHaveProperty('writeOnly');
  });

  it('need no licence where Free was seen to take and show them', () => {
    const { properties } = groups.schema;
    const seen = ['membership_lock', 'wiki_access_level'] as const;
    for (const name of [...seen, 'shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'] as const)
      expect(properties[name], name).not.toHaveProperty('x-tier');
    expect(properties.prevent_forking_outside_group).toHaveProperty('x-tier', 'premium');
  });

  it('refuse below another group what the platform has at the top alone', () => {
    const check = (full_path: string, value: Value) =>
      groups.rules?.check?.({ full_path, lfs_enabled: true, ip_restriction_ranges: value }, { type: 'instance' });
    const problem = { field: 'ip_restriction_ranges', remedy: 'Declare it in `top`' };
    expect(check('top/sub/part', ['192.0.2.0/24'])).toMatchObject([problem]);
    expect(check('top/sub', null)).toEqual([]);
    expect(check('top', ['192.0.2.0/24'])).toEqual([]);
  });

  it('refuse a path that the API would take for a number', () => {
    expect(groups.rules?.check?.({ full_path: '123' }, { type: 'instance' })).toHaveLength(1);
    expect(groups.rules?.check?.({ full_path: 'team/123' }, { type: 'instance' })).toEqual([]);
  });
});
