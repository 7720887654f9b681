import { describe, expect } from 'vitest';
import type { JsonObject } from '../ground/api.ts';
import { api, scenario } from '../ground/ground.ts';
import { live } from '../ground/life.ts';
import { place } from '../ground/place.ts';
import { changing, fieldsOf, half, type Pair } from '../ground/values.ts';

const sameTwice = (value: Pair['first']): Pair => ({ first: value, other: value });
const SHOWN: Pair = { first: 'private', other: 'enabled' };

const CHOSEN: { readonly [field: string]: Pair | null } = {
  visibility: sameTwice('private'),
  topics: { first: ['one'], other: ['another', 'one'] },
  // What is not there is shown by none: the templates and the configuration of the pipelines.
  ...{ repository_access_level: SHOWN, issues_access_level: SHOWN, merge_requests_access_level: SHOWN },
  ci_config_path: { first: 'one.yml', other: 'another.yml' },
  build_timeout: { first: 1200, other: 7200 },
  ci_delete_pipelines_in_seconds: { first: 86_400, other: 172_800 },
  ci_id_token_sub_claim_components: { first: ['project_path'], other: ['project_path', 'ref'] },
  container_expiration_policy: {
    first: { enabled: true, cadence: '7d', keep_n: 5, older_than: '14d', name_regex: '.*', name_regex_keep: 'v.*' },
    other: { enabled: false, cadence: '1d', keep_n: 10, older_than: '90d', name_regex: 'x', name_regex_keep: null },
  },
  // A repository, a fork, mail that comes in, and trains under way.
  ...{ default_branch: null, mr_default_target_self: null, service_desk_enabled: null },
  merge_trains_skip_train_allowed: null,
};

/** The switches of error tracking, all of them off. */
const off = half(fieldsOf('error_tracking'), 'other');

describe('a project', () => {
  scenario('goes through changes of every attribute', { tier: 'ultimate' }, async () => {
    const here = await place();
    const made = await api.post('/projects', { name: 'app', path: 'app', namespace_id: here.id });
    const path = `${here.path}/app`;
    const pairs = fieldsOf('projects', CHOSEN);
    // What the platform does not show, no plan can tell the change of.
    const seen = new Set(Object.keys(made.object));
    await live({
      made: { projects: { [path]: { ...half(pairs, 'first'), name: 'One name' } } },
      changed: { projects: { [path]: { ...half(pairs, 'other'), name: 'Another name' } } },
      fields: ['name', ...changing(pairs).filter((field) => seen.has(field))],
      undeclared: { projects: { [path]: {} } },
      removed: undefined,
      target: `project[${path}]**`,
    });
  });

  // The settings take a feature flag that is off on a fresh instance: what the client keys take is there everywhere.
  scenario('has a client key of error tracking, whose DSN goes to variables', {}, async () => {
    const here = await place();
    await api.post('/projects', { name: 'app', path: 'app', namespace_id: here.id });
    const project = `${here.path}/app`;
    const sink = (key: string): JsonObject => ({ variable: { project, key } });
    const within = (tracking: JsonObject): JsonObject => ({ projects: { [project]: { error_tracking: tracking } } });
    await live({
      made: within({ ...off, dsn_to: sink('ONE') }),
      changed: within({ ...off, dsn_to: [sink('ONE'), sink('OTHER')] }),
      fields: ['dsn_to'],
      undeclared: { projects: { [project]: {} } },
      removed: undefined,
      target: `project[${project}]**`,
    });
    const keys = await api.get(`/projects/${encodeURIComponent(project)}/error_tracking/client_keys`);
    expect(keys.list).toHaveLength(1);
  });
});
