import { describe, expect, it } from 'vitest';
import { memberRoles } from '../../src/kinds/member-role.ts';
import { changed, declared, lookAt, siteAt } from './call-context.ts';

const site = siteAt({ type: 'instance' });
const look = lookAt({ type: 'instance' });
const live = {
  id: 7,
  group_id: null,
  name: 'reviewer',
  description: '',
  base_access_level: 20,
  read_code: false,
  read_vulnerability: true,
  admin_vulnerability: true,
};

describe('a custom role', () => {
  it('is read as the permissions that are on', () => {
    expect(memberRoles.decode(live, look)).toEqual({
      key: 'reviewer',
      id: 7,
      spec: {
        name: 'reviewer',
        base: 'reporter',
        description: null,
        permissions: ['admin_vulnerability', 'read_vulnerability'],
      },
    });
  });

  it.each([
    ['read_cod', 'Write `read_code`'],
    ['admin_vulnerabilty', 'Write `admin_vulnerability`'],
    ['read_dependencies', 'Write `read_dependency`'],
    ['read_code', undefined],
    ['admin_code', undefined],
    ['manage_runners', undefined],
    ['read_release', undefined],
  ])('with the permission %s: %s', (permission, remedy) => {
    const spec = { name: 'reviewer', base: 'reporter', permissions: ['read_vulnerability', permission] };
    const problems = remedy === undefined ? [] : [expect.objectContaining({ field: 'permissions.1', remedy })];
    expect(memberRoles.rules?.check?.(spec, { type: 'instance' })).toEqual(problems);
  });

  it('is created with a flag for each permission', () => {
    const spec = { name: 'reviewer', base: 'reporter', description: 'Reads', permissions: ['read_code'] };
    expect(memberRoles.calls.create?.(declared('reviewer', spec), site)).toEqual([
      {
        method: 'POST',
        path: '/member_roles',
        body: { name: 'reviewer', base_access_level: 20, description: 'Reads', read_code: true },
      },
    ]);
  });

  it('is changed by the mutation, which takes permissions in capitals', () => {
    const change = changed('reviewer', { permissions: ['read_code'], description: null }, 'permissions', 'description');
    expect(memberRoles.calls.update?.(live, change, site)).toMatchObject([
      {
        method: 'POST',
        path: '/api/graphql',
        body: {
          variables: {
            input: {
              id: 'gid://gitlab/MemberRole/7',
              name: 'reviewer',
              description: '',
              permissions: ['READ_CODE'],
            },
          },
        },
        answer: 'partial',
      },
    ]);
  });

  it('is told the same by GraphQL as by REST', () => {
    const node = {
      id: 'gid://gitlab/MemberRole/7',
      name: 'reviewer',
      description: null,
      baseAccessLevel: { integerValue: 20 },
      enabledPermissions: { nodes: [{ value: 'READ_VULNERABILITY' }, { value: 'ADMIN_VULNERABILITY' }] },
    };
    const read = { path: '/api/graphql' };
    const answers = [{ memberRoles: { nodes: [node] } }, { group: { memberRoles: { nodes: [node] } } }];
    for (const data of answers) {
      const rows = memberRoles.reads.rows?.({ data }, read) ?? [];
      expect(rows.map((row) => memberRoles.decode(row, look))).toEqual([memberRoles.decode(live, look)]);
    }
    expect(memberRoles.reads.rows?.(live, read)).toEqual([live]);
    for (const data of [null, { memberRoles: null }, { group: null }])
      expect(memberRoles.reads.rows?.({ data }, read)).toEqual([]);
  });

  it('is counted by whoever has it', () => {
    const nodes = [{ id: 'gid://gitlab/MemberRole/7', membersCount: 2 }, { id: 'gid://gitlab/MemberRole/8' }];
    const data = { memberRoles: { nodes } };
    const count = (id: number) => memberRoles.reads.holdersOf?.count({ data }, id);
    expect([7, 8, 9].map(count)).toEqual([2, undefined, undefined]);
    expect(memberRoles.reads.holdersOf?.read({ type: 'instance' })).toEqual({
      path: '/api/graphql',
      query: { query: '{ memberRoles { nodes { id membersCount } } }' },
    });
  });

  it('keeps in every change the permissions that are not to change', () => {
    const permissions = ['ADMIN_VULNERABILITY', 'READ_VULNERABILITY'];
    expect(
      memberRoles.calls.update?.(live, changed('reviewer', { description: 'Reads' }, 'description'), site),
    ).toMatchObject([{ body: { variables: { input: { description: 'Reads', permissions } } } }]);
    expect(memberRoles.calls.supersede?.(live, site)).toMatchObject([
      { body: { variables: { input: { permissions } } } },
    ]);
  });

  it('makes room for its replacement by another name, under which it is recognized', () => {
    const name = 'reviewer (replaced by Keelson)';
    expect(memberRoles.calls.supersede?.(live, site)).toMatchObject([
      { body: { variables: { input: { id: 'gid://gitlab/MemberRole/7', name } } } },
    ]);
    expect(memberRoles.decode({ ...live, name }, look)).toMatchObject({
      key: name,
      superseded: name.replace(' (replaced by Keelson)', ''),
    });
    expect(memberRoles.decode(live, look)).not.toHaveProperty('superseded');
  });

  it('stands in a root group in the hosted offering', () => {
    const group = { type: 'group', path: 'acme' } as const;
    const [read] = memberRoles.reads.all(group, []);
    expect(read?.path).toBe('/groups/acme/member_roles');
    expect(read?.otherwise?.query?.['query']).toMatch(/^\{ group\(fullPath: "acme"\) \{ memberRoles \{ nodes /);
    expect(memberRoles.calls.remove?.(live, siteAt(group))).toEqual([
      { method: 'DELETE', path: '/groups/acme/member_roles/7' },
    ]);
  });
});
