import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished } from 'vitest';
import { textOf, type Json, type JsonObject } from '../ground/api.ts';
import { api, ground, scenario } from '../ground/ground.ts';
import { live } from '../ground/life.ts';
import { place } from '../ground/place.ts';
import { program } from '../ground/program.ts';
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

  scenario(
    'is made from an archive that GitLab has exported, as it is declared, which plans to nothing then',
    { instance: true, git: true },
    async () => {
      const here = await place();
      const body = { name: 'old', path: 'old', namespace_id: here.id, initialize_with_readme: true };
      const old = await api.post('/projects', { ...body, description: 'The old one' });
      await takeArchives();
      const keelson = program();
      writeFileSync(join(keelson.folder, 'old.tar.gz'), await exportOf(`/projects/${textOf(old.object['id'])}`));
      const path = `${here.path}/app`;
      keelson.want({ projects: { [path]: { create: { import_archive: 'old.tar.gz' }, merge_method: 'ff' } } });
      expect(await keelson.plan()).toEqual([`create project[${path}]`]);
      await keelson.apply();
      expect((await api.get(`/projects/${encodeURIComponent(path)}`)).object).toMatchObject({
        ...{ import_status: 'finished', visibility: 'private', merge_method: 'ff', description: 'The old one' },
      });
      expect(await keelson.plan()).toEqual([]);
    },
  );
});

/** Lets the instance take archives for as long as the scenario runs: a fresh one takes none. */
async function takeArchives(): Promise<void> {
  const before = (await api.get('/application/settings')).object['import_sources'] ?? [];
  const sources = Array.isArray(before) ? (before as readonly Json[]) : [];
  await api.put('/application/settings', { import_sources: [...new Set([...sources, 'gitlab_project'])] });
  onTestFinished(async () => {
    await api.put('/application/settings', { import_sources: before });
  });
}

/** The archive of a project, for which a minute or two are waited. */
async function exportOf(project: string): Promise<Uint8Array> {
  await api.post(`${project}/export`);
  for (let tries = 0; tries < 240; tries++) {
    if ((await api.get(`${project}/export`)).object['export_status'] === 'finished') break;
    await wait(500);
  }
  const headers = { 'private-token': ground.token };
  const response = await fetch(`${ground.url}/api/v4${project}/export/download`, { headers });
  if (!response.ok) throw new Error(`GET ${project}/export/download: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
