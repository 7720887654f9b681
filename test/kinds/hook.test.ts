import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { hooks } from '../../src/kinds/hooks/hook.ts';
import { systemHooks } from '../../src/kinds/hooks/system-hook.ts';
import type { Attributes, Scope } from '../../src/model.ts';
import { declared, lookAt } from './call-context.ts';

const look = lookAt({ type: 'project', path: 'platform/api' });
const secret = new Secret({ type: 'env', name: 'TOKEN' });
const row = { id: 7, url: 'https://ci.example.com', name: 'ci' };

const decode = (live: object) => hooks.decode({ ...row, ...live }, look);
const group = { type: 'group', path: 'platform' } as const;
const problems = (spec: Attributes, scope: Scope = look.scope) =>
  (hooks.rules?.check?.(spec, scope) ?? []).map(({ field, message }) => `${field}: ${message}`);

describe('hooks', () => {
  it('are told apart by their names, and found by their URL only where they have none', () => {
    expect(decode({})).toMatchObject({ key: 'ci', alias: undefined, id: 7 });
    expect(decode({ name: null })).toMatchObject({ key: row.url, alias: row.url });
    expect(decode({ name: '' })).toMatchObject({ key: row.url, alias: row.url });
    const spec = { name: 'ci', url: 'https://ci.example.com' };
    expect([hooks.identity.key(spec), hooks.identity.alias?.(spec)]).toEqual(['ci', row.url]);
    expect(hooks.identity.key({ url: row.url })).toBe(row.url);
    expect(systemHooks.identity.key({ url: row.url })).toBe(row.url);
  });

  it('are sent to a web server', () => {
    for (const url of ['https://ci.example.com', 'HTTP://10.0.0.1:8080/x', '{base}/x'])
      expect(problems({ url, url_variables: { base: secret } })).toEqual([]);
    for (const url of ['ci.example.com', 'ftp://ci.example.com', 'https:/ci', 'https:// x', ''])
      expect(problems({ url })).toEqual([`url: "${url}" is not the URL of a web server`]);
    // What stands before an @ may be a password.
    expect(problems({ url: 'user:pass@ci' })).toEqual(['url: this is not the URL of a web server']);
  });

  it('say null for what is not set, and nothing of what the answer does not show', () => {
    const spec = decode({
      description: '',
      confidential_note_events: null,
      push_events_branch_filter: '',
      token: 'in clear',
    })?.spec;
    expect(spec).toMatchObject({ description: null, confidential_note_events: false, push_events_branch_filter: null });
    expect(spec?.token).toBeUndefined();
    expect(spec?.subgroup_events).toBeUndefined();
    expect(spec?.custom_headers).toBeUndefined();
    expect(Object.keys(spec ?? {}).sort()).toEqual(Object.keys(hooks.schema.properties).sort());
  });

  it('show the names of headers and variables without their values', () => {
    const spec = decode({ custom_headers: [{ key: 'X-Team' }], url_variables: [] })?.spec;
    expect(spec).toMatchObject({ custom_headers: { 'X-Team': null }, url_variables: {} });
  });

  it('have one form for blanks and for null', () => {
    expect(
      hooks.identity.normal?.({ push_events_branch_filter: ' main ', custom_headers: null, description: '' }),
    ).toEqual({
      push_events_branch_filter: 'main',
      custom_headers: {},
      description: null,
    });
    expect(hooks.identity.normal?.({ url: ' https://h.example.com/c ' })).toEqual({ url: 'https://h.example.com/c' });
    expect(hooks.identity.normal?.({ push_events_branch_filter: ' ' })).toEqual({ push_events_branch_filter: null });
  });

  it.each<[Attributes, readonly string[]]>([
    [{ url: 'https://ci.example.com/{path}', url_variables: { path: secret } }, []],
    [
      { url: 'https://ci.example.com/{path}', url_variables: { other: secret } },
      ["url: The URL uses {path}, which is not among the hook's url_variables"],
    ],
    [{ url: row.url, custom_headers: { 'X Team': secret } }, ['custom_headers: "X Team" cannot be a name here']],
    [
      {
        url: row.url,
        custom_headers: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`X-${index}`, secret])),
      },
      ['custom_headers: A hook has at most 20 of these'],
    ],
    [
      { url: row.url, branch_filter_strategy: 'all_branches', push_events_branch_filter: 'main' },
      ['push_events_branch_filter: The platform drops the filter when the strategy is all_branches'],
    ],
  ])('are refused before the platform refuses them: %j', (spec, found) => {
    expect(problems(spec)).toEqual(found);
  });

  it('of a project have no flags of groups', () => {
    const spec = { url: row.url, member_events: false, push_events: true };
    expect(problems(spec)).toEqual(['member_events: The hook of a project has no `member_events`']);
    expect(problems(spec, group)).toEqual([]);
  });

  it('are read one by one in a project alone, whose list leaves their maps out', () => {
    expect(hooks.reads.detail?.(row, look.scope)).toEqual({ path: '/projects/platform%2Fapi/hooks/7' });
    expect(hooks.reads.detail?.(row, group)).toBeUndefined();
  });

  it('say what a new URL makes the platform forget, unless it is declared', () => {
    const live = { ...row, custom_headers: [{ key: 'X-Team' }, { key: 'X-Unit' }], url_variables: [{ key: 'path' }] };
    const spec = { url: 'https://new.example.com', custom_headers: { 'X-Unit': secret } };
    const entry = declared('ci', spec);
    expect(hooks.calls.sideEffects?.(live, { names: new Set(['url']), entry, fields: [] })).toEqual([
      'its token, if it has one',
      'the header X-Team',
      'the variable path',
    ]);
    expect(hooks.calls.sideEffects?.(live, { names: new Set(['push_events']), entry, fields: [] })).toEqual([]);
  });

  it('of the instance know its four events', () => {
    const flags = Object.keys(systemHooks.schema.properties).filter((name) => name.endsWith('_events'));
    expect(flags).toEqual(['push_events', 'tag_push_events', 'merge_requests_events', 'repository_update_events']);
  });
});
