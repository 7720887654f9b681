import { describe, expect } from 'vitest';
import { textOf, type Json, type JsonObject } from '../ground/api.ts';
import { api, has, scenario, type Tier } from '../ground/ground.ts';
import { live } from '../ground/life.ts';
import { program } from '../ground/program.ts';
import { catalogue, type Pair } from '../ground/values.ts';

/**
 * What is left as it is while other scenarios run, and while the token has to be let in: sign-in and tokens, what new groups, projects and
 * users begin with, what cascades to groups, limits of requests, services that would be asked, and what is no value of its own.
 */
const LEFT_ALONE: readonly RegExp[] = [
  /sign|password|token|two_factor|admin_mode|oauth|session|ips|terms|otp|recaptcha|captcha|user_|users_|domain_|email_/,
  /^default_|^restricted_|visibility|deletion|^lock_|duo|^group_|project_creation|^wiki|access|archived|snippet_size/,
  // Alone it counts as no parameter (18.9), and is deprecated for another.
  /^make_profile_private$/,
  // What is done at once, in the background or to everybody who signs in.
  /^can_|^check_namespace|secret_detection|secret_push|^anonymous_searches|clickhouse|^whats_new|root_moved/,
  /throttle|rate_limit|_limit_allowlist|api_limit|maintenance|silent|external_auth|elasticsearch|zoekt|geo_|gitlab_dedicated/,
  /enforce|require|disable|delete|deactivate|dormant|allow_|deny|block|spam|akismet|license|key_restriction/,
  /_enabled$(?<!^(gravatar|hashed_storage|usage_ping|version_check|mirror_available|whats_new|suggest_pipeline)_enabled)/,
  /_raw$|_human_readable$|^repository_storages|^sentry|^snowplow|^kroki|^plantuml|^diagramsnet|^sourcegraph|^gitpod/,
];

interface Setting {
  readonly name: string;
  readonly pair: Pair;
}

describe('the settings of the instance', () => {
  scenario(
    'every setting that may be changed while others look goes to another value, and to a third',
    { instance: true },
    async () => {
      const now = (await api.get('/application/settings')).object;
      const settings = catalogue('application-settings').flatMap((row) => settingOf(row, now));
      expect(settings.length).toBeGreaterThan(80);
      const values = (which: keyof Pair): JsonObject => ({
        instance: { settings: Object.fromEntries(settings.map(({ name, pair }) => [name, pair[which]])) },
      });
      const before = {
        instance: { settings: Object.fromEntries(settings.map(({ name }) => [name, now[name] ?? null])) },
      };
      await live({
        made: values('first'),
        changed: values('other'),
        fields: settings.map(({ name }) => name),
        undeclared: { instance: {} },
        // There is nothing to remove: what was comes back.
        removed: before,
        // Others rename people of the instance meanwhile.
        target: 'instance/settings',
      });
      const after = (await api.get('/application/settings')).object;
      for (const { name } of settings) expect(after[name], name).toEqual(now[name]);
    },
  );

  scenario(
    '11.3.3: repository_size_limit is written in MiB, read in bytes, and exported in MiB',
    { instance: true, tier: 'premium' },
    async () => {
      const keelson = program();
      keelson.want({ instance: { settings: { repository_size_limit: 7 } } });
      await keelson.apply();
      expect((await api.get('/application/settings')).object).toMatchObject({ repository_size_limit: 7340032 });
      expect(await keelson.plan()).toEqual([]);
      expect((await keelson.run('export', '--target', 'instance')).out).toMatch(/repository_size_limit: 7$/m);
      keelson.want({ instance: { settings: { repository_size_limit: 0 } } });
      await keelson.apply();
    },
  );

  scenario(
    '11.3.7: what has to go along with a setting goes along, where that alone differs',
    { instance: true },
    async () => {
      const keelson = program();
      const url = 'https://sourcegraph.example.com';
      keelson.want({ instance: { settings: { sourcegraph_enabled: true, sourcegraph_url: url } } });
      await keelson.apply();
      await api.put('/application/settings', { sourcegraph_enabled: false });
      expect(await keelson.plan()).toEqual(['update instance/settings (sourcegraph_enabled)']);
      await keelson.apply();
      expect((await api.get('/application/settings')).object).toMatchObject({
        sourcegraph_enabled: true,
        sourcegraph_url: url,
      });
      expect(await keelson.plan()).toEqual([]);
      keelson.want({ instance: { settings: { sourcegraph_enabled: false } } });
      await keelson.apply();
    },
  );

  scenario('11.3.6: what is exported of the instance is valid, and plans to nothing', {}, async () => {
    const keelson = program();
    const { status, out, err } = await keelson.run('export', '--target', 'instance');
    expect(status, err).toBe(0);
    keelson.want(out);
    const validated = await keelson.run('validate');
    // A secret that GitLab never shows is a variable, which is not there.
    expect(validated.err.replace(/^.*(environment|variable).*$/gm, '')).not.toMatch(/^error/m);
    // Other scenarios make and remove what the instance has beside its settings.
    expect((await keelson.plan()).filter((line) => line.includes('/settings'))).toEqual([]);
  });
});

/** Two values other than the live one, which bind nobody more than it does: the next numbers, the other switch, other words of a list. */
function settingOf(row: JsonObject, now: JsonObject): readonly Setting[] {
  const name = textOf(row['name']);
  const free = row['readable'] === true && row['writable'] === true && row['secret'] !== true;
  if (!free || row['deprecated'] !== undefined || row['requires'] !== undefined || !(name in now)) return [];
  if (LEFT_ALONE.some((pattern) => pattern.test(name)) || !has({ tier: row['tier'] as Tier })) return [];
  const pair = othersThan(now[name] ?? null, row);
  return pair === undefined ? [] : [{ name, pair }];
}

function othersThan(value: Json, row: JsonObject): Pair | undefined {
  if (typeof value === 'boolean') return { first: !value, other: value };
  if (Array.isArray(row['enum']) && !textOf(row['type']).startsWith('array')) {
    const [first, other] = (row['enum'] as readonly Json[]).filter((each) => each !== value && each !== null);
    return first === undefined ? undefined : { first, other: other ?? value };
  }
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) return undefined;
  const most = typeof row['maximum'] === 'number' ? row['maximum'] : Number.MAX_SAFE_INTEGER;
  return value + 2 <= most ? { first: value + 1, other: value + 2 } : { first: value - 1, other: value - 2 };
}
