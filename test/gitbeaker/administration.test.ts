import { expect, test } from 'vitest';
import { fits } from './fits.ts';
import { drive, refused } from './gitlab.ts';

test('application settings and plan limits: show, edit, refuse', async () => {
  const { gl, api, as } = await drive();
  fits('ApplicationSettingsSchema', await api.ApplicationSettings.show());
  const changed = await api.ApplicationSettings.edit({ signupEnabled: false, defaultProjectVisibility: 'internal' });
  expect(changed).toMatchObject({ signup_enabled: false, default_project_visibility: 'internal' });
  fits('ApplicationPlanLimitSchema', await api.ApplicationPlanLimits.show());
  const limits = await api.ApplicationPlanLimits.edit('default', { conanMaxFileSize: 10 });
  expect(limits).toMatchObject({ conan_max_file_size: 10 });
  await gl.user('anna');
  await refused(as('anna').ApplicationSettings.show(), 403);
  expect(await refused(api.ApplicationPlanLimits.show({ planName: 'none' }), 400)).toContain('plan_name');
});

test('system hooks: create, test, list, remove, refuse', async () => {
  const { api } = await drive();
  const made = await api.SystemHooks.create('https://audit.example.com/in', { pushEvents: true });
  fits('HookSchema', made);
  expect(await api.SystemHooks.test(made.id)).toMatchObject({ event_name: 'project_create' });
  for (const hook of await api.SystemHooks.all()) fits('HookSchema', hook);
  await api.SystemHooks.remove(made.id);
  await refused(api.SystemHooks.test(made.id), 404);
  expect(await refused(api.SystemHooks.create('ftp://x'), 422)).toContain('Invalid url given');
});

test('audit events of the instance, a group and a project, over several pages', async () => {
  const { api } = await drive();
  const group = await api.Groups.create('Platform', 'platform');
  const project = await api.Projects.create({ name: 'api', namespaceId: group.id });
  await api.Groups.edit(group.id, { visibility: 'public' });
  const all = await api.AuditEvents.all({ perPage: 2 });
  expect(all.length).toBeGreaterThan(2);
  for (const event of all) fits('AuditEventSchema', event);
  const [ofGroup] = await api.AuditEvents.all({ groupId: group.id });
  if (ofGroup === undefined) throw new Error('there is no event');
  fits('AuditEventSchema', await api.AuditEvents.show(ofGroup.id, { groupId: group.id }));
  for (const event of await api.AuditEvents.all({ projectId: project.id })) fits('AuditEventSchema', event);
  await refused(api.AuditEvents.show(999999), 404);
});

test('runners: create, show, edit, list over several pages, assign, remove, refuse', async () => {
  const { api } = await drive();
  const group = await api.Groups.create('Platform', 'platform');
  const project = await api.Projects.create({ name: 'api', namespaceId: group.id });
  const other = await api.Projects.create({ name: 'web', namespaceId: group.id });
  const made = await api.Users.createCIRunner('project_type', { projectId: project.id, description: 'build' });
  fits('UserRunnerSchema', made);
  for (const description of ['a', 'b']) await api.Users.createCIRunner('instance_type', { description });
  fits('ExpandedRunnerSchema', await api.Runners.show(made.id));
  expect(await api.Runners.edit(made.id, { paused: true, tagList: ['x'] })).toMatchObject({
    paused: true,
    tag_list: ['x'],
  });
  const all = await api.Runners.all({ perPage: 2 });
  expect(all).toHaveLength(3);
  for (const runner of all) fits('RunnerSchema', runner);
  fits('RunnerSchema', await api.Runners.enable(other.id, made.id));
  expect(await api.Runners.all({ projectId: other.id })).toHaveLength(3);
  await api.Runners.disable(other.id, made.id);
  await api.Runners.remove({ runnerId: made.id });
  await refused(api.Runners.show(made.id), 404);
});

test('integrations and error-tracking keys of a project', async () => {
  const { api } = await drive();
  const group = await api.Groups.create('Platform', 'platform');
  const { id } = await api.Projects.create({ name: 'api', namespaceId: group.id });
  fits(
    'IntegrationSchema',
    await api.Integrations.edit(id, 'slack', { webhook: 'https://hooks.slack.com/services/a' }),
  );
  fits('IntegrationSchema', await api.Integrations.show(id, 'slack'));
  for (const one of await api.Integrations.all(id)) fits('IntegrationSchema', one);
  await api.Integrations.disable(id, 'slack');
  expect(await api.Integrations.all(id)).toEqual([]);
  await refused(api.Integrations.show(id, 'jira'), 404);
  const key = await api.ErrorTrackingClientKeys.create(id);
  fits('ErrorTrackingClientKeySchema', key);
  for (const one of await api.ErrorTrackingClientKeys.all(id)) fits('ErrorTrackingClientKeySchema', one);
});
