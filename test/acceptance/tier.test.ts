import { describe, expect } from 'vitest';
import { apiOf } from './ground/api.ts';
import { ground, scenario } from './ground/ground.ts';
import { program } from './ground/program.ts';

/** An instance without a licence: the second platform, or this one. */
async function unlicensed(): Promise<{ readonly url: string; readonly token: string }> {
  const { url, token, root } = { ...ground, url: ground.unlicensed ?? ground.url };
  const api = apiOf(url, token);
  if ((await api.ask('GET', `/groups/${root}`)).status === 404) await api.post('/groups', { name: root, path: root });
  return { url, token };
}

const PLANNED = [
  ['SAML links', 'Premium', { saml_links: { devs: 'developer' } }],
  [
    'directory links by filter',
    'Premium',
    { ldap_links: [{ provider: 'ldapmain', filter: '(a=b)', access_level: 'guest' }] },
  ],
] as const;

describe('what the tier lacks is refused in the plan', () => {
  for (const [what, tier, sections] of PLANNED)
    scenario(
      `11.3.22: ${what} without a licence, by tier and line, before anything is made`,
      { without: 'premium' },
      async () => {
        const caller = await unlicensed();
        const keelson = program(caller);
        keelson.want({ groups: { [`${ground.root}/tier`]: { description: 'not made', ...sections } } });
        const { status, out, err } = await keelson.run('apply', '--auto-approve');
        expect(status, out).not.toBe(0);
        expect(err).toContain(tier);
        expect(err, 'it names the line').toMatch(/keelson\.yaml:\d+/);
        const made = await apiOf(caller.url, caller.token).ask(
          'GET',
          `/groups/${encodeURIComponent(`${ground.root}/tier`)}`,
        );
        expect(made.status, 'nothing was made').toBe(404);
      },
    );

  scenario('11.3.22: custom roles without a licence, by tier and line', { without: 'ultimate' }, async () => {
    const keelson = program(await unlicensed());
    keelson.want({
      instance: { member_roles: { [`${ground.root}-tier`]: { base: 'guest', permissions: ['read_vulnerability'] } } },
    });
    const { status, err } = await keelson.run('plan');
    expect(status, err).not.toBe(0);
    expect(err).toContain('Ultimate');
    expect(err, 'it names the line').toMatch(/keelson\.yaml:\d+/);
  });

  scenario(
    '11.3.22: group hooks and directory links by cn work without a licence',
    { without: 'premium' },
    async () => {
      const caller = await unlicensed();
      const keelson = program(caller);
      const link = { provider: 'ldapmain', cn: 'developers', access_level: 'developer' };
      const hooks = { ci: { url: 'https://ci.example.com/in' } };
      keelson.want({ groups: { [`${ground.root}/works`]: { hooks, ldap_links: [link] } } });
      await keelson.apply();
      expect(await keelson.plan()).toEqual([]);
    },
  );
});
