import { expect, it } from 'vitest';
import { keelson } from '../support/keelson.ts';
import { sandbox } from '../sandbox/client.ts';

it('what is added to a group comes to that one, where another has taken its path while the apply is under way', async () => {
  const gitlab = await sandbox();
  const planned = await gitlab.group('team');
  const stranger = await gitlab.group('stranger');
  await gitlab.user('bob');
  const program = keelson(gitlab.sandbox.url, gitlab.token);
  const { client } = program;
  const send = client.send.bind(client);
  let swapped: Promise<void> | undefined;
  const swap = async (): Promise<void> => {
    await gitlab.put(`/groups/${planned}`, { path: 'elsewhere', name: 'elsewhere' });
    await gitlab.put(`/groups/${stranger}`, { path: 'team', name: 'team' });
  };
  Object.assign(client, {
    send: async (call: Parameters<typeof send>[0]) => {
      swapped ??= swap();
      await swapped;
      return send(call);
    },
  });
  await program.apply({
    groups: {
      team: {
        description: 'new',
        members: { bob: 'owner' },
        hooks: { ci: { url: 'https://ci.example/' } },
      },
    },
  });
  await program.close();
  expect((await gitlab.get('/groups/team')).object['id']).toBe(stranger);
  const members = (await gitlab.get(`/groups/${stranger}/members`)).list;
  expect(members.map(({ username }) => username)).toEqual(['root']);
  expect((await gitlab.get(`/groups/${stranger}/hooks`)).list).toEqual([]);
  expect((await gitlab.get(`/groups/${planned}/hooks`)).list).toHaveLength(1);
});
