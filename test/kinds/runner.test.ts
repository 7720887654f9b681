import { describe, expect, it } from 'vitest';
import { kindsByName } from '../../src/engine/kinds.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import { kinds } from '../../src/kinds/index.ts';
import { runners } from '../../src/kinds/runner.ts';
import type { Attributes, LiveObject } from '../../src/model.ts';
import { changed, declared, lookAt, siteAt } from './call-context.ts';

const group = { type: 'group', path: 'platform/infra' } as const;
const project = { type: 'project', path: 'platform/api' } as const;
const live = { id: 8, description: 'build', paused: false };

describe('the runners of a scope', () => {
  it('are read by the type that belongs to it', () => {
    expect(runners.reads.all({ type: 'instance' }, [])).toEqual([
      { path: '/runners/all', query: { type: 'instance_type' }, pages: true },
    ]);
    expect(runners.reads.all(group, [])).toEqual([
      { path: '/groups/platform%2Finfra/runners', query: { type: 'group_type' }, pages: true },
    ]);
  });

  it('do not hold those that are inherited, once the detail shows whose they are', () => {
    const own = { ...live, groups: [{ id: 2, web_url: 'https://gitlab.example.com/groups/Platform/infra' }] };
    const above = { ...live, groups: [{ id: 1, web_url: 'https://gitlab.example.com/groups/platform' }] };
    expect(runners.decode(live, lookAt(group))).toMatchObject({ key: 'build', id: 8 });
    expect(runners.decode(own, lookAt(group))).toMatchObject({ key: 'build', id: 8 });
    expect(runners.decode(above, lookAt(group))).toBeUndefined();
    // Of an owner that the caller may not see the detail shows nothing: then it is not this group.
    expect(runners.decode({ ...live, groups: [] }, lookAt(group))).toBeUndefined();
    expect(runners.decode({ ...live, projects: [] }, lookAt(project))).toBeUndefined();
  });

  it('hold their own while the scope is on its way to its declared path', () => {
    const own = { ...live, groups: [{ id: 2, web_url: 'https://gitlab.example.com/groups/old' }] };
    expect(runners.decode(own, lookAt(group, { 'groups platform/infra': { id: 2 } }))).toBeDefined();
  });

  it('are held when several projects share them', () => {
    const here = { id: 1, path_with_namespace: 'platform/api' };
    const there = { id: 2, path_with_namespace: 'platform/web' };
    expect(runners.decode({ ...live, projects: [here] }, lookAt(project))).not.toHaveProperty('readOnlyReason');
    expect(runners.decode({ ...live, projects: [there, here] }, lookAt(project))).toHaveProperty('readOnlyReason');
    expect(runners.decode({ ...live, projects: [there] }, lookAt(project))).toBeUndefined();
  });

  it('are refused when no job is left for them', () => {
    const check = (spec: Partial<Attributes>) => runners.rules?.check?.(spec, group);
    expect(check({ tags: [], run_untagged: false })).toMatchObject([{ field: 'run_untagged' }]);
    expect(check({ tags: ['a'], run_untagged: false })).toEqual([]);
    expect(check({ run_untagged: false })).toEqual([]);
  });

  it('show nothing that their list leaves out', () => {
    expect(runners.decode(live, lookAt(group))?.spec).toMatchObject({
      paused: false,
      tags: undefined,
      locked: undefined,
    });
  });
});

describe('the calls of a runner', () => {
  const site = siteAt(group, { 'groups platform/infra': { id: 2 } });

  it('keep the token that is shown once', () => {
    const spec = { description: 'build', tags: ['a'], maximum_timeout: null, token_to: { file: 'token.txt' } };
    expect(runners.calls.create?.(declared('build', spec), site)).toEqual([
      {
        method: 'POST',
        path: '/user/runners',
        body: { runner_type: 'group_type', group_id: 2, description: 'build', tag_list: ['a'] },
        answer: 'partial',
        saveSecretTo: { field: 'token', files: ['token.txt'] },
      },
    ]);
  });

  it('say with the tags whether untagged jobs are taken', () => {
    const spec = { tags: [], run_untagged: true, locked: true };
    expect(runners.calls.update?.(live, changed('build', spec, 'tags'), site)).toEqual([
      { method: 'PUT', path: '/runners/8', body: { tag_list: [], run_untagged: true } },
    ]);
  });

  it('are none when only the place of the token is to be said again', () => {
    expect(runners.calls.update?.(live, changed('build', { token_to: { file: 'x' } }, 'token_to'), site)).toEqual([]);
  });
});

describe('a runner of which only the place of its token is declared', () => {
  const entry = declared('build', { description: 'build', token_to: { file: 'build.token' } });
  const guards = {
    max_removals: 10,
    max_removal_percent: 30,
    max_plan_removals: 25,
    max_changes: 25,
    max_change_percent: 50,
    min_owners: 1,
  };
  const desired = { sections: [{ scope: group, name: 'runners', entries: [entry], prune: false }], guards };
  const groups = [{ id: 2, web_url: 'https://gitlab.example.com/groups/platform/infra' }];
  const detail = { ...live, tag_list: ['a'], locked: true, groups, maintenance_note: 'by hand' };
  const planned = (rows: readonly LiveObject[]) => {
    const entries = rows.flatMap((row) => {
      const decoded = runners.decode(row, lookAt(group));
      return decoded === undefined ? [] : [{ ...decoded, live: row }];
    });
    const sections = new Map([['group[platform/infra]/runners', entries]]);
    return plan(desired, { instance: lookAt(group).instance, sections }, kindsByName(kinds));
  };

  it('is adopted as it is', () => {
    expect(planned([detail])).toMatchObject({ changes: [], unchanged: 1, unverifiable: [], diagnostics: [] });
  });

  it('is made where there is none, and refused where there are two', () => {
    expect(planned([]).changes).toMatchObject([{ action: 'create', address: 'group[platform/infra]/runner[build]' }]);
    const { changes, diagnostics } = planned([detail, { ...detail, id: 9 }]);
    expect(changes).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: 'ambiguous' }]);
  });
});
