import { describe, expect, it } from 'vitest';
import { projects } from '../../src/kinds/projects/project.ts';
import type { Attributes } from '../../src/model.ts';
import { changed, lookAt, siteAt } from './call-context.ts';

const instance = { type: 'instance' } as const;
const site = siteAt(instance);
const live = { id: 7, path_with_namespace: 'eng/web' };

/** The method, the path and the body of each call of a change to these attributes. */
function callsTo(spec: Attributes): readonly unknown[] {
  const calls = projects.calls.update?.(live, changed('eng/web', spec, ...Object.keys(spec)), site) ?? [];
  return calls.map(({ method, path, body, answer }) => [`${method} ${path}`, body, answer]);
}

const faultsOf = (spec: Attributes): readonly string[] =>
  (projects.rules?.check?.({ full_path: 'eng/web', ...spec }, instance) ?? []).map(({ field }) => field);

describe('a change of a project', () => {
  it('is one call, by its number, of what differs alone', () => {
    expect(callsTo({ description: null, topics: ['b', 'a'], merge_method: 'ff' })).toEqual([
      ['PUT /projects/7', { description: '', topics: ['b', 'a'], merge_method: 'ff' }, 'whole'],
    ]);
    const update = changed('eng/web', { description: 'd', merge_method: 'ff' }, 'merge_method');
    expect(projects.calls.update?.(live, update, site)).toMatchObject([{ body: { merge_method: 'ff' } }]);
  });

  it('sends the clean-up of images under another name', () => {
    expect(callsTo({ container_expiration_policy: { keep_n: 5 } })).toEqual([
      ['PUT /projects/7', { container_expiration_policy_attributes: { keep_n: 5 } }, 'whole'],
    ]);
  });

  it('opens what is archived first, and closes it last', () => {
    expect(callsTo({ archived: false, lfs_enabled: true })).toEqual([
      ['POST /projects/7/unarchive', undefined, 'partial'],
      ['PUT /projects/7', { lfs_enabled: true }, 'whole'],
    ]);
    expect(callsTo({ archived: true, lfs_enabled: true })).toEqual([
      ['PUT /projects/7', { lfs_enabled: true }, 'partial'],
      ['POST /projects/7/archive', undefined, 'whole'],
    ]);
    expect(callsTo({ archived: true })).toEqual([['POST /projects/7/archive', undefined, 'whole']]);
  });
});

describe('a live project', () => {
  const shown = (more: Attributes) => projects.decode({ ...live, ...more }, lookAt(instance));

  it('shows in the words of the YAML what it has, and nothing for what it does not tell', () => {
    const policy = { cadence: '1d', enabled: true, name_regex_keep: '', next_run_at: '2026-11-23T12:08:27.790Z' };
    const entry = shown({
      ...{ merge_method: 'ff', allow_merge_on_skipped_pipeline: null, description: '', build_timeout: null },
      ...{ ci_config_path: null, container_expiration_policy: policy, issues_enabled: true },
    });
    expect(entry).toMatchObject({ key: 'eng/web', id: 7 });
    const told = Object.entries(entry?.spec ?? {}).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(told)).toEqual({
      ...{ full_path: 'eng/web', merge_method: 'ff', allow_merge_on_skipped_pipeline: false, description: null },
      ...{ ci_config_path: null, build_timeout: null },
      container_expiration_policy: { cadence: '1d', enabled: true, name_regex_keep: null },
    });
  });

  it('has the path and the name that it had while it waits for its deletion', () => {
    expect(shown({ marked_for_deletion_on: null })?.pendingDeletion).toBeUndefined();
    for (const mark of ['-deletion_scheduled-7', '-deleted-7']) {
      const [path, name] = [`eng/web${mark}`, `The Web${mark}`];
      expect(shown({ marked_for_deletion_on: '2026-11-23', path_with_namespace: path, name })).toMatchObject({
        ...{ key: 'eng/web', pendingDeletion: 'marked for deletion on 2026-11-23' },
        spec: { full_path: 'eng/web', name: 'The Web' },
      });
    }
  });
});

describe('an old name', () => {
  const normal = (spec: Attributes) => projects.identity.normal?.(spec);

  it('says what the new one says, which wins', () => {
    expect(
      normal({
        issues_enabled: false,
        jobs_enabled: true,
        emails_disabled: true,
        public_builds: false,
        tag_list: ['a'],
      }),
    ).toEqual({
      ...{ issues_access_level: 'disabled', builds_access_level: 'enabled', emails_enabled: false },
      ...{ public_jobs: false, topics: ['a'] },
    });
    expect(normal({ issues_access_level: 'private', issues_enabled: false })).toEqual({
      issues_access_level: 'private',
    });
    expect(normal({ wiki_enabled: null })).toEqual({});
  });

  it('leaves an empty text as none, but for what cannot be none', () => {
    expect(normal({ ci_config_path: '', description: '', name: '' })).toEqual({
      ...{ ci_config_path: null, description: null, name: '' },
    });
  });
});

describe('what the platform would refuse', () => {
  it.each<[string, Attributes, readonly string[]]>([
    ['a name with a slash', { name: 'a/b' }, ['name']],
    ['a name that begins with a dash', { name: '-a' }, ['name']],
    ['no name with letters of all scripts', { name: '_Ünï+code. 🚀 – x' }, []],
    [
      'a pattern that is none',
      { container_expiration_policy: { name_regex: '(', name_regex_keep: 'x' } },
      ['container_expiration_policy'],
    ],
    ['no pattern that is one', { container_expiration_policy: { name_regex: '.*', name_regex_keep: null } }, []],
    [
      'a switch that says other than the role',
      { restrict_user_defined_variables: true, ci_pipeline_variables_minimum_override_role: 'developer' },
      ['restrict_user_defined_variables'],
    ],
    [
      'no switch that says the same',
      { restrict_user_defined_variables: true, ci_pipeline_variables_minimum_override_role: 'owner' },
      [],
    ],
    [
      'more for what is made of the repository than for that',
      { repository_access_level: 'private', merge_requests_access_level: 'enabled', builds_access_level: 'private' },
      ['merge_requests_access_level'],
    ],
    ['no level alone', { merge_requests_access_level: 'enabled' }, []],
    [
      'a subject without the project first',
      { ci_id_token_sub_claim_components: ['ref', 'project_path'] },
      ['ci_id_token_sub_claim_components'],
    ],
    ['no subject that begins with it', { ci_id_token_sub_claim_components: ['project_path'] }, []],
  ])('is %s', (_what, spec, fields) => {
    expect(faultsOf(spec)).toEqual(fields);
  });
});
