import { describe, expect, it } from 'vitest';
import catalogue from '../../schemas/catalogue/application-settings.json' with { type: 'json' };
import { Secret } from '../../src/base/secret.ts';
import { settings } from '../../src/kinds/settings/settings.ts';
import type { Attributes, LiveObject } from '../../src/model.ts';
import { lookAt, siteAt } from './call-context.ts';

const look = lookAt({ type: 'instance' });
const site = siteAt({ type: 'instance' });

const normal = (spec: Attributes) => settings.identity.normal?.(spec);
const decode = (live: LiveObject) => settings.decode(live, look)?.spec ?? {};
const problems = (spec: Attributes) =>
  (settings.rules?.check?.(normal(spec) ?? {}, { type: 'instance' }) ?? []).map(({ field }) => field);

/** The body of the one PUT that brings these settings about. */
function body(spec: Attributes, names: readonly string[], live: LiveObject = {}): unknown {
  const entry = {
    key: '',
    spec,
    state: 'present',
    protect: false,
    place: () => ({ file: 'x', line: 1, column: 1 }),
  } as const;
  const calls = settings.calls.update?.(live, { names: new Set(names), entry, fields: [] }, site) ?? [];
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /application/settings']);
  return calls[0]?.body;
}

describe('the settings', () => {
  it('are said in the unit and with the fields in which they are written', () => {
    const agents = [
      { reference: 'a', name: 'A', description: 'd', enabled: true },
      { reference: 'b', name: 'B', description: 'd', enabled: null },
    ];
    expect(decode({ repository_size_limit: 7_340_032, foundational_agents_statuses: agents })).toMatchObject({
      repository_size_limit: 7,
      foundational_agents_statuses: [{ reference: 'a', enabled: true }],
    });
  });

  it('take along what GitLab asks for in the same request: from the configuration, or from what is live and no secret', () => {
    const live = { kroki_url: 'https://kroki.example.com', shared_runners_text: null, akismet_api_key: 'old' };
    expect(body({ kroki_enabled: true }, ['kroki_enabled'], live)).toEqual({
      kroki_enabled: true,
      kroki_url: 'https://kroki.example.com',
    });
    const spec = { kroki_enabled: true, kroki_url: 'https://new.example.com' };
    expect(body(spec, ['kroki_enabled'], live)).toEqual(spec);
    expect(body({ shared_runners_enabled: true }, ['shared_runners_enabled'], live)).toEqual({
      shared_runners_enabled: true,
      shared_runners_text: '',
    });
    expect(body({ shared_runners_enabled: false }, ['shared_runners_enabled'], live)).toEqual({
      shared_runners_enabled: false,
    });
    expect(problems({ akismet_enabled: true })).toEqual(['akismet_enabled']);
    expect(problems({ shared_runners_enabled: true })).toEqual(['shared_runners_enabled']);
    expect(problems({ shared_runners_enabled: true, shared_runners_text: '' })).toEqual([]);
    expect(problems({ throttle_protected_paths_enabled: true })).toEqual([]);
    const { recaptcha_enabled: recaptcha, throttle_protected_paths_enabled: throttle } = settings.schema.properties;
    expect(recaptcha?.['x-requires']).toBeUndefined();
    expect(throttle?.['x-requires']).toEqual([
      'throttle_protected_paths_period_in_seconds',
      'throttle_protected_paths_requests_per_period',
    ]);
    expect(problems({ akismet_enabled: false })).toEqual([]);
  });

  it.each([
    ['sourcegraph_enabled', 'sourcegraph_url', 'https://sourcegraph.example.com'],
    ['plantuml_enabled', 'plantuml_url', 'https://plantuml.example.com'],
    ['gitpod_enabled', 'gitpod_url', 'https://gitpod.example.com'],
    ['elasticsearch_indexing', 'elasticsearch_url', 'https://search.example.com'],
  ])('%s takes %s along as it is live, unless the configuration says another', (name, companion, url) => {
    const live = { [name]: false, [companion]: url };
    expect(body({ [name]: true }, [name], live)).toEqual({ [name]: true, [companion]: url });
    const spec = { [name]: true, [companion]: 'https://declared.example.com' };
    expect(body(spec, [name], live)).toEqual(spec);
    expect(body({ ...spec, [name]: false }, [name], live)).toEqual({ [name]: false });
  });

  it('take no companion along from what is live where it is a secret', () => {
    const live = { akismet_enabled: false, akismet_api_key: 'in clear' };
    expect(body({ akismet_enabled: true }, ['akismet_enabled'], live)).toEqual({ akismet_enabled: true });
  });

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
    // They are no names of housekeeping_optimize_repository_period: a real 18.9 took 7 for them, and left all three at 10.
    expect(problems({ housekeeping_full_repack_period: 50, housekeeping_gc_period: 10 })).toEqual([
      'housekeeping_full_repack_period',
    ]);
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

  it('are not sent alone where the platform wants another one beside them', () => {
    const spec = { valid_runner_registrars: ['group'], signup_enabled: false };
    const live = { allow_runner_registration_token: true };
    expect(body(spec, ['valid_runner_registrars'], live)).toEqual({ valid_runner_registrars: ['group'], ...live });
    expect(body(spec, Object.keys(spec), live)).toEqual(spec);
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
      elasticsearch_url: ['http://a:9200', 'http://b:9200'],
    });
  });
});
