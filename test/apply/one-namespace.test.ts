import { expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import type { SandboxClient } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-scope-deletion'];

/** The people alice, bob and carol, and a group ops. */
async function withOps(document: string, options: SandboxOptions = {}) {
  const staged = await stage({ 'keelson.yaml': document }, options);
  await staged.gitlab.group('ops');
  staged.gitlab.sandbox.log.length = 0;
  return staged;
}

/** The changes that were sent, without the numbers in them. */
const sent = (gitlab: SandboxClient): string[] => writes(gitlab).map((one) => one.replace(/\/\d+$/, ''));

/** A person and a group at the top that follow each other under a name, and what is sent for it. */
const cases: readonly (readonly [name: string, document: string, calls: readonly string[]])[] = [
  [
    'a group takes the name of a person who is renamed',
    `instance: { users: { rob: { previously: bob } } }\ngroups: { bob: {} }`,
    ['PUT /users', 'POST /groups'],
  ],
  [
    'a group is renamed to the name of a person who goes',
    `instance: { users: { bob: { state: absent } } }\ngroups: { bob: { previously: ops } }`,
    ['DELETE /users', 'PUT /groups'],
  ],
  [
    'a person is made under the name of a group that goes',
    `instance: { users: { ops: { name: O, email: o@example.com } } }\ngroups: { ops: { state: absent } }`,
    ['DELETE /groups', 'POST /users'],
  ],
  [
    'a person and a group exchange their names: the group makes way',
    `instance: { users: { ops: { previously: bob } } }\ngroups: { bob: { previously: ops } }`,
    ['PUT /groups', 'PUT /users', 'PUT /groups'],
  ],
  [
    'a chain across both',
    `instance: { users: { Ops: { previously: bob } } }\ngroups: { infra: { previously: ops }, bob: {} }`,
    ['PUT /groups', 'PUT /users', 'POST /groups'],
  ],
];

it.each(cases)('%s, in one run', async (_name, document, calls) => {
  const { gitlab, keelson } = await withOps(document);
  const { status, out, err } = await keelson.run(...APPLY);
  expect({ status }, out + err).toEqual({ status: 0 });
  expect(sent(gitlab)).toEqual(calls);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('before 18.0 the path of a group stays taken until it is gone: an error before the first call', async () => {
  const document = `instance: { users: { ops: { name: O, email: o@example.com } } }\ngroups: { ops: { state: absent } }`;
  const { gitlab, keelson } = await withOps(document, { version: '17.11.0-ee' });
  const { status, err } = await keelson.run(...APPLY);
  expect({ status, err }).toEqual({
    status: 1,
    err: expect.stringMatching(
      /error\[taken\]: instance\/user\[ops\] cannot have the username ops yet: the group ops \(id \d+\) is to be deleted/,
    ) as string,
  });
  expect(writes(gitlab)).toEqual([]);
});

it('what waits for itself by what stands in the group is an error, with what to do', async () => {
  const members = '{ root: owner, bob: { state: absent } }';
  const document = `instance: { users: { bob: { state: absent } } }\ngroups: { bob: { previously: ops, members: ${members} } }`;
  const { gitlab, keelson } = await withOps(document);
  const [bob] = (await gitlab.get('/users?username=bob')).list;
  await gitlab.post('/groups/ops/members', { user_id: Number(bob?.['id']), access_level: 30 });
  gitlab.sandbox.log.length = 0;
  const { status, err } = await keelson.run(...APPLY);
  expect({ status, err }).toEqual({
    status: 1,
    err: expect.stringMatching(/error\[in-each-others-way\].*instance\/user\[bob\]/) as string,
  });
  expect(writes(gitlab)).toEqual([]);
});
