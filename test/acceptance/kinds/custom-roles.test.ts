import { describe } from 'vitest';
import { api, scenario } from '../ground/ground.ts';
import type { JsonObject } from '../ground/api.ts';
import { live } from '../ground/life.ts';
import { person, place } from '../ground/place.ts';

describe('a custom role is given', () => {
  scenario(
    'to members of a group and a project, and by links, and goes through its life',
    { tier: 'ultimate', version: '18.2' },
    async () => {
      const here = await place();
      await api.post('/projects', { name: 'app', path: 'app', namespace_id: here.id });
      const [one, two] = [`${here.name} one`, `${here.name} two`];
      for (const [name, base] of [
        [one, 10],
        [two, 20],
      ] as const)
        await api.post('/member_roles', { name, base_access_level: base, read_vulnerability: true });
      const [member, ofProject] = [(await person('member')).username, (await person('project')).username];
      const within = (entry: JsonObject): JsonObject => ({
        groups: {
          [here.path]: {
            members: { [member]: entry },
            saml_links: { Developers: entry },
            ldap_links: [{ provider: 'ldapmain', cn: 'developers', ...entry }],
          },
        },
        projects: { [`${here.path}/app`]: { members: { [ofProject]: entry } } },
      });
      await live({
        made: within({ role: one }),
        changed: within({ role: two }),
        fields: ['role', 'replace'],
        undeclared: { groups: { [here.path]: {} } },
        removed: undefined,
        target: `group[${here.path}]**`,
      });
    },
  );
});
