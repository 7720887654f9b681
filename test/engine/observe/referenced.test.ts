import { describe, expect, it } from 'vitest';
import { createReadCache } from '../../../src/engine/observe/read-cache.ts';
import { readReferenced } from '../../../src/engine/observe/referenced.ts';
import { addressOf } from '../../../src/engine/observe/sections.ts';
import type { Section } from '../../../src/model.ts';
import { instance, kinds } from '../instance.ts';
import { declared, section } from './declared.ts';
import { refusal, showing, type Shown } from './shown.ts';

const of = (role: string) => declared('bob', { spec: { role } });
const roles = [{ id: 1, name: 'auditor', base_access_level: 10 }];
const all: Shown = { '/member_roles': roles, '/groups/a/member_roles': roles };

/** The sections that are read for what is declared to refer to. */
async function read(shown: Shown, ...sections: readonly Section[]) {
  const found = await readReferenced(sections, kinds, createReadCache(showing(shown).client), instance);
  for (const { section: one, readAt } of found.sections)
    expect(one).toEqual({ scope: readAt, name: 'member_roles', entries: [], prune: false });
  const seen = found.sections.map((raw) => `${addressOf(raw.section)}: ${raw.rows.length}`);
  return [...seen, ...found.diagnostics.map(({ code, message }) => `${code}: ${message}`)];
}

describe('what is referred to and not declared is read', () => {
  it('wherever it may stand, once for all that refer to it', async () => {
    expect(
      await read(all, section('members', 'a/b', of('auditor'), of('other')), section('members', 'a', of('x'))),
    ).toEqual(['group[a]/member_roles: 1', 'instance/member_roles: 1']);
  });

  it('where it stands in a section that nobody declares', async () => {
    const declaredThere = section('member_roles', undefined, declared('viewer'));
    expect(await read(all, section('members', 'a', of('auditor')), declaredThere)).toEqual([
      'group[a]/member_roles: 1',
    ]);
  });

  it('not where it is declared, here or there', async () => {
    const onInstance = section('member_roles', undefined, declared('auditor'));
    const inGroup = section('member_roles', 'a', declared('auditor'));
    expect(await read(all, section('members', 'a/b', of('auditor')), onInstance)).toEqual([]);
    expect(await read(all, section('members', 'a/b', of('auditor')), inGroup)).toEqual([]);
    expect(await read(all, section('members', 'a', declared('bob')), section('hooks', 'a', declared('ci')))).toEqual(
      [],
    );
  });

  it.each([
    ['refused', 400],
    ['not-found', 404],
  ] as const)('as nothing, where there is no such section: %s', async (trouble, status) => {
    const shown: Shown = { ...all, '/groups/a/member_roles': refusal(trouble, status) };
    expect(await read(shown, section('members', 'a', of('auditor')))).toEqual(['instance/member_roles: 1']);
  });

  it.each([
    ['forbidden', 403],
    ['unauthorized', 401],
    ['refused', 400],
    ['refused', 418],
  ] as const)('and is not said to be missing, where it is %s', async (trouble, status) => {
    const shown: Shown = { ...all, '/member_roles': refusal(trouble, status, '/member_roles') };
    expect(await read(shown, section('members', 'a', of('auditor')))).toEqual([
      'group[a]/member_roles: 1',
      `unreadable: instance/member_roles cannot be read: GitLab answers ${status} to GET /member_roles`,
    ]);
  });

  it('by GraphQL, where REST tells administrators alone', async () => {
    const nodes = [
      { id: 'gid://gitlab/MemberRole/7', name: 'auditor', description: null, baseAccessLevel: { integerValue: 20 } },
    ];
    const shown: Shown = {
      '/groups/a/member_roles': refusal('refused', 400),
      '/member_roles': refusal('forbidden', 403),
      '/api/graphql': { data: { memberRoles: { nodes } } },
    };
    expect(await read(shown, section('members', 'a', of('auditor')))).toEqual(['instance/member_roles: 1']);
    const silent = { ...shown, '/api/graphql': refusal('refused', 200, '/api/graphql') };
    expect(await read(silent, section('members', 'a', of('auditor')))).toEqual([
      'unreadable: instance/member_roles cannot be read: GitLab answers 403 to GET /x',
    ]);
    const broken = { ...shown, '/api/graphql': refusal('server-error', 500, '/api/graphql') };
    await expect(read(broken, section('members', 'a', of('auditor')))).rejects.toThrow('status 500');
  });

  it('or it is told that it cannot be', async () => {
    const shown: Shown = { ...all, '/member_roles': refusal('server-error', 500) };
    await expect(read(shown, section('members', 'a', of('auditor')))).rejects.toThrow('status 500');
  });
});
