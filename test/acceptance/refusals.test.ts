import { describe, expect } from 'vitest';
import type { JsonObject } from './ground/api.ts';
import { api, scenario } from './ground/ground.ts';
import { groupAt, place } from './ground/place.ts';
import { program } from './ground/program.ts';

/** What is refused everywhere: groups below one of some path, or projects; and a word that the refusal has to say. */
const REFUSED: readonly (readonly [string, (path: string) => JsonObject, string])[] = [
  ['a path of one character', (path) => ({ [`${path}/x`]: {} }), '`x`'],
  ['a path of one character at the top', () => ({ x: {} }), '`x`'],
  ['a path that begins with a dash', (path) => ({ [`${path}/-bad`]: {} }), '-bad'],
  ['a path that ends in .git', (path) => ({ [`${path}/x.git`]: {} }), 'x.git'],
  ['a path that ends in .atom', (path) => ({ [`${path}/x.atom`]: {} }), 'x.atom'],
  ['a path that the platform keeps for itself', (path) => ({ [`${path}/-`]: {} }), '`-`'],
  ['a path that routes of projects use', (path) => ({ [`${path}/blob`]: {} }), '`blob`'],
  ['a path at the top that the platform keeps for itself', () => ({ admin: {} }), 'admin'],
  ['a name with a slash', (path) => ({ [`${path}/it`]: { name: 'a/b' } }), 'a/b'],
  ['a name with markup', (path) => ({ [`${path}/it`]: { name: '<b>x</b>' } }), '<b>x</b>'],
  [
    'two siblings with one display name',
    (path) => ({ [`${path}/it`]: { name: 'Same' }, [`${path}/other`]: { name: 'same' } }),
    'display name',
  ],
  ['minimal access below the top', (path) => ({ [`${path}/it`]: { members: { somebody: 'minimal' } } }), 'inimal'],
  [
    'a child more visible than its parent',
    (path) => ({ [path]: { visibility: 'private' }, [`${path}/it`]: { visibility: 'internal' } }),
    'exceeds',
  ],
  [
    'a child more visible than its parent, where the parent is not private',
    (path) => ({ [path]: { visibility: 'internal' }, [`${path}/it`]: { visibility: 'public' } }),
    'exceeds',
  ],
];

describe('what GitLab would refuse is refused before', () => {
  for (const [name, groups, word] of REFUSED)
    scenario(`11.3.20: ${name}`, {}, async () => {
      const keelson = program();
      keelson.want({ groups: groups('some-group/of-it') });
      const { status, err } = await keelson.run('validate');
      expect({ status, told: err.includes(word) }, err).toEqual({ status: 1, told: true });
      expect(err, 'it names the line').toMatch(/keelson\.yaml:\d+:\d+: error/);
    });

  scenario('11.3.20: minimal access in a project', {}, async () => {
    const keelson = program();
    keelson.want({ projects: { 'some-group/app': { members: { somebody: 'minimal' } } } });
    const { status, err } = await keelson.run('validate');
    expect({ status, told: err.includes('inimal') }, err).toEqual({ status: 1, told: true });
  });

  // The platform judges the same: what validate refuses is no invention of ours.
  scenario('11.3.20: GitLab refuses the same paths and names', {}, async () => {
    const here = await place();
    const bodies = [
      { path: 'a', name: 'one letter' },
      { path: '-bad', name: 'dash' },
      { path: 'x.git', name: 'git' },
      { path: 'x.atom', name: 'atom' },
      { path: '-', name: 'kept' },
      { path: 'blob', name: 'of projects' },
      { path: 'two--dashes', name: 'dashes' },
      { path: 'slash', name: 'a/b' },
      { path: 'markup', name: '<b>x</b>' },
      { path: 'seen', name: 'seen', visibility: 'internal' },
    ];
    for (const body of bodies)
      expect(await api.ask('POST', '/groups', { ...body, parent_id: here.id }), JSON.stringify(body)).toMatchObject({
        status: 400,
      });
  });

  for (const [name, role] of [
    ['no permission', { base: 'reporter', permissions: [] }],
    ['a permission without the one it presupposes', { base: 'guest', permissions: ['admin_vulnerability'] }],
  ] as const)
    scenario(`11.3.20: a role with ${name}`, {}, async () => {
      const keelson = program();
      keelson.want({ instance: { member_roles: { [`role with ${name}`]: role } } });
      expect((await keelson.run('validate')).status).toBe(1);
    });

  for (const [setting, companion] of [
    ['recaptcha_enabled', 'recaptcha_site_key'],
    ['recaptcha_enabled', 'recaptcha_private_key'],
    ['login_recaptcha_protection_enabled', 'recaptcha_private_key'],
    ['akismet_enabled', 'akismet_api_key'],
    ['slack_app_enabled', 'slack_app_secret'],
    ['eks_integration_enabled', 'eks_secret_access_key'],
    ['mailgun_events_enabled', 'mailgun_signing_key'],
  ] as const)
    scenario(`11.3.7: ${setting} is an error of validate without ${companion}`, {}, async () => {
      const keelson = program();
      keelson.want({ instance: { settings: { [setting]: true } } });
      const { status, err } = await keelson.run('validate');
      expect({ status, told: err.includes(companion) }, err).toEqual({ status: 1, told: true });
    });

  scenario('previously where both paths are live', {}, async () => {
    const here = await place();
    const ids = [await here.group('old'), await here.group('fresh')];
    const keelson = program();
    const previously = `${here.path}/old`;
    keelson.want({ groups: { [`${here.path}/fresh`]: { previously } } });
    const { out, err } = await keelson.run('plan');
    expect(`${out}${err}`, 'it is never passed over in silence').toContain(previously);
    await keelson.run('apply', '--auto-approve');
    const now = [await groupAt(previously), await groupAt(`${here.path}/fresh`)];
    expect(now.map((group) => group?.['id'])).toEqual(ids);
  });
});
