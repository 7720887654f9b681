import { describe, expect, it } from 'vitest';
import { notAccepted, showsChange } from '../../../src/engine/apply/accepted.ts';
import { redact } from '../../../src/engine/apply/redact.ts';
import type { Kind, PropertySchema } from '../../../src/kind.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { samlLinks } from '../../../src/kinds/saml-link.ts';
import { settings } from '../../../src/kinds/settings/settings.ts';
import type { Json, JsonObject } from '../../../src/model.ts';
import type { Failure } from '../../../src/outcome.ts';
import { changeOf } from '../../apply/change.ts';
import { createDecodeContext } from '../../../src/engine/observe/decode-context.ts';
import { instance } from '../instance.ts';

const look = createDecodeContext({ type: 'group', path: 'a' }, instance, new Map());

/** A kind that shows its objects as they are, with these fields. */
function kindWith(properties: { readonly [field: string]: PropertySchema }): Kind {
  return { ...hooks, schema: { properties }, decode: (live) => ({ key: 'ci', spec: live }) };
}

const kind = kindWith({
  name: {},
  file: { 'x-local': true },
  tags: { 'x-detail': true },
  role: { 'x-ref': 'member_roles' },
});

/** What an answer leaves to be desired of one field. */
function lacks(path: string, to: Json | undefined, answer: JsonObject, whole = false) {
  const change = changeOf('group[a]/hook[ci]', [{ path, from: undefined, to }]);
  return notAccepted(change, whole ? { answer: 'whole' } : {}, kind, answer, look);
}

const differs = (path: string, to: Json): string => `it answers with success, but ${path} is not ${JSON.stringify(to)}`;

describe('an answer', () => {
  it('is held against what was sent, field by field', () => {
    expect(lacks('name', 'x', { name: 'x' })).toBeUndefined();
    expect(lacks('name', 'x', { name: 'y' })).toBe(differs('name', 'x'));
    expect(lacks('name', 'x', { name: null })).toBe(differs('name', 'x'));
  });

  it('says nothing of a field that is ours alone, or that nobody knows', () => {
    expect(lacks('file', 'x', { file: 'y' })).toBeUndefined();
    expect(lacks('unheard_of', 'x', { unheard_of: 'y' })).toBeUndefined();
  });

  it('may leave keys out, and only what it shows contradicts it', () => {
    expect(lacks('tags', ['x'], {})).toBeUndefined();
    expect(lacks('tags', ['x'], {}, true)).toBeUndefined();
    expect(lacks('tags', ['x'], { tags: ['y'] })).toBe(differs('tags', ['x']));
    expect(lacks('name', 'x', {})).toBeUndefined();
  });

  it('shows of a reference whether there is one, and not to what', () => {
    expect(lacks('role', 'auditor', {})).toBeUndefined();
    expect(lacks('role', 'auditor', { role: 'by another name' })).toBeUndefined();
    expect(lacks('role', 'auditor', { role: null })).toBe(differs('role', 'auditor'));
    expect(lacks('role', null, { role: 'auditor' })).toBe('it answers with success, but role is not null');
    expect(lacks('role', undefined, { role: 'auditor' })).toBe('it answers with success, but role is not null');
    expect(lacks('role', null, { role: null })).toBeUndefined();
  });

  it('that is an error inside a success says so', () => {
    expect(lacks('name', 'x', { status: 'error', message: 'no licence' })).toBe('no licence');
    expect(lacks('name', 'x', { status: 'error' })).toBe('it answers with an error inside a success');
  });

  it('that is no such object says so, in the words of the platform where it has some', () => {
    const change = changeOf('group[a]/hook[ci]', []);
    const said = (decode: Kind['decode'], answer: JsonObject) =>
      notAccepted(change, {}, { ...kind, decode }, answer, look);
    const throwing = (): never => {
      throw new TypeError('no such field');
    };
    for (const decode of [() => undefined, throwing]) {
      expect(said(decode, {})).toBe('its answer does not show the object');
      expect(said(decode, { message: 'queued' })).toBe('queued');
    }
  });
});

it('a live entry is believed in what is ours alone, and says nothing of what nobody knows', () => {
  const shows = (path: string) =>
    showsChange(changeOf('group[a]/hook[ci]', [{ path, from: undefined, to: 'x' }]), kind, {});
  expect([shows('file'), shows('unheard_of'), shows('name')]).toEqual(['agrees', 'unseen', 'unseen']);
});

describe('a failure that says a secret again', () => {
  const unsaid = '(what GitLab says of it holds a secret that was sent, and is not shown)';
  const failure: Failure = { code: 'refused', message: 'no', serverMessage: 'token hush is weak' };

  it('is told without it', () => {
    expect(redact(failure, ['hush'])).toEqual({ ...failure, serverMessage: unsaid });
    const said: Failure = { code: 'refused', message: 'hush!' };
    expect(redact(said, ['other', 'hush'])).toEqual({ code: 'refused', message: unsaid });
  });

  it('is told as it is where there is none in it', () => {
    expect(redact(failure, ['other'])).toEqual(failure);
    expect(redact(failure, [])).toEqual(failure);
    const none: readonly (Failure | undefined)[] = [undefined];
    expect(none.map((one) => redact(one, ['hush']))).toEqual([undefined]);
  });
});

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
