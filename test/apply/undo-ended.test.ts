import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Undo } from '../../src/engine/undo/undo.ts';
import { inDays } from '../support/in-days.ts';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-own-access'];
const SOON = inDays(3);
const TO_V = (key: string): string => `token_to: { variable: { group: ops, key: ${key} } }`;

const WIDER = `groups:
  eng:
    members: { dora: { access_level: owner, expires_at: null } }
    shares: { ops: { access_level: owner, expires_at: null } }
    access_tokens: { a: { scopes: [api], access_level: owner, expires_at: ${inDays(90)}, ${TO_V('A')} } }
    deploy_tokens: { d: { scopes: [read_registry], expires_at: null, ${TO_V('D')} } }
`;
const GONE = `groups:
  eng:
    members: { dora: { state: absent } }
    shares: { ops: { state: absent } }
    access_tokens: { a: { state: absent } }
    deploy_tokens: { d: { state: absent } }
`;

/** A group with access of all sorts that ends in three days, after an apply of this configuration; ten days pass by `later`. */
async function started(yaml: string) {
  let days = 0;
  const clock = { now: () => new Date(Date.now() + days * 86_400_000), advance: () => undefined };
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml }, { clock });
  const [eng, ops] = [await gitlab.group('eng'), await gitlab.group('ops')];
  const dora = await gitlab.user('dora');
  const at = `/groups/${eng}`;
  await gitlab.post(`${at}/members`, { user_id: dora, access_level: 10, expires_at: SOON });
  await gitlab.post(`${at}/share`, { group_id: ops, group_access: 10, expires_at: SOON });
  await gitlab.post(`${at}/access_tokens`, { name: 'a', scopes: ['read_api'], access_level: 20, expires_at: SOON });
  await gitlab.post(`${at}/deploy_tokens`, { name: 'd', scopes: ['read_repository'], expires_at: SOON });
  const applied = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect(applied.status, applied.err).toBe(0);
  const names = (rows: readonly { readonly [name: string]: unknown }[], name: string): unknown[] =>
    rows.map((row) => row[name]);
  return {
    ...{ gitlab, keelson, at, dora, applied },
    later: (): void => {
      days = 10;
    },
    /** What of it gives access. */
    there: async () => ({
      members: names((await gitlab.get(`${at}/members`)).list, 'username').filter((name) => name === 'dora'),
      shares: ((await gitlab.get(at)).object['shared_with_groups'] as readonly unknown[]).length,
      tokens: names((await gitlab.get(`${at}/access_tokens?state=active`)).list, 'name'),
      deploys: names((await gitlab.get(`${at}/deploy_tokens?active=true`)).list, 'name'),
    }),
    variable: async (key: string) => (await gitlab.get(`/groups/${ops}/variables/${key}`)).object['value'],
  };
}

const NOTHING = { members: [], shares: 0, tokens: [], deploys: [] };

test('what would have ended by now is not brought back: what the apply has left in its place goes', async () => {
  const { gitlab, keelson, applied, later, there, variable } = await started(WIDER);
  for (const address of ['member[dora]', 'share[ops]', 'access_token[a]', 'deploy_token[d]'])
    expect(applied.err).toContain(
      `group[eng]/${address}: it ends on ${SOON}: from that day on it is not brought back, and what the apply leaves in its place is taken away`,
    );
  later();
  const undone = await keelson.run(...APPLY, 'undo.json', '--undo', 'redo.json');
  expect(undone.status, undone.err).toBe(0);
  for (const address of ['member[dora]', 'share[ops]', 'access_token[a]', 'deploy_token[d]'])
    expect(undone.out).toContain(`- ${address}: what was there would have ended on ${SOON}`);
  expect(undone.err).toContain(
    'group[eng]/access_token[a]: the secret of what the apply has made in its place stays in group[ops]/variable[A], and is void then',
  );
  expect(await there()).toEqual(NOTHING);
  const again = await keelson.run(...APPLY, 'undo.json');
  expect([again.status, again.out]).toEqual([0, expect.stringContaining('Nothing to do')]);
  expect(again.out).toContain(`group[eng]/member[dora] would have ended on ${SOON}: nothing is brought back of it`);
  const entries = (JSON.parse(readFileSync(join(keelson.folder, 'redo.json'), 'utf8')) as Undo).entries;
  expect(entries.map(({ did }) => did)).toEqual(['delete', 'delete', 'delete', 'delete']);
  const before = await variable('A');
  const redone = await keelson.run(...APPLY, 'redo.json');
  expect(redone.status, redone.err).toBe(0);
  expect(await there()).toEqual({ members: ['dora'], shares: 1, tokens: ['a'], deploys: ['d'] });
  const secret = await variable('A');
  expect(secret).not.toBe(before);
  const self = `${gitlab.sandbox.url}/api/v4/personal_access_tokens/self`;
  expect((await fetch(self, { headers: { 'private-token': secret as string } })).status).toBe(200);
});

test('what somebody else has changed since, or made in its place, is not taken away with what has ended', async () => {
  const { gitlab, keelson, at, dora, later, there } = await started(WIDER);
  await gitlab.put(`${at}/members/${dora}`, { access_level: 40, expires_at: null });
  const [token] = (await gitlab.get(`${at}/access_tokens?state=active`)).list;
  await gitlab.delete(`${at}/access_tokens/${token?.['id'] as number}`);
  later();
  await gitlab.post(`${at}/access_tokens`, { name: 'a', scopes: ['api'], access_level: 50, expires_at: inDays(90) });
  const stopped = await keelson.run(...APPLY, 'undo.json');
  expect([stopped.status, stopped.err.replace(/\s+/g, ' ')]).toEqual([
    3,
    expect.stringMatching(
      /error\[undo-stale\]: group\[eng\]\/access_token\[a\] is another one now.*error\[undo-stale\]: group\[eng\]\/member\[dora\] was changed since: /,
    ),
  ]);
  const skipped = await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip');
  expect(skipped.status, skipped.err).toBe(3);
  expect(await there()).toEqual({ members: ['dora'], shares: 0, tokens: ['a'], deploys: [] });
});

test('what an apply has taken away, and would have ended by now, is not made again; who was let in since stays', async () => {
  const { gitlab, keelson, at, dora, later, there } = await started(GONE);
  later();
  const undone = await keelson.run(...APPLY, 'undo.json');
  expect([undone.status, undone.out]).toEqual([0, expect.stringContaining('Nothing to do')]);
  expect(await there()).toEqual(NOTHING);
  await gitlab.post(`${at}/members`, { user_id: dora, access_level: 40 });
  const stale = await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip');
  expect([stale.status, stale.err + stale.out]).toEqual([
    3,
    expect.stringContaining(`group[eng]/member[dora] would have ended on ${SOON}, and is there`),
  ]);
  expect(await there()).toEqual({ ...NOTHING, members: ['dora'] });
});

test('who was let in anew since the end of what an apply has lowered is not raised, nor who was given another end', async () => {
  const { gitlab, keelson, at, dora, later, there } = await started(
    'groups: { eng: { members: { dora: reporter }, shares: { ops: { access_level: reporter, expires_at: null } } } }\n',
  );
  const level = async (): Promise<unknown> => (await gitlab.get(`${at}/members/${dora}`)).object['access_level'];
  expect(await level()).toBe(20);
  await gitlab.put(`${at}/members/${dora}`, { access_level: 20, expires_at: inDays(60) });
  const stale = await keelson.run(...APPLY, 'undo.json');
  expect([stale.status, stale.err]).toEqual([3, expect.stringContaining('group[eng]/member[dora] was changed since')]);
  await gitlab.delete(`${at}/members/${dora}`);
  later();
  await gitlab.post(`${at}/members`, { user_id: dora, access_level: 20, expires_at: inDays(60) });
  const anew = await keelson.run(...APPLY, 'undo.json', '--on-stale', 'skip');
  expect([anew.status, await level()]).toEqual([3, 20]);
  await gitlab.delete(`${at}/members/${dora}`);
  const gone = await keelson.run(...APPLY, 'undo.json');
  expect([gone.status, gone.out + gone.err]).toEqual([0, expect.stringContaining(`would have ended on ${SOON}`)]);
  expect(await there()).toMatchObject({ members: [], shares: 0 });
});
