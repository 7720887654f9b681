import { describe, expect, it } from 'vitest';
import catalogue from '../../schemas/catalogue/application-settings.json' with { type: 'json' };
import { Secret } from '../../src/base/secret.ts';
import { settings } from '../../src/kinds/settings.ts';
import type { Attributes, LiveObject } from '../../src/model.ts';
import { lookAt, siteAt } from './site.ts';

const look = lookAt({ type: 'instance' });
const site = siteAt({ type: 'instance' });

const normal = (spec: Attributes) => settings.normal?.(spec);
const decode = (live: LiveObject) => settings.decode(live, look)?.spec ?? {};
const problems = (spec: Attributes) =>
  (settings.check?.(normal(spec) ?? {}, { type: 'instance' }) ?? []).map(({ field }) => field);

/** The body of the one PUT that brings these settings about. */
function body(spec: Attributes, names: readonly string[]): unknown {
  const entry = {
    key: '',
    spec,
    state: 'present',
    protect: false,
    place: () => ({ file: 'x', line: 1, column: 1 }),
  } as const;
  const calls = settings.update?.({}, { names: new Set(names), entry, fields: [] }, site) ?? [];
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /application/settings']);
  return calls[0]?.body;
}

describe('the settings', () => {
  it('are all those that can be written', () => {
    const writable = catalogue.filter((setting) => setting.writable).map((setting) => setting.name);
    expect(Object.keys(settings.schema.properties)).toEqual(writable);
  });

  it.each([
    ['an exact old name', { asset_proxy_whitelist: ['a.example'] }, { asset_proxy_allowlist: ['a.example'] }],
    [
      'a list as text',
      { domain_allowlist_raw: 'a.example\nb.example\n' },
      { domain_allowlist: ['a.example', 'b.example'] },
    ],
    [
      'an old name that repeats the new one',
      { signin_enabled: true, password_authentication_enabled_for_web: true },
      { password_authentication_enabled_for_web: true },
    ],
    ['all protocols', { enabled_git_access_protocol: 'all' }, { enabled_git_access_protocol: null }],
    ['lines with an end and commas', { protected_paths_raw: '/a, /b\n/b\n' }, { protected_paths_raw: '/a\n/b' }],
    ['usernames in capitals', { search_rate_limit_allowlist_raw: 'Root' }, { search_rate_limit_allowlist_raw: 'root' }],
    [
      'a comma-separated list',
      { elasticsearch_url: 'http://a:9200, http://b:9200' },
      { elasticsearch_url: ['http://a:9200', 'http://b:9200'] },
    ],
    [
      'hosts with a scheme',
      { iframe_rendering_allowlist: ['https://a.example'] },
      { iframe_rendering_allowlist: ['a.example'] },
    ],
    ['one number for all indexes', { elasticsearch_shards: { a: 5, b: 5 } }, { elasticsearch_shards: 5 }],
    ['an empty text', { after_sign_out_path: '' }, { after_sign_out_path: null }],
  ])('have one form for %s', (_, spec: Attributes, form) => {
    expect(normal(spec)).toEqual(form);
    expect(normal(normal(spec) ?? {})).toEqual(form);
  });

  it('are read in the form in which they are declared', () => {
    const live = {
      domain_allowlist: null,
      elasticsearch_url: ['http://user:pass@a:9200'],
      elasticsearch_shards: { main: 5, notes: 5 },
      polling_interval_multiplier: '1.5',
      asset_proxy_allowlist: ['a.example', 'gitlab.example.com'],
      protected_paths_raw: '/a\r\n/b',
      after_sign_out_path: '',
      signup_enabled: false,
    };
    const spec = decode(live);
    expect(spec).toMatchObject({
      domain_allowlist: [],
      elasticsearch_url: ['http://a:9200'],
      elasticsearch_shards: 5,
      polling_interval_multiplier: 1.5,
      asset_proxy_allowlist: ['a.example'],
      protected_paths_raw: '/a\n/b',
      after_sign_out_path: null,
      signup_enabled: false,
    });
    expect(spec.terms).toBeUndefined();
  });

  it('are not compared where no read shows them', () => {
    expect(settings.schema.properties.globally_allowed_ips).toMatchObject({ writeOnly: true });
    expect(decode({ globally_allowed_ips: '192.0.2.0/24' }).globally_allowed_ips).toBeUndefined();
  });

  it('never show a secret, though the platform returns most of them in clear', () => {
    const secrets = catalogue.filter((setting) => setting.secret).map((setting) => setting.name);
    expect(secrets.length).toBeGreaterThan(15);
    const spec = decode(Object.fromEntries(secrets.map((name) => [name, 'in clear'])));
    expect(JSON.stringify(spec)).not.toContain('in clear');
    expect(secrets.every((name) => name in spec)).toBe(true);
  });

  it('refuse an old name that says something else than the new one', () => {
    expect(problems({ signin_enabled: true, password_authentication_enabled_for_web: false })).toEqual([
      'signin_enabled',
    ]);
    expect(problems({ housekeeping_full_repack_period: 50, housekeeping_gc_period: 200 })).toHaveLength(1);
  });

  it('refuse a password in the URL of the search cluster', () => {
    expect(problems({ elasticsearch_url: 'http://user:pass@a:9200' })).toEqual(['elasticsearch_url']);
    expect(problems({ elasticsearch_url: 'http://a:9200' })).toEqual([]);
  });

  it('are sent alone, with what the platform asks for beside one that is turned on', () => {
    const key = new Secret({ type: 'env', name: 'KEY' });
    const spec = {
      recaptcha_enabled: true,
      recaptcha_private_key: key,
      recaptcha_site_key: 'site',
      signup_enabled: false,
    };
    expect(body(spec, ['recaptcha_enabled'])).toEqual({
      recaptcha_enabled: true,
      recaptcha_private_key: key,
      recaptcha_site_key: 'site',
    });
    expect(body({ ...spec, recaptcha_enabled: false }, ['recaptcha_enabled'])).toEqual({ recaptcha_enabled: false });
    expect(body(spec, ['signup_enabled'])).toEqual({ signup_enabled: false });
  });

  it('are cleared as the platform stores it', () => {
    const spec = {
      after_sign_out_path: null,
      max_login_attempts: null,
      enabled_git_access_protocol: null,
      elasticsearch_url: ['http://a:9200', 'http://b:9200'],
    };
    expect(body(spec, Object.keys(spec))).toEqual({
      after_sign_out_path: '',
      max_login_attempts: null,
      enabled_git_access_protocol: 'all',
      elasticsearch_url: 'http://a:9200,http://b:9200',
    });
  });
});
