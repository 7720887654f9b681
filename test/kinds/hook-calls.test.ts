import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { updateHook } from '../../src/kinds/hooks/calls.ts';
import { secretKeys, type HookFields, type LiveHook } from '../../src/kinds/hooks/common-fields.ts';
import { placeholders } from '../../src/kinds/hooks/rules.ts';
import type { Call, Value } from '../../src/model.ts';
import { siteAt } from './call-context.ts';

const site = siteAt({ type: 'group', path: 'platform' });

const secret = (text: string) => new Secret({ type: 'env', name: text }, text);

/** A hook as the platform keeps it, with its secrets. */
interface Stored {
  readonly url: string;
  readonly token: string | null;
  readonly variables: { readonly [name: string]: string };
  readonly headers: { readonly [name: string]: string };
}

const plain = (value: Value | undefined): string => (value instanceof Secret ? (value.plainText() ?? '') : '');

function mapOf(value: Value | undefined): { [name: string]: string } {
  if (!Array.isArray(value)) return {};
  return Object.fromEntries(value.map((pair: { key: string; value: Value }) => [pair.key, plain(pair.value)] as const));
}

function effective(url: string, variables: { readonly [name: string]: string }): string {
  return url.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error('422 Invalid url given');
    return value;
  });
}

/** What PUT and DELETE do to a hook: merge, then forget whatever the changed URL makes it forget. */
function send(hook: Stored, call: Call): Stored {
  if (call.method === 'DELETE') {
    const [map, key] = call.path.split('/').slice(-2);
    const field = map === 'url_variables' ? 'variables' : 'headers';
    if (key === undefined || !(key in hook[field])) throw new Error('404 Not Found');
    const next = { ...hook, [field]: Object.fromEntries(Object.entries(hook[field]).filter(([name]) => name !== key)) };
    effective(next.url, next.variables);
    return next;
  }
  const body = call.body ?? {};
  if (Object.keys(body).length === 0) throw new Error('400 No parameters provided');
  const url = typeof body.url === 'string' ? body.url : hook.url;
  const merged = { ...hook.variables, ...mapOf(body.url_variables) };
  const moved = effective(url, merged) !== effective(hook.url, hook.variables);
  const shared = Object.keys(hook.variables).length > 0;
  const variables = moved && shared ? {} : merged;
  effective(url, variables);
  const token = 'token' in body ? plain(body.token) : url === hook.url ? hook.token : null;
  return { url, token, variables, headers: moved ? {} : { ...hook.headers, ...mapOf(body.custom_headers) } };
}

function shown(hook: Stored): LiveHook {
  return {
    id: 7,
    url: hook.url,
    url_variables: Object.keys(hook.variables).map((key) => ({ key })),
    custom_headers: Object.keys(hook.headers).map((key) => ({ key })),
  };
}

function update(hook: Stored, spec: Partial<HookFields>, names: readonly string[]): readonly Call[] {
  return updateHook(shown(hook), { names: new Set(names), entry: { spec } }, site);
}

/** The fields that a diff by names would report. */
function differing(hook: Stored, spec: HookFields): readonly string[] {
  const keys = (map: object) => Object.keys(map).sort().join();
  return [
    ...(spec.url === hook.url ? [] : ['url']),
    ...(keys(spec.url_variables) === keys(hook.variables) ? [] : ['url_variables']),
    ...(keys(spec.custom_headers) === keys(hook.headers) ? [] : ['custom_headers']),
  ];
}

const values = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y'), { noNullPrototype: true });
const hook = fc
  .record({
    url: fc.constantFrom(
      'https://h.example/in',
      'https://h.example/{a}',
      'https://{a}.example/{b}',
      'https://i.example/',
    ),
    token: fc.constantFrom('t', 'u'),
    variables: values,
    headers: values,
  })
  .filter((each) => placeholders(each.url).every((name) => name in each.variables));

function specOf(stored: Stored): HookFields {
  const secrets = (map: { readonly [name: string]: string }) =>
    Object.fromEntries(Object.entries(map).map(([name, text]) => [name, secret(text)]));
  return {
    name: 'ci',
    url: stored.url,
    description: null,
    token: secret(stored.token ?? ''),
    enable_ssl_verification: true,
    push_events_branch_filter: null,
    branch_filter_strategy: 'wildcard',
    url_variables: secrets(stored.variables),
    custom_headers: secrets(stored.headers),
  };
}

describe('the calls that update a hook', () => {
  it('bring about any other hook without a call that the platform refuses', () => {
    fc.assert(
      fc.property(hook, hook, (before, after) => {
        const names = differing(before, specOf(after));
        // Where nothing but the effective URL stays the same, what it forgets shows in the next plan; here it must not matter.
        fc.pre(
          !names.includes('url') || effective(before.url, before.variables) !== effective(after.url, after.variables),
        );
        const done = update(before, specOf(after), names).reduce(send, before);
        expect(differing(done, specOf(after))).toEqual([]);
        if (names.includes('url')) expect(done).toEqual(after);
      }),
    );
  });

  it('send every secret again on request, also those that the URL is made of', () => {
    fc.assert(
      fc.property(hook, hook, (before, other) => {
        const rename = (map: Stored['variables']) => Object.fromEntries(Object.keys(map).map((name) => [name, 'z']));
        const after = {
          ...before,
          token: other.token,
          variables: rename(before.variables),
          headers: rename(before.headers),
        };
        const names = ['token', 'url_variables', 'custom_headers'];
        expect(update(before, specOf(after), names).reduce(send, before)).toEqual(after);
      }),
    );
  });

  it('can be continued wherever they were cut off', () => {
    fc.assert(
      fc.property(hook, hook, fc.nat(3), (before, after, cut) => {
        const names = differing(before, specOf(after));
        fc.pre(
          names.includes('url') && effective(before.url, before.variables) !== effective(after.url, after.variables),
        );
        const half = update(before, specOf(after), names).slice(0, cut).reduce(send, before);
        const done = update(half, specOf(after), differing(half, specOf(after))).reduce(send, half);
        expect(differing(done, specOf(after))).toEqual([]);
      }),
    );
  });

  it('are a single PUT of what changed where no URL is touched', () => {
    const live = shown({ url: 'https://h.example/in', token: 't', variables: {}, headers: {} });
    const spec = { url: 'https://h.example/in', description: 'Builds' };
    expect(updateHook(live, { names: new Set(['description']), entry: { spec } }, site)).toEqual([
      { method: 'PUT', path: '/groups/platform/hooks/7', body: { description: 'Builds' } },
    ]);
  });

  it('hold only the last answer against what was asked for', () => {
    const before = { url: 'https://h.example/{a}', token: 't', variables: { a: 'x' }, headers: { b: 'x' } };
    const after = { ...before, url: 'https://i.example/{a}' };
    const calls = update(before, specOf(after), ['url']);
    expect(calls.map(({ answer }) => answer)).toEqual(['partial', 'partial', undefined]);
    expect(calls[0]?.body).toEqual({ url: 'https://i.example/url-is-being-changed' });
    expect(secretKeys(shown(after).custom_headers)).toEqual(['b']);
  });
});
