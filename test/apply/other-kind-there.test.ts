import { expect, test } from 'vitest';
import { stage, writes } from './stage.ts';

/** A group with a group and a project in it. */
async function ground(document: string) {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': document });
  const team = await gitlab.group('team');
  await gitlab.group('team/sub');
  await gitlab.post('/projects', { name: 'app', namespace_id: team });
  return { gitlab, keelson };
}

test.each([
  ['a group that is to be made', 'groups:\n  team/app: { name: Apps }\n', 'group[team/app]', 'team/app is a project'],
  [
    'a group that is to be moved',
    'groups:\n  team/App: { previously: team/sub }\n',
    'group[team/App]',
    'team/App is a project',
  ],
  [
    'a group in one that is moved as well',
    'groups:\n  crew: { previously: team }\n  crew/app: { name: Apps }\n',
    'group[crew/app]',
    'team/app is a project',
  ],
  ['a project', 'projects:\n  team/sub: { description: Ours }\n', 'project[team/sub]', 'team/sub is a group'],
])('%s, where another kind of thing stands, stops the plan', async (_, document, address, what) => {
  const { gitlab, keelson } = await ground(document);
  const before = writes(gitlab).length;
  for (const args of [['plan'], ['apply', '--auto-approve']]) {
    const { status, err } = await keelson.run(...args);
    const text = err.replace(/\s+/g, ' ');
    expect(status).toBe(1);
    expect(text).toMatch(/keelson\.yaml:\d+:3: error\[taken\]/);
    expect(text).toContain(`${address} cannot be there: ${what}, and GitLab has one thing under a path`);
    expect(text).toMatch(/ 1 error[, ]/);
  }
  expect(writes(gitlab).slice(before)).toEqual([]);
});

test('a group beside a project, and one in a group that is yet to be made, are no matter of it', async () => {
  const { keelson } = await ground('groups: { team/apps: {}, crew: {}, crew/app: {} }\n');
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect(status, `${out}${err}`).toBe(0);
});

test.each([
  [
    'leave them to each other',
    'groups: { team: {}, team/app: { previously: team/sub } }\nprojects: { team/sub: { previously: team/app } }\n',
  ],
  [
    'leave them with what they stand in',
    'groups: { crew: { previously: team }, crew/app: { previously: team/sub } }\nprojects: { crew/sub: { previously: team/app } }\n',
  ],
  [
    'leave them by their deletion',
    'groups: { crew: { previously: team }, crew/sub: { state: absent } }\nprojects: { crew/sub: { previously: team/app } }\n',
  ],
])('a group and a project that %s have them', async (_, document) => {
  const { keelson } = await ground(document);
  const { status, out, err } = await keelson.run('apply', '--auto-approve', '--allow-scope-deletion');
  expect(status, `${out}${err}`).toBe(0);
  const again = await keelson.run('plan', '--detailed-exitcode');
  expect(again.status, `${again.out}${again.err}`).toBe(0);
});
