import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorCode } from '../../../src/api/api-error.ts';
import { Secret } from '../../../src/base/secret.ts';
import { unwritableJournal } from '../../../src/engine/apply/journal/journal-file.ts';
import { runCall } from '../../../src/engine/apply/run-call.ts';
import type { Call, Change } from '../../../src/model.ts';
import { Finding, Joined, Ref } from '../../../src/placeholders.ts';
import { changeOf } from '../../apply/change.ts';
import { workshopOf, type Bench } from './apply-context.ts';

const post: Call = { method: 'POST', path: '/groups/a/hooks', body: { url: 'https://ci.example.com' } };
const hook = { id: 3, name: 'ci', url: 'https://ci.example.com' };
const address = 'group[a]/hook[ci]';
/** What the answers to calls of hooks look like. */
const expects = { shows: ['id', 'url'], mayBeQueued: false };

function of(call: Call, more: Partial<Change> = {}): Change {
  return changeOf(address, [], { action: 'create', calls: [call], ...more });
}

/** Why a call failed against a platform that throws this. */
function failing(error: Error, call: Call = post, change = of(call)) {
  const workshop = workshopOf({
    send: () => {
      throw error;
    },
  });
  return runCall(call, change, workshop).then((failure) => ({ failure, log: workshop.log }));
}

function apiError(trouble: ApiErrorCode, detail: ConstructorParameters<typeof ApiError>[3] = {}): ApiError {
  return new ApiError(trouble, 'one sentence', { method: 'POST', path: '/x' }, detail);
}

describe('a call', () => {
  it('is written down before it is sent, and what it made is remembered', async () => {
    const workshop = workshopOf({ send: () => hook });
    workshop.made.set(address, { earlier: 1, id: 1 });
    expect(await runCall(post, of(post), workshop)).toBeUndefined();
    expect(workshop.log).toEqual([`intend ${address} POST /groups/a/hooks`, 'POST /groups/a/hooks']);
    expect(workshop.sent).toEqual([{ ...post, query: undefined, headers: {}, expects }]);
    expect(workshop.made.get(address)).toEqual({ earlier: 1, ...hook });
  });

  it('is not sent where it cannot be written down first', async () => {
    const workshop = workshopOf();
    const full = unwritableJournal('j.jsonl', new Error('ENOSPC: no space left on device, write'));
    const journal = { ...workshop.journal, intend: () => Promise.reject(full) };
    expect(await runCall(post, of(post), { ...workshop, journal })).toEqual({
      code: 'journal',
      message: 'nothing was sent, since it could not be written into the journal first',
      call: { method: 'POST', path: '/groups/a/hooks' },
    });
    expect(workshop.sent).toEqual([]);
  });

  it('without an answer is done', async () => {
    const call: Call = { method: 'DELETE', path: '/groups/a/hooks/3', query: { force: true } };
    const workshop = workshopOf();
    expect(await runCall(call, of(call, { action: 'delete' }), workshop)).toBeUndefined();
    expect(workshop.sent).toEqual([{ ...call, body: undefined, headers: {}, expects }]);
    expect(workshop.made.size).toBe(0);
  });

  it('is filled with secrets, with what other changes have made, with its own answers and with what is looked up', async () => {
    const call: Call = {
      method: 'PUT',
      path: '/groups/a/hooks/{id}',
      body: {
        token: new Secret({ type: 'env', name: 'HOOK' }),
        role: new Ref('instance/member_role[r]', 'id'),
        user: new Finding({ path: '/users', query: { username: 'u' } }, 'id'),
      },
    };
    const workshop = workshopOf({ send: () => hook, read: () => [{ id: 9 }], env: { HOOK: 'hush' } });
    workshop.made.set('instance/member_role[r]', { id: 7 });
    workshop.made.set(address, { id: 3 });
    expect(await runCall(call, of(call), workshop)).toBeUndefined();
    expect(workshop.sent[0]).toMatchObject({
      path: '/groups/a/hooks/3',
      body: { token: 'hush', role: 7, user: 9 },
    });
  });

  it('looks what it needs up once, unless it could not be had', async () => {
    const user = new Finding({ path: '/users', query: { username: 'u' } }, 'id');
    const call: Call = { ...post, body: { user, again: new Joined([user, 'x']) } };
    let asked = 0;
    const workshop = workshopOf({ send: () => ({}), read: () => (asked++ === 0 ? [] : [{ id: 9 }]) });
    expect(await runCall(call, of(call), workshop)).toMatchObject({ code: 'refused' });
    await runCall(call, of(call), workshop);
    await runCall(call, of(call), workshop);
    expect(workshop.sent.map(({ body }) => body)).toEqual([
      { user: 9, again: '9,x' },
      { user: 9, again: '9,x' },
    ]);
    expect(asked).toBe(2);
  });

  it('names the look-up that failed, and not itself, where what it names could not be looked up', async () => {
    const call: Call = { ...post, body: { user: new Finding({ path: '/users', query: { username: 'u' } }, 'id') } };
    const trouble = (status: number, code: ApiErrorCode): Error =>
      new ApiError(code, 'one sentence', { method: 'GET', path: '/users' }, { status });
    for (const [status, code] of [
      [503, 'server-error'],
      [403, 'forbidden'],
    ] as const) {
      const workshop = workshopOf({
        read: () => {
          throw trouble(status, code);
        },
      });
      expect(await runCall(call, of(call), workshop)).toEqual({
        code: 'refused',
        message: 'nothing was sent, since what it names could not be looked up: one sentence',
        call: { method: 'GET', path: '/users' },
        status,
        remedy: 'apply again: what is done by now is known then',
      });
      expect(workshop.sent).toEqual([]);
    }
  });

  it.each<[NonNullable<Bench['read']>, string]>([
    [() => [], 'nothing is found by GET /users for u'],
    [() => [{ id: 1 }, { id: 2 }], '2 objects are found by GET /users for u'],
    [() => ({ name: 'x' }), '1 objects are found by GET /users for u'],
    [() => undefined, 'nothing is found by GET /users for u'],
  ])('is refused where not exactly one object is found (%#)', async (read, message) => {
    const call: Call = { ...post, body: { user: new Finding({ path: '/users', query: { username: 'u' } }, 'id') } };
    const workshop = workshopOf({ read });
    const failure = await runCall(call, of(call), workshop);
    const remedy =
      'check the spelling, or declare a new one in `users` of the instance; who comes from a directory may have to sign in first';
    expect(failure).toEqual({ code: 'refused', message, call: { method: 'GET', path: '/users' }, remedy });
    expect(workshop.log).toEqual([`refused ${address}`]);
  });

  it('whose secret is not to be had is not sent', async () => {
    const call: Call = { ...post, body: { token: new Secret({ type: 'env', name: 'HOOK' }) } };
    const workshop = workshopOf();
    expect(await runCall(call, of(call), workshop)).toEqual({
      code: 'secret',
      message: 'the variable HOOK is not set',
      call: { method: 'POST', path: post.path },
    });
    expect(workshop.log).toEqual([]);
  });

  it('deletes nothing that was changed since the instance was first asked', async () => {
    const call: Call = { method: 'DELETE', path: '/x', unlessModified: true };
    const headersOf = async (asked: Call, askedAt: string) => {
      const workshop = workshopOf({ askedAt });
      await runCall(asked, of(asked), workshop);
      return workshop.sent[0]?.headers;
    };
    const askedAt = 'Sat, 31 Jan 2026 12:00:00 GMT';
    expect(await headersOf(call, askedAt)).toEqual({ 'if-unmodified-since': 'Sat, 31 Jan 2026 12:00:01 GMT' });
    expect(await headersOf(call, '')).toEqual({});
    expect(await headersOf({ method: 'DELETE', path: '/x' }, askedAt)).toEqual({});
  });
});

describe('an answer', () => {
  const dropped = of(post, { fields: [{ path: 'push_events', from: undefined, to: true }] });
  const answer = { ...hook, push_events: false };

  it('that does not show what was sent is no success', async () => {
    const workshop = workshopOf({ send: () => answer });
    expect(await runCall(post, dropped, workshop)).toEqual({
      code: 'not-accepted',
      message: 'GitLab took the call, and did not do what it asks for',
      call: { method: 'POST', path: post.path },
      serverMessage: 'it answers with success, but push_events is not true',
      remedy: 'see whether this tier and this user may set it',
    });
  });

  it('is not held against what was sent where it shows a part, belongs to a deletion, or is not the last', async () => {
    const partial: Call = { ...post, answer: 'partial' };
    const deletion: Call = { ...post, method: 'DELETE' };
    for (const change of [
      { ...dropped, calls: [partial] },
      { ...dropped, calls: [deletion] },
      { ...dropped, calls: [post, partial] },
    ]) {
      const [call = post] = change.calls;
      expect(await runCall(call, change, workshopOf({ send: () => answer }))).toBeUndefined();
    }
  });

  it('has a secret that is kept before anything else, or there is no success', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'keelson-sink-')), 'token');
    const call: Call = { ...post, answer: 'partial', saveSecretTo: { field: 'token', files: [file] } };
    const workshop = workshopOf({ send: () => ({ id: 3, token: 'hush' }) });
    expect(await runCall(call, of(call), workshop)).toBeUndefined();
    expect(readFileSync(file, 'utf8')).toBe('hush\n');
    const unsent = workshopOf({
      send: () => {
        throw new Error('nobody expected a call');
      },
    });
    expect(await runCall(call, of(call), unsent)).toEqual({
      code: 'secret',
      message: `the secret in the answer would have nowhere to go: ${file} is there already, and is not written over`,
      call: { method: 'POST', path: post.path },
      remedy: 'move that away, or name another file, and apply again',
    });
    rmSync(file);
    const remedy = 'mend the file that the secret goes to, and apply again: what was made without it is made anew';
    const without = workshopOf({ send: () => ({ id: 3, token: 5 }) });
    expect(await runCall(call, of(call), without)).toEqual({
      code: 'sink',
      message: 'the secret in the answer could not be kept: the answer has no token',
      call: { method: 'POST', path: post.path },
      remedy,
    });
    expect(without.made.size).toBe(0);
    const nowhere: Call = { ...call, saveSecretTo: { field: 'token', files: ['/dev/null/token'] } };
    expect(await runCall(nowhere, of(nowhere), workshop)).toMatchObject({
      code: 'sink',
      message: expect.stringMatching(/could not be kept: (ENOTDIR|EEXIST)/) as unknown,
    });
  });
});

describe('a refusal', () => {
  const call = { method: 'POST', path: post.path };

  it('is told in the words of the platform, and written down', async () => {
    const { failure, log } = await failing(apiError('refused', { status: 400, serverMessage: 'name is taken' }));
    expect(failure).toEqual({
      code: 'refused',
      message: 'GitLab refuses it',
      call,
      status: 400,
      serverMessage: 'name is taken',
    });
    expect(log.at(-1)).toBe(`refused ${address}`);
  });

  it('without words is told in ours', async () => {
    const { failure } = await failing(apiError('refused', { status: 400 }));
    expect(failure).toMatchObject({ code: 'refused', message: 'one sentence', serverMessage: undefined });
  });

  it.each([
    [
      { code: 'rate-limited', status: 429, serverMessage: 'Retry later' },
      { code: 'rate-limited', message: 'GitLab still refuses it for a limit after several tries' },
      'lower --concurrency, or apply again later',
    ],
    [
      { code: 'unauthorized', status: 401, serverMessage: 'Token was revoked', body: { error: 'invalid_token' } },
      { code: 'unauthorized', message: 'GitLab does not accept the token any more' },
      'apply again with a token that is valid and not expired',
    ],
    // What the user may not, or the tier lacks, is answered like this as well.
    [
      { code: 'unauthorized', status: 401, serverMessage: '401 Unauthorized', body: { message: '401 Unauthorized' } },
      { code: 'refused', message: 'GitLab refuses it' },
      undefined,
    ],
  ] as const)('for a limit, or of the token, is told to be one: %j', async ({ code, ...detail }, told, remedy) => {
    const { failure, log } = await failing(apiError(code, detail));
    const { status, serverMessage } = detail;
    expect(failure).toEqual({ ...told, call, status, serverMessage, ...(remedy !== undefined && { remedy }) });
    expect(log.at(-1)).toBe(`refused ${address}`);
  });

  it('is none where the answer was lost, or none was to be had', async () => {
    const broken = await failing(
      apiError('server-error', { status: 500, serverMessage: 'oops', outcomeUnknown: true }),
    );
    const said = 'GitLab failed at it (500), and nobody can say whether any of it was done';
    expect(broken.failure).toMatchObject({ code: 'unknown-outcome', message: said, serverMessage: 'oops' });
    const lost = await failing(apiError('server-error', { status: 502, serverMessage: 'oops', outcomeUnknown: true }));
    expect(lost.failure).toEqual({
      code: 'unknown-outcome',
      message: 'the answer was lost, so that nobody can say whether this was done',
      call,
      status: 502,
      serverMessage: 'oops',
      remedy: 'plan again: it shows what is left to do',
    });
    expect(lost.log.at(-1)).toBe('POST /groups/a/hooks');
    const gone = await failing(apiError('unreachable'));
    const remedy = 'apply again once it answers: nothing of this was done';
    expect(gone.failure).toEqual({ code: 'unreachable', message: 'one sentence', call, remedy, unanswered: true });
  });

  it('of what a tier lacks names the tier, since the platform does not', async () => {
    const role = (status: number, to = 'instance/member_role[r]') => {
      const change = changeOf(to, [], { action: 'create', calls: [post] });
      return failing(apiError('refused', { status, serverMessage: 'x' }), post, change).then(
        ({ failure }) => failure?.remedy,
      );
    };
    const remedy =
      'member_roles need GitLab Ultimate: see whether this instance (GitLab 18.9.0-ee) has it, and whether this user may';
    expect(await Promise.all([401, 403, 404].map((status) => role(status)))).toEqual([remedy, remedy, remedy]);
    expect([await role(400), await role(403, address)]).toEqual([undefined, undefined]);
    const lost = changeOf('instance/member_role[r]', [], { calls: [post] });
    const { failure } = await failing(apiError('server-error', { status: 404, outcomeUnknown: true }), post, lost);
    expect(failure?.remedy).toBe('plan again: it shows what is left to do');
  });

  it('is nothing that nobody foresaw: that is thrown', async () => {
    await expect(failing(new TypeError('a mistake of ours'))).rejects.toThrow('a mistake of ours');
  });
});
