import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model.ts';
import { sandbox, type SandboxClient } from '../../sandbox/client.ts';
import { failuresOf, inShort, keelson } from '../../support/keelson.ts';

/** Something of somebody else, and what is declared of the same name: in another case, or in another scope. */
interface Twin {
  readonly kind: string;
  /** Makes what is not ours, and gives the read that shows it. */
  readonly theirs: (gitlab: SandboxClient) => Promise<string>;
  readonly document: string;
  /** The call whose answer is lost. */
  readonly call: string;
  /** The list in which what is ours stands, and how many of that name are in it in the end. */
  readonly list: string;
  readonly count: number;
}

async function made(gitlab: SandboxClient, path: string, body: JsonObject): Promise<void> {
  const { status } = await gitlab.post(path, body);
  if (status >= 300) throw new Error(`POST ${path} was answered with ${status}`);
}

const twins: readonly Twin[] = [
  {
    kind: 'a system hook in another letter case',
    theirs: async (gitlab) => {
      await made(gitlab, '/hooks', { name: 'Audit', url: 'https://audit.example.com/in' });
      return '/hooks';
    },
    document: 'instance: { system_hooks: { audit: { url: "https://ours.example.com/in" } } }',
    call: 'POST /hooks',
    list: '/hooks',
    count: 2,
  },
  {
    kind: 'a role in another letter case',
    theirs: async (gitlab) => {
      await made(gitlab, '/member_roles', { name: 'Reviewer', base_access_level: 10, read_code: true });
      return '/member_roles';
    },
    document: 'instance: { member_roles: { reviewer: { base: reporter, permissions: [admin_merge_request] } } }',
    call: 'POST /member_roles',
    list: '/member_roles',
    count: 2,
  },
  {
    kind: 'a member of the parent',
    theirs: async (gitlab) => {
      await made(gitlab, '/groups/top/members', { user_id: await userId(gitlab), access_level: 10 });
      return '/groups/top/members';
    },
    document: 'groups: { top/sub: { members: { Alice: developer } } }',
    call: 'POST /groups/*/members',
    // Whoever made the group, and alice.
    list: '/groups/top%2Fsub/members',
    count: 2,
  },
  {
    kind: 'a webhook in another letter case, and one of the parent',
    theirs: async (gitlab) => {
      await made(gitlab, '/groups/top/hooks', { name: 'ci', url: 'https://theirs.example.com/in' });
      await made(gitlab, '/groups/top%2Fsub/hooks', { name: 'CI', url: 'https://theirs.example.com/in' });
      return '/groups/top/hooks';
    },
    document: 'groups: { top/sub: { hooks: { ci: { url: "https://ours.example.com/in" } } } }',
    call: 'POST /groups/*/hooks',
    list: '/groups/top%2Fsub/hooks',
    count: 2,
  },
  {
    kind: 'an integration of the parent',
    theirs: async (gitlab) => {
      const body = { external_wiki_url: 'https://theirs.example.com' };
      const { status } = await gitlab.put('/groups/top/integrations/external-wiki', body);
      if (status !== 200) throw new Error(`PUT external-wiki was answered with ${status}`);
      return '/groups/top/integrations/external-wiki';
    },
    document:
      'groups: { top/sub: { integrations: { external-wiki: { use_inherited_settings: false, external_wiki_url: "https://ours.example.com" } } } }',
    call: 'PUT /groups/*/integrations/*',
    list: '/groups/top%2Fsub/integrations',
    count: 1,
  },
  {
    kind: 'a SAML link of the parent',
    theirs: async (gitlab) => {
      await made(gitlab, '/groups/top/saml_group_links', { saml_group_name: 'devs', access_level: 10 });
      return '/groups/top/saml_group_links';
    },
    document: 'groups: { top/sub: { saml_links: { devs: developer } } }',
    call: 'POST /groups/*/saml_group_links',
    list: '/groups/top%2Fsub/saml_group_links',
    count: 1,
  },
  {
    kind: 'a SAML link in another letter case',
    theirs: async (gitlab) => {
      await made(gitlab, '/groups/top%2Fsub/saml_group_links', { saml_group_name: 'Devs', access_level: 10 });
      return '/groups/top%2Fsub/saml_group_links/Devs';
    },
    document: 'groups: { top/sub: { saml_links: { devs: developer } } }',
    call: 'POST /groups/*/saml_group_links',
    list: '/groups/top%2Fsub/saml_group_links',
    count: 2,
  },
  {
    kind: 'an LDAP link of the parent, and one with another provider',
    theirs: async (gitlab) => {
      await made(gitlab, '/groups/top/ldap_group_links', { cn: 'devs', provider: 'ldapmain', group_access: 10 });
      const other = { cn: 'devs', provider: 'ldapsecondary', group_access: 10 };
      await made(gitlab, '/groups/top%2Fsub/ldap_group_links', other);
      return '/groups/top/ldap_group_links';
    },
    document: 'groups: { top/sub: { ldap_links: [{ provider: ldapmain, cn: devs, access_level: developer }] } }',
    call: 'POST /groups/*/ldap_group_links',
    list: '/groups/top%2Fsub/ldap_group_links',
    count: 2,
  },
];

async function userId(gitlab: SandboxClient): Promise<number> {
  const { list } = await gitlab.get('/users?username=alice');
  const [alice] = list;
  if (typeof alice?.['id'] !== 'number') throw new Error('no alice');
  return alice['id'];
}

/** What is read at a path, as far as it tells one thing from another and says what it is. */
async function seen(gitlab: SandboxClient, path: string): Promise<readonly string[]> {
  const { body, status } = await gitlab.get(path);
  if (status !== 200) return [`${path} was answered with ${status}`];
  return (Array.isArray(body) ? body : [body]).map((one) => JSON.stringify(one));
}

describe.each(['reset-before', 'reset-after', 'cut', '502'])('where the answer is lost (%s)', (fault) => {
  it.each(twins)('$kind stays as it is, and ours is made once', async ({ theirs, document, call, list, count }) => {
    const gitlab = await sandbox();
    await gitlab.user('alice');
    await gitlab.group('top');
    await gitlab.group('top/sub');
    const read = await theirs(gitlab);
    const before = await seen(gitlab, read);
    const program = keelson(gitlab.sandbox.url, gitlab.token);
    try {
      gitlab.sandbox.fail(`${fault}:1x@${call}`);
      const first = await program.apply(document);
      gitlab.sandbox.fail('');
      const outcomes = failuresOf(first).length === 0 ? first : await program.apply(document);
      expect(failuresOf(outcomes)).toEqual([]);
      expect(await seen(gitlab, read)).toEqual(expect.arrayContaining([...before]));
      const shown = await seen(gitlab, list);
      expect(shown, shown.join('\n')).toHaveLength(count);
      expect(inShort(await program.plan(document))).toEqual([]);
      expect(program.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    } finally {
      await program.close();
    }
  });
});
