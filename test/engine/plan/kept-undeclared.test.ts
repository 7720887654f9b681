import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/base/secret.ts';
import { entryPart } from '../../../src/engine/plan/entry-changes.ts';
import { pick, type Kind } from '../../../src/kind.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { runners } from '../../../src/kinds/runner.ts';
import type { Attributes, LiveEntry } from '../../../src/model.ts';
import { declared } from '../observe/declared.ts';
import { contextOf } from './context.ts';

const SENT = ['a', 'flag', 'fixed', 'token', 'one', 'other'];

/** A kind of which `fixed` makes it anew, and whose creation takes all but `computed`. */
const kind: Kind = {
  ...hooks,
  schema: {
    properties: {
      ...{ a: {}, flag: { type: 'boolean' }, fixed: { 'x-immutable': true }, token: { 'x-secret': true } },
      ...{ one: {}, other: {}, computed: {}, here: { 'x-local': true } },
    },
  },
  rules: { check: ({ one, other }) => (one !== undefined && other !== undefined ? [fault] : []) },
  calls: {
    update: () => [],
    remove: () => [{ method: 'DELETE', path: '/it' }],
    create: ({ spec }) => [{ method: 'POST', path: '/it', body: pick(spec, SENT) }],
  },
};
const fault = { field: 'one', message: 'both', remedy: 'one' };

function changed(before: Attributes, said: Attributes) {
  const live: LiveEntry = { key: 'ci', id: 3, spec: before, live: { id: 3 } };
  const { drafts, diagnostics } = entryPart(contextOf(kind), declared('ci', { spec: { fixed: 2, ...said } }), live);
  return { change: drafts[0]?.change, told: diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

describe('what nobody declares of what is made anew', () => {
  it('goes along, switched off or on, and is told', () => {
    const { change, told } = changed({ fixed: 1, a: 'x', flag: false, token: undefined }, { token: secret });
    expect(change?.calls.at(-1)?.body).toMatchObject({ a: 'x', flag: false });
    expect(change?.fields).toEqual(
      expect.arrayContaining([
        { path: 'a', from: 'x', to: 'x' },
        { path: 'flag', from: false, to: false },
      ]),
    );
    expect(told).toEqual([]);
  });

  it('stays out where it is said, ruled out by what is said, or has no value', () => {
    const { change } = changed({ fixed: 1, a: null, other: 'y' }, { token: secret, one: 'x' });
    expect(change?.calls.at(-1)?.body).toEqual({ fixed: 2, one: 'x', token: secret });
    expect(changed({ fixed: 1, a: 'x' }, { token: secret, a: null }).change?.calls.at(-1)?.body).toMatchObject({
      a: null,
    });
  });

  it('is told to be lost where it is a secret, or nothing that makes one takes it', () => {
    expect(changed({ fixed: 1, computed: 'x' }, {}).told).toEqual([
      'forgets group[a]/hook[ci]: this change makes GitLab forget computed, token, which nothing declares',
    ]);
    const shown = changed({ fixed: 1, a: secret }, { token: secret });
    expect(shown.told).toEqual([expect.stringContaining('forget a,')]);
    expect(JSON.stringify(shown.change?.calls)).not.toContain('hush');
  });
});

const secret = new Secret({ type: 'text', at: 'here' }, 'hush');

it('a runner whose token was lost is made anew with all that it had', () => {
  const spec = { description: 'build', tags: ['x'], run_untagged: false, access_level: 'ref_protected' };
  const live: LiveEntry = { key: 'build', id: 3, spec, live: { id: 3 } };
  const context = { ...contextOf(runners), secretLost: () => true };
  const entry = declared('build', { spec: { token_to: { file: 'tok/x' } } });
  const { drafts } = entryPart(context, entry, live);
  expect(drafts[0]?.change.reason.code).toBe('secret-lost');
  expect(drafts[0]?.change.calls.at(-1)?.body).toMatchObject({
    tag_list: ['x'],
    ...{ run_untagged: false, access_level: 'ref_protected' },
  });
});

it('what is not there any more is made with what an interrupted run was to keep of it', () => {
  const context = { ...contextOf(kind), keptBefore: () => ({ a: 'x', other: 'y', unknown: 1 }) };
  const { drafts } = entryPart(context, declared('ci', { spec: { fixed: 2, one: 'z', token: secret } }), undefined);
  expect(drafts[0]?.change).toMatchObject({ action: 'create', calls: [{ body: { fixed: 2, one: 'z', a: 'x' } }] });
  expect(drafts[0]?.change.fields).toContainEqual({ path: 'a', from: undefined, to: 'x' });
  expect(JSON.stringify(drafts[0]?.change.calls)).not.toMatch(/unknown|other/);
});
