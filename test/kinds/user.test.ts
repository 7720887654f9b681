import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { users } from '../../src/kinds/user.ts';
import { memory } from '../config/load.ts';
import type { Attributes } from '../../src/model.ts';
import { declared, lookAt, siteAt } from './call-context.ts';

const site = siteAt({ type: 'instance' });
const live = { id: 7, username: 'Dora', name: 'Dora', state: 'active', is_admin: false, projects_limit: 10 };

function update(from: object, spec: Attributes) {
  const names = new Set(Object.keys(spec));
  return users.calls.update?.({ ...live, ...from }, { names, entry: declared('dora', spec), fields: [] }, site) ?? [];
}

const errorsOf = (user: string): readonly string[] =>
  loadConfig('keelson.yaml', kinds, memory({ 'keelson.yaml': `instance: { users: ${user} }` }), {}).diagnostics.map(
    ({ code }) => code,
  );

describe('the state of a user', () => {
  it.each([
    ['active', 'blocked', ['block']],
    ['active', 'deactivated', ['deactivate']],
    ['active', 'banned', ['ban']],
    ['blocked', 'active', ['unblock']],
    ['deactivated', 'active', ['activate']],
    ['banned', 'active', ['unban']],
    ['blocked_pending_approval', 'active', ['approve']],
    ['blocked_pending_approval', 'blocked', ['block']],
    ['deactivated', 'blocked', ['block']],
    ['banned', 'blocked', ['unban', 'block']],
    ['blocked', 'banned', ['unblock', 'ban']],
    ['deactivated', 'banned', ['activate', 'ban']],
    ['ldap_blocked', 'blocked', []],
  ] as const)('goes from %s to %s', (from, to, verbs) => {
    expect(update({ state: from }, { state: to }).map(({ path }) => path)).toEqual(
      verbs.map((verb) => `/users/7/${verb}`),
    );
  });

  it('is one word with being there at all', () => {
    expect(errorsOf('{ dora: { state: absent }, erin: { state: present }, fay: { state: blocked } }')).toEqual([]);
    expect(errorsOf('{ dora: { state: asleep } }')).not.toEqual([]);
  });
});

it('a new address needs no click of its owner', () => {
  expect(update({}, { email: 'd@example.com' })).toEqual([
    { method: 'PUT', path: '/users/7', body: { email: 'd@example.com', skip_reconfirmation: true } },
  ]);
});

it('what follows from being external is set after that, which would set it anew', () => {
  const bodies = update({ external: true }, { external: false, projects_limit: 0, note: 'n' }).map(({ body }) => body);
  expect(bodies).toEqual([{ external: false, note: 'n' }, { projects_limit: 0 }]);
});

it('what the platform would refuse, or set otherwise, is refused offline', () => {
  expect(errorsOf('{ dora: { admin: true, auditor: true } }')).toEqual(['invalid']);
  expect(errorsOf('{ dora: { external: true, projects_limit: 3 } }')).toEqual(['invalid']);
  expect(errorsOf('{ dora: { external: true, can_create_group: true } }')).toEqual(['invalid']);
  expect(errorsOf('{ dora: { email: nobody } }')).toEqual(['bad-pattern']);
  for (const name of ['admin', 'Ghost', '-dora', 'dora.git', 'dörte'])
    expect(errorsOf(`{ '${name}': { note: n } }`), name).toEqual(['invalid']);
});

it('what has been said to be somebody else cannot be so', () => {
  expect(errorsOf('{ dora: { previously: Dora } }')).toEqual(['previously-itself']);
  expect(errorsOf('{ dora: { previously: fay }, erin: { previously: fay } }')).toEqual(['previously-twice']);
  expect(errorsOf('{ dora: { previously: fay }, fay: { state: absent } }')).toEqual(['previously-stays']);
});

it.each([
  [{ bot: true }, 'a bot or a service account'],
  [{ username: 'ghost1' }, 'a user of the platform itself'],
  [{}, undefined],
])('who is no person is held: %j', (more, held) => {
  expect(users.decode({ ...live, ...more }, lookAt({ type: 'instance' }))?.readOnlyReason).toBe(held);
});
