import { describe, expect, it } from 'vitest';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import { desiredOf, failuresOf, inShort, keelson } from '../support/keelson.ts';

describe('a value that GitLab takes and does not keep is refused before', () => {
  it.each(['some text', '-a', 'a..b', 'a.lock', 'a/', '@'])('a default branch named %s', (name) => {
    expect(() => desiredOf({ version: 1, groups: { aa: { default_branch: name } } })).toThrow('no name for a branch');
  });

  it.each(['main', 'feature/x.y', 'v1@2'])('and %s is a branch', (name) => {
    expect(() => desiredOf({ version: 1, groups: { aa: { default_branch: name } } })).not.toThrow();
  });

  it.each([
    { duo_availability: 'always_on' },
    { commit_email_hostname: '' },
    { enforce_pipl_compliance: true },
    { usage_ping_enabled: false, usage_ping_features_enabled: true },
  ])('a setting: %j', (settings) => {
    expect(() => desiredOf({ version: 1, instance: { settings } })).toThrow('GitLab takes this');
  });

  it.each([
    { hooks: { ci: { url: ' https://h.example.com/c ' } } },
    { hooks: [{ url: 'https://h.example.com/c ' }] },
    { saml_links: [{ name: 'devs', provider: ' saml ', access_level: 'guest' }] },
  ])('but for the blanks around it, which it drops: %j', async (sections) => {
    const sandbox = await serveSandbox();
    const program = keelson(sandbox.url, sandbox.token);
    try {
      const wanted = { version: 1, groups: { aa: sections } };
      expect(failuresOf(await program.apply(wanted))).toEqual([]);
      expect(inShort(await program.plan(wanted))).toEqual([]);
    } finally {
      await program.close();
      await sandbox.close();
    }
  });

  it.each(['@kari', 'kari@example.com'])('a username that nobody can have: %s', (name) => {
    const groups = { aa: { members: { [name]: 'owner' } } };
    expect(() => desiredOf({ version: 1, groups })).toThrow('bad-pattern');
  });

  it.each([
    [{ duo_availability: 'default_on', duo_features_enabled: false }, 'sets duo_features_enabled to true'],
    [{ duo_availability: 'default_off', duo_features_enabled: true }, 'sets duo_features_enabled to false'],
    [{ duo_availability: 'default_off', lock_duo_features_enabled: true }, 'sets lock_duo_features_enabled to false'],
    [{ duo_availability: 'never_on', lock_duo_features_enabled: false }, 'sets lock_duo_features_enabled to true'],
  ])('the availability of Duo beside another value of what it sets: %j', (fields, told) => {
    expect(() => desiredOf({ version: 1, groups: { aa: fields } })).toThrow(told);
  });

  it.each([
    { duo_availability: 'default_on', duo_features_enabled: true, lock_duo_features_enabled: false },
    { duo_availability: 'default_off', duo_features_enabled: false },
    { duo_availability: 'never_on', duo_features_enabled: false, lock_duo_features_enabled: true },
  ])('and beside the same value it is done by one apply: %j', async (fields) => {
    const sandbox = await serveSandbox();
    const program = keelson(sandbox.url, sandbox.token);
    try {
      const wanted = { version: 1, groups: { aa: fields } };
      expect(failuresOf(await program.apply(wanted))).toEqual([]);
      expect(inShort(await program.plan(wanted))).toEqual([]);
    } finally {
      await program.close();
      await sandbox.close();
    }
  });

  it('a preview in mails below a group that has it off', async () => {
    const sandbox = await serveSandbox();
    const program = keelson(sandbox.url, sandbox.token);
    try {
      const groups = { aa: { show_diff_preview_in_email: false }, 'aa/bb': { name: 'bb' } };
      expect(failuresOf(await program.apply({ version: 1, groups }))).toEqual([]);
      const below = { version: 1, groups: { aa: { name: 'aa' }, 'aa/bb': { show_diff_preview_in_email: true } } };
      await expect(program.plan(below)).rejects.toThrow('exceeds-parent');
      const both = { version: 1, groups: { ...below.groups, aa: { show_diff_preview_in_email: true } } };
      expect(failuresOf(await program.apply(both))).toEqual([]);
      expect(inShort(await program.plan(both))).toEqual([]);
    } finally {
      await program.close();
      await sandbox.close();
    }
  });
});
