import { expect, it } from 'vitest';
import { runChange } from '../../../src/engine/apply/run-change.ts';
import type { Change, JsonObject } from '../../../src/model.ts';
import { changeOf } from '../../apply/change.ts';
import { workshopOf } from './apply-context.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBY2eqy2ekoBfI2oq5VoLMs5CGN4D3EU3aCg4MVWRMfE';
const address = 'project[plat/app]/deploy_key[y]';
const foreign = { id: 7, title: 'foreign', key: KEY, can_push: true, expires_at: null };

function made(more: Partial<Change> = {}): Change {
  const fields = [{ path: 'key', from: undefined, to: KEY }];
  const calls = [
    { method: 'POST', path: '/projects/1/deploy_keys', body: { title: 'y', key: KEY } },
    { method: 'PUT', path: '/projects/1/deploy_keys/7', body: { title: 'y' } },
  ] as const;
  return changeOf(address, fields, { action: 'create', calls, ...more });
}

/** A platform that lists these keys, and answers with one whose title it changes when it is told to. */
function platform(listed: readonly JsonObject[]) {
  return workshopOf({
    read: () => listed,
    send: ({ method }) => (method === 'PUT' ? { ...foreign, title: 'y' } : foreign),
  });
}

it('a thing that comes after the last look is joined as it is, and the change fails with that', async () => {
  const workshop = platform([]);
  const outcome = await runChange(made(), workshop);
  expect(outcome).toMatchObject({
    status: 'failed',
    failure: {
      code: 'not-accepted',
      message: expect.stringContaining('GitLab had the same thing already, `foreign` (id 7)') as string,
    },
    sent: [{ method: 'POST' }],
  });
  expect(workshop.sent.map(({ method }) => method)).toEqual(['POST']);
});

it('one that is listed keeps anything from being sent, and one that the plan has told of does not', async () => {
  const unknown = platform([foreign]);
  expect(await runChange(made(), unknown)).toMatchObject({ failure: { code: 'overtaken' } });
  expect(unknown.sent).toEqual([]);
  const known = platform([foreign]);
  expect(await runChange(made({ seen: { reads: [], key: '', hash: '', thing: 7 } }), known)).toMatchObject({
    status: 'done',
  });
  expect(known.sent.map(({ method }) => method)).toEqual(['POST', 'PUT']);
});

it('one of the same name is what another part of the same plan has made', async () => {
  const own = { ...foreign, title: 'y' };
  const workshop = workshopOf({ read: () => [own], send: () => own });
  expect(await runChange(made(), workshop)).toMatchObject({ status: 'done' });
});
