import { describe, expect, it } from 'vitest';
import { notAccepted, showsChange } from '../../src/engine/apply/accepted.ts';
import type { DecodeContext } from '../../src/kind.ts';
import { hooks } from '../../src/kinds/hooks/hook.ts';
import { samlLinks } from '../../src/kinds/saml-link.ts';
import { settings } from '../../src/kinds/settings/settings.ts';
import { changeOf } from './change.ts';

const look: DecodeContext = {
  scope: { type: 'group', path: 'team' },
  instance: {
    url: 'https://gitlab.example.com',
    version: '18.9.0-ee',
    enterprise: true,
    askedAt: '',
    me: { id: 1, username: 'root', admin: true },
  },
  nameOf: () => undefined,
  intern: (text) => text,
};

const hook = { id: 3, name: 'ci', url: 'https://ci.example.com', push_events: true };

describe('what an answer shows of a change', () => {
  it('is all right where it shows the values, and the names of the secrets', () => {
    const change = changeOf('group[team]/hook[ci]', [
      { path: 'push_events', from: undefined, to: true },
      { path: 'token', from: undefined, to: '(secret)' },
      { path: 'custom_headers', from: undefined, to: { 'X-One': '(secret)' } },
      { path: 'url_variables.a.b', from: undefined, to: '(secret)' },
    ]);
    const answer = { ...hook, custom_headers: [{ key: 'X-One' }], url_variables: [{ key: 'a.b' }] };
    expect(notAccepted(change, {}, hooks, answer, look)).toBeUndefined();
  });

  it('is told where a value, the name of a secret or an inner field is not as sent', () => {
    const dropped = changeOf('group[team]/hook[ci]', [
      { path: 'push_events', from: true, to: false },
      { path: 'custom_headers', from: undefined, to: { 'X-One': '(secret)' } },
    ]);
    expect(notAccepted(dropped, {}, hooks, { ...hook, custom_headers: [] }, look)).toBe(
      'it answers with success, but push_events is not false, custom_headers is not {"X-One":"(secret)"}',
    );
    const kept = changeOf('group[team]/hook[ci]', [{ path: 'custom_headers.X-Old', from: '(secret)', to: undefined }]);
    expect(notAccepted(kept, {}, hooks, { ...hook, custom_headers: [{ key: 'X-Old' }] }, look)).toContain('X-Old');
    const inner = changeOf('instance/settings', [
      { path: 'default_branch_protection_defaults.allow_force_push', from: false, to: true },
    ]);
    const answer = { default_branch_protection_defaults: { allow_force_push: false } };
    expect(notAccepted(inner, {}, settings, answer, look)).toContain('allow_force_push is not true');
  });

  it('says that a reference is missing, and not what it is called', () => {
    const change = changeOf('group[team]/saml_link[devs]', [{ path: 'role', from: undefined, to: 'auditor' }]);
    const link = { name: 'devs', access_level: 20, provider: null };
    expect(notAccepted(change, {}, samlLinks, { ...link, member_role_id: 7 }, look)).toBeUndefined();
    expect(notAccepted(change, {}, samlLinks, { ...link, member_role_id: null }, look)).toContain(
      'role is not "auditor"',
    );
  });

  it('is an error inside a success in the words of the platform', () => {
    const change = changeOf('group[team]/member[alice]', []);
    expect(notAccepted(change, {}, hooks, { status: 'error', message: { alice: 'not allowed' } }, look)).toBe(
      'alice not allowed',
    );
  });
});

it('an entry that is looked at again agrees, differs, or has a secret that nobody can see', () => {
  const shows = { push_events: true, custom_headers: { 'X-One': null } };
  const events = { path: 'push_events', from: false, to: true };
  const header = { path: 'custom_headers.X-One', from: undefined, to: '(secret)' };
  const gone = { path: 'custom_headers.X-Old', from: '(secret)', to: undefined };
  const token = { path: 'token', from: undefined, to: '(secret)' };
  const standing = (...fields: Parameters<typeof changeOf>[1]) =>
    showsChange(changeOf('group[team]/hook[ci]', fields), hooks, shows);
  expect(standing(events, gone)).toBe('agrees');
  expect(standing(events, token)).toBe('unseen');
  expect(standing(header)).toBe('unseen');
  expect(standing({ ...events, to: false }, token)).toBe('differs');
  expect(standing({ ...header, path: 'custom_headers.X-Two' })).toBe('differs');
});
