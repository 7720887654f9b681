import { expect, test } from 'vitest';
import { told } from './cast.ts';
import { sandbox } from './client.ts';

const locked = 'cannot be changed because it is locked by an ancestor';

test('a subgroup has what the group above has, until it has a value of its own; null takes it back', async () => {
  const gl = await sandbox();
  await gl.group('top');
  await gl.group('top/sub');
  const shown = async (path: string) => (await gl.get(`/groups/${path}`)).object['math_rendering_limits_enabled'];
  expect(await shown('top%2Fsub')).toBe(true);
  await gl.put('/groups/top', { math_rendering_limits_enabled: false });
  expect(await shown('top%2Fsub')).toBe(false);
  await gl.put('/groups/top%2Fsub', { math_rendering_limits_enabled: true });
  expect(await shown('top%2Fsub')).toBe(true);
  const emptied = await gl.put('/groups/top%2Fsub', { math_rendering_limits_enabled: null });
  expect(emptied.object['math_rendering_limits_enabled']).toBeNull();
  expect(await shown('top%2Fsub')).toBe(false);
});

test('a lock above refuses another value and another lock, not the value that stands above', async () => {
  const gl = await sandbox();
  await gl.group('top');
  await gl.group('top/sub');
  const off = await gl.put('/groups/top', { duo_availability: 'never_on' });
  expect(off.object).toMatchObject({ duo_features_enabled: false, lock_duo_features_enabled: true });
  const sub = async (word: string) => told(await gl.put('/groups/top%2Fsub', { duo_availability: word }));
  expect(await sub('default_on')).toEqual([400, { message: { 'namespace_settings.duo_features_enabled': [locked] } }]);
  expect(await sub('never_on')).toEqual([
    400,
    { message: { 'namespace_settings.lock_duo_features_enabled': [locked] } },
  ]);
  expect((await sub('default_off'))[0]).toBe(200);
  const flows = { duo_remote_flows_availability: false };
  expect((await gl.put('/groups/top', flows)).status).toBe(200);
  await gl.put('/groups/top', { duo_remote_flows_availability: null });
  expect(told(await gl.put('/groups/top%2Fsub', flows))).toEqual([
    400,
    {
      message: {
        'namespace_settings.duo_remote_flows_enabled': [locked],
        'namespace_settings.lock_duo_remote_flows_enabled': [locked],
      },
    },
  ]);
});

test('below a lock null is a change, too: with the lock goes the value that is in force', async () => {
  const gl = await sandbox();
  await gl.group('top');
  await gl.put('/application/settings', { lock_duo_remote_flows_enabled: true });
  expect(told(await gl.put('/groups/top', { duo_remote_flows_availability: null }))).toEqual([
    400,
    {
      message: {
        'namespace_settings.duo_remote_flows_enabled': [locked],
        'namespace_settings.lock_duo_remote_flows_enabled': [locked],
      },
    },
  ]);
});

test('a value of its own that a subgroup had gives way to the one it is told, even where that stands above', async () => {
  const gl = await sandbox();
  await gl.group('top');
  await gl.group('top/sub');
  const value = async (on: boolean) => {
    await gl.put('/groups/top%2Fsub', { math_rendering_limits_enabled: on });
    return (await gl.get('/groups/top%2Fsub')).object['math_rendering_limits_enabled'];
  };
  await gl.put('/groups/top', { math_rendering_limits_enabled: true });
  expect([await value(false), await value(true)]).toEqual([false, true]);
});

test('whether GitLab Duo is on is handed down into the groups below, over what they had', async () => {
  const gl = await sandbox();
  await gl.group('top');
  await gl.group('top/sub');
  const shown = async () => (await gl.get('/groups/top%2Fsub')).object['duo_features_enabled'];
  await gl.put('/groups/top%2Fsub', { duo_availability: 'default_on' });
  await gl.put('/groups/top', { duo_availability: 'default_off' });
  expect(await shown()).toBe(false);
  await gl.put('/groups/top', { duo_availability: 'default_on' });
  expect(await shown()).toBe(true);
});

test('a new lock takes the locks below away', async () => {
  const gl = await sandbox();
  await gl.group('top');
  await gl.group('top/sub');
  const lock = { lock_math_rendering_limits_enabled: true };
  expect((await gl.put('/groups/top%2Fsub', lock)).object).toMatchObject(lock);
  await gl.put('/groups/top', lock);
  expect((await gl.get('/groups/top%2Fsub')).object['lock_math_rendering_limits_enabled']).toBe(false);
});

test('mail and diffs in mail are off where they are off above', async () => {
  const gl = await sandbox();
  await gl.group('top');
  await gl.group('top/sub');
  await gl.put('/groups/top', { emails_enabled: false, show_diff_preview_in_email: false });
  expect((await gl.get('/groups/top%2Fsub')).object).toMatchObject({
    ...{ emails_enabled: true, emails_disabled: true, show_diff_preview_in_email: false },
  });
});

test('a lock is never of nothing: the value in force is kept with it, and stays when the one above changes', async () => {
  const gl = await sandbox();
  await gl.group('top');
  await gl.group('top/sub');
  await gl.put('/groups/top', { math_rendering_limits_enabled: false });
  await gl.put('/groups/top%2Fsub', { lock_math_rendering_limits_enabled: true });
  await gl.put('/groups/top', { math_rendering_limits_enabled: true });
  expect((await gl.get('/groups/top%2Fsub')).object).toMatchObject({
    math_rendering_limits_enabled: false,
    lock_math_rendering_limits_enabled: true,
  });
});
