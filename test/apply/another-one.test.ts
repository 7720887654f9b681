import { expect, it } from 'vitest';
import type { SandboxClient } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

interface Saved {
  /** The configuration that the plan is made of. */
  readonly yaml: string;
  readonly before: (gitlab: SandboxClient) => Promise<void>;
  /** What somebody does between the plan and its apply. */
  readonly meanwhile: (gitlab: SandboxClient) => Promise<void>;
}

/** Applies a saved plan that somebody has come between, and gives what it said and sent. */
async function appliedAfter({ yaml, before, meanwhile }: Saved) {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  await before(gitlab);
  const planned = await keelson.run('plan', '--out', 'plan.json', '--allow-scope-deletion');
  expect(planned.status, planned.out + planned.err).toBe(0);
  await meanwhile(gitlab);
  gitlab.sandbox.log.length = 0;
  const { status, out, err } = await keelson.run('apply', 'plan.json', '--auto-approve');
  return { gitlab, status, said: (out + err).replace(/\s+/g, ' '), sent: writes(gitlab) };
}

const idOf = async (gitlab: SandboxClient, path: string): Promise<number> =>
  Number((await gitlab.get(path)).object['id']);

async function userId(gitlab: SandboxClient, username: string): Promise<number> {
  return Number((await gitlab.get(`/users?username=${username}`)).list[0]?.['id']);
}

/** Two people take each other's names. */
async function swapNames(gitlab: SandboxClient, one: string, other: string): Promise<void> {
  const [first, second] = [await userId(gitlab, one), await userId(gitlab, other)];
  await gitlab.put(`/users/${first}`, { username: 'on-the-way' });
  await gitlab.put(`/users/${second}`, { username: one });
  await gitlab.put(`/users/${first}`, { username: other });
}

const bothDevelopers = async (gitlab: SandboxClient): Promise<void> => {
  const group = await gitlab.group('team');
  for (const name of ['alice', 'bob'])
    await gitlab.post(`/groups/${group}/members`, { user_id: await userId(gitlab, name), access_level: 30 });
};

it.each([
  [
    'raised',
    'groups: { team: { members: { alice: developer, bob: owner } } }',
    'is another one than the plan has seen',
  ],
  ['taken out', 'groups: { team: { members: { bob: { state: absent } } } }', 'username is alice by now, and was bob'],
])(
  'whoever has the name by now of a person that a saved plan has %s is not taken for that one',
  async (_, yaml, words) => {
    const { status, said, sent } = await appliedAfter({
      yaml,
      before: bothDevelopers,
      meanwhile: (gitlab) => swapNames(gitlab, 'alice', 'bob'),
    });
    expect(said).toContain(words);
    expect([status, sent]).toEqual([3, []]);
  },
);

const oneGroup = async (gitlab: SandboxClient): Promise<void> => {
  await gitlab.group('doomed');
};

const away = { yaml: 'groups: { top/doomed: { state: absent } }' };
const twoTops = async (gitlab: SandboxClient): Promise<void> => {
  const top = await gitlab.group('top');
  await gitlab.group('doomed', { parent_id: top });
  await gitlab.group('other');
};
const moveAway = async (gitlab: SandboxClient): Promise<void> => {
  await gitlab.post(`/groups/${await idOf(gitlab, '/groups/top%2Fdoomed')}/transfer`, {
    group_id: await idOf(gitlab, '/groups/other'),
  });
};

it.each<[string, Saved, string]>([
  ['moved away', { ...away, before: twoTops, meanwhile: moveAway }, 'other/doomed'],
  [
    'moved away, with another in its place',
    {
      ...away,
      before: twoTops,
      meanwhile: async (gitlab) => {
        await moveAway(gitlab);
        await gitlab.group('doomed', { parent_id: await idOf(gitlab, '/groups/top') });
      },
    },
    'other/doomed',
  ],
  [
    'renamed, with another in its place',
    {
      yaml: 'groups: { doomed: { state: absent } }',
      before: oneGroup,
      meanwhile: async (gitlab) => {
        await gitlab.put('/groups/doomed', { path: 'kept', name: 'kept' });
        await gitlab.group('doomed');
      },
    },
    'kept',
  ],
])('a saved plan does not delete a group that was %s, nor say that it is gone', async (_, saved, at) => {
  const { status, said, sent } = await appliedAfter(saved);
  expect(said).toContain(`full_path is ${at} by now, and was`);
  expect([status, sent]).toEqual([3, []]);
});

it('a saved plan does not say that a group is gone at whose path another one stands', async () => {
  const { status, said, sent } = await appliedAfter({
    yaml: 'groups: { doomed: { state: absent } }',
    before: oneGroup,
    meanwhile: async (gitlab) => {
      await gitlab.delete('/groups/doomed');
      await gitlab.group('doomed');
    },
  });
  expect(said).toContain('group[doomed]: ');
  expect(said).not.toContain('was so already');
  expect([status, sent]).toEqual([3, []]);
});

const hook = (gitlab: SandboxClient) =>
  gitlab.post('/groups/team/hooks', { name: 'ci', url: 'https://ci.example/', push_events: true });
const others = [1, 2, 3].map((number) => `h${number}: { url: 'https://ci.example/${number}' }`).join(', ');

it.each<[string, string]>([
  ['changes', 'groups: { team: { hooks: { ci: { url: https://ci.example/new } } } }'],
  ['removes', `groups: { team: { prune: [hooks], hooks: { ${others} } } }`],
])('a hook that was removed and made anew is not the one that a saved plan %s', async (_, yaml) => {
  const { status, said, sent } = await appliedAfter({
    yaml,
    before: async (gitlab) => {
      await gitlab.group('team');
      await hook(gitlab);
      for (const number of [1, 2, 3])
        await gitlab.post('/groups/team/hooks', { name: `h${number}`, url: `https://ci.example/${number}` });
    },
    meanwhile: async (gitlab) => {
      const there = (await gitlab.get('/groups/team/hooks')).list.find(({ name }) => name === 'ci');
      await gitlab.delete(`/groups/team/hooks/${Number(there?.['id'])}`);
      await hook(gitlab);
    },
  });
  expect(said).toContain('hook[ci]: what has its name by now');
  expect([status, sent]).toEqual([3, []]);
});

it('a runner that was removed and made anew is neither the one that a saved plan removes, nor gone', async () => {
  const make = async (gitlab: SandboxClient, description: string) =>
    gitlab.post('/user/runners', {
      runner_type: 'group_type',
      group_id: await idOf(gitlab, '/groups/team'),
      description,
    });
  const { status, said, sent } = await appliedAfter({
    yaml: 'groups: { team: { runners: { deploy: { state: absent } } } }',
    before: async (gitlab) => {
      await gitlab.group('team');
      for (const name of ['deploy', 'other']) await make(gitlab, name);
    },
    meanwhile: async (gitlab) => {
      const there = (await gitlab.get('/groups/team/runners')).list.find(({ description }) => description === 'deploy');
      await gitlab.delete(`/runners/${Number(there?.['id'])}`);
      await make(gitlab, 'deploy');
    },
  });
  expect(said).toContain('runner[deploy]: what has its name by now');
  expect([status, sent]).toEqual([3, []]);
});

const inOne = 'groups: { team: { members: { alice: owner } } }';
const inOneCall = 'groups: { team: { members: { alice: developer, carol: developer } } }';

it.each([
  ['alone', inOne, []],
  ['among others', inOneCall, ['carol']],
])('who has taken the username of a person whom a saved plan lets in, %s, is not let in', async (_, yaml, others) => {
  const { gitlab, status, said } = await appliedAfter({
    yaml,
    before: async (world) => {
      await world.group('team');
    },
    meanwhile: (world) => swapNames(world, 'alice', 'bob'),
  });
  expect(said).toMatch(
    /member\[alice\]: alice of users, which it names, has another name by now, or is gone \(id \d+\)/,
  );
  expect(status).toBe(3);
  const members = (await gitlab.get('/groups/team/members')).list.map(({ username }) => username);
  expect(members.filter((name) => name !== 'root').sort()).toEqual(others);
});

async function projectIn(gitlab: SandboxClient, group: string, path: string): Promise<number> {
  const namespace_id = await idOf(gitlab, `/groups/${group}`);
  return Number((await gitlab.post('/projects', { name: path, path, namespace_id })).object['id']);
}

const hookInProject = {
  yaml: "projects: { top/pp: { members: { bob: developer }, hooks: { h: { url: 'https://ci.example/' } } } }",
  before: async (gitlab: SandboxClient) => {
    await gitlab.group('top');
    await gitlab.group('oth');
    await projectIn(gitlab, 'top', 'pp');
  },
};

it.each<[string, (gitlab: SandboxClient) => Promise<unknown>]>([
  ['moved', (gitlab) => gitlab.put('/projects/top%2Fpp/transfer', { namespace: 'oth' })],
  ['renamed', (gitlab) => gitlab.put('/projects/top%2Fpp', { path: 'secret', name: 'secret' })],
  ['taken along', (gitlab) => gitlab.put('/groups/top', { path: 'elsewhere', name: 'elsewhere' })],
])('a saved plan changes nothing in a project that was %s: its old path leads there', async (_, meanwhile) => {
  const { status, said, sent } = await appliedAfter({
    ...hookInProject,
    meanwhile: async (gitlab) => {
      await meanwhile(gitlab);
    },
  });
  expect(said).toContain('project[top/pp] is not the one any more that it was planned in');
  expect([status, sent]).toEqual([3, []]);
});

const move = {
  yaml: 'groups: { top/dst: {}, top/dst/mv: { previously: top/mv } }',
  before: async (gitlab: SandboxClient) => {
    const top = await gitlab.group('top');
    await gitlab.group('oth');
    for (const name of ['dst', 'mv']) await gitlab.group(name, { parent_id: top });
  },
};
const destinationAway = async (gitlab: SandboxClient): Promise<void> => {
  await gitlab.post(`/groups/${await idOf(gitlab, '/groups/top%2Fdst')}/transfer`, {
    group_id: await idOf(gitlab, '/groups/oth'),
  });
};

it.each<[string, (gitlab: SandboxClient) => Promise<void>]>([
  ['moved', destinationAway],
  [
    'replaced',
    async (gitlab) => {
      await destinationAway(gitlab);
      await gitlab.group('dst', { parent_id: await idOf(gitlab, '/groups/top') });
    },
  ],
])('a saved plan moves no group into one that was %s meanwhile', async (_, meanwhile) => {
  const { status, said, sent } = await appliedAfter({ ...move, meanwhile });
  expect(said).toContain('group[top/dst] is not the one any more that it was planned in');
  expect([status, sent]).toEqual([3, []]);
});

it('a saved plan gives nobody a role that has another name by now', async () => {
  let role = 0;
  const { status, said, sent } = await appliedAfter({
    yaml: [
      'instance: { member_roles: { ra: { base: guest, permissions: [read_code] } } }',
      'groups: { team: { members: { bob: { role: ra } }, saml_links: { sg: { role: ra } } } }',
    ].join('\n'),
    before: async (gitlab) => {
      await gitlab.group('team');
      role = Number(
        (await gitlab.post('/member_roles', { name: 'ra', base_access_level: 10, read_code: true })).object['id'],
      );
    },
    meanwhile: async (gitlab) => {
      await gitlab.delete(`/member_roles/${role}`);
      await gitlab.post('/member_roles', { name: 'ra', base_access_level: 40, read_code: true });
    },
  });
  expect(said).toContain(`ra of member_roles, which it names, has another name by now, or is gone (id ${role})`);
  expect([status, sent]).toEqual([3, []]);
});

it('a person who has got the name meanwhile that somebody was to be given is not taken for that one, nor let in', async () => {
  const { gitlab, status, said, sent } = await appliedAfter({
    yaml: '{ instance: { users: { alicia: { previously: alice } } }, groups: { gg: { members: { alicia: owner } } } }',
    before: async (one) => {
      await one.group('gg');
    },
    meanwhile: async (one) => {
      await one.put(`/users/${await userId(one, 'alice')}`, { username: 'gone' });
      await one.user('alicia');
    },
  });
  expect([status, sent]).toEqual([3, []]);
  expect(said).toContain('is another one than the plan has seen');
  expect((await gitlab.get('/groups/gg/members')).list.map(({ username }) => username)).toEqual(['root']);
});
