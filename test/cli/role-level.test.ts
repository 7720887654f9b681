import { expect, test } from 'vitest';
import { stage } from '../apply/stage.ts';

const withBase = (base: string): string => `instance:
  member_roles:
    rm: { base: ${base}, permissions: [admin_cicd_variables] }
groups:
  bill:
    members: { alice: { role: rm }, bob: guest }
    saml_links: { rms: { role: rm } }
`;

test('where a role gets another base, the plan says of everybody who has it from which level to which they come', async () => {
  const { keelson } = await stage({ 'keelson.yaml': withBase('developer') }, { samlProviders: ['saml'] });
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', withBase('maintainer'));
  const { out } = await keelson.run('plan');
  expect(out).toMatch(
    /~ member\[alice\]: role names what this plan takes away or makes anew; it changes access\n.*\n\s+role +rm → rm\n\s+access_level +developer → maintainer\n/,
  );
  expect(out).toMatch(/saml_link\[rms\]:[^]*?access_level +developer → maintainer\n/);
  expect(out).not.toContain('member[bob]');
  const note = (await keelson.run('plan', '--markdown')).out;
  expect(note.match(/^- access_level: developer\n\+ access_level: maintainer$/gm)).toHaveLength(2);
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  const { status, err } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect(status, err).toBe(0);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});
