import { expect, it, onTestFinished } from 'vitest';
import { createHarRecorder } from '../../src/api/har.ts';
import type { Answer, Request } from '../../src/api/exchange.ts';
import { forgetValues, hideValues } from '../../src/base/hidden-values.ts';
import type { Json } from '../../src/model.ts';

const started = new Date('2026-01-31T12:00:00Z');

function recorded(request: Request, answer: Partial<Answer>, secretFields: readonly string[] = []) {
  const recorder = createHarRecorder('https://gitlab.example.com/', '1.2.3', secretFields);
  recorder.witness(
    request,
    { status: 200, body: undefined, isJson: true, header: () => undefined, ...answer },
    started,
    7,
  );
  return recorder.text();
}

/** What a recorder makes of the bodies of one exchange. */
function bodies(sent: Json, body: Json, secretFields: readonly string[] = []): { sent: Json; shown: Json } {
  const har = JSON.parse(recorded({ method: 'PUT', path: '/api/v4/x', body: sent }, { body }, secretFields)) as {
    log: { entries: { request: { postData: { text: string } }; response: { content: { text: string } } }[] };
  };
  const [entry] = har.log.entries;
  return {
    sent: JSON.parse(entry?.request.postData.text ?? '') as Json,
    shown: JSON.parse(entry?.response.content.text ?? '') as Json,
  };
}

it('an exchange is written down as HAR 1.2', () => {
  const text = recorded({ method: 'GET', path: '/api/v4/groups?page=2&search=a%20b' }, { body: [{ id: 1 }] });
  expect(text).toContain('\n "log"');
  expect(JSON.parse(text)).toEqual({
    log: {
      version: '1.2',
      creator: { name: 'keelson', version: '1.2.3' },
      entries: [
        {
          startedDateTime: '2026-01-31T12:00:00.000Z',
          time: 7,
          request: {
            method: 'GET',
            url: 'https://gitlab.example.com/api/v4/groups?page=2&search=a%20b',
            httpVersion: 'HTTP/1.1',
            cookies: [],
            headers: [],
            queryString: [
              { name: 'page', value: '2' },
              { name: 'search', value: 'a b' },
            ],
            headersSize: -1,
            bodySize: -1,
          },
          response: {
            status: 200,
            statusText: '',
            httpVersion: 'HTTP/1.1',
            cookies: [],
            headers: [],
            content: { size: -1, mimeType: 'application/json', text: '[{"id":1}]' },
            redirectURL: '',
            headersSize: -1,
            bodySize: -1,
          },
          cache: {},
          timings: { send: 0, wait: 7, receive: 0 },
        },
      ],
    },
  });
});

it('the body that is sent is JSON, and an answer that is none is left out', () => {
  const post = recorded(
    { method: 'POST', path: '/api/v4/groups', body: { name: 'a' } },
    { isJson: false, body: 'hush' },
  );
  expect(JSON.parse(post)).toMatchObject({
    log: {
      entries: [
        {
          request: { postData: { mimeType: 'application/json', text: '{"name":"a"}' } },
          response: { content: { mimeType: 'text/plain', text: '' } },
        },
      ],
    },
  });
  expect(post).not.toContain('hush');
  const empty = recorded({ method: 'GET', path: '/api/v4/x' }, { body: undefined });
  expect(JSON.parse(empty)).toMatchObject({ log: { entries: [{ response: { content: { text: 'null' } } }] } });
});

it('secrets are masked by the name of their field, at any depth, in requests and in answers', () => {
  const hidden = {
    token: 'a',
    runners_token: 'b',
    private_token: 'c',
    access_token: 'd',
    invite_token: 'e',
    feed_token: 'f',
    password: 'g',
    public_key: 'glet_1',
    sentry_dsn: 'https://glet_1@gitlab.example.com/errortracking/api/v1/projects/1',
    own: 'h',
  };
  const masked = Object.fromEntries(Object.keys(hidden).map((name) => [name, '(secret)']));
  expect(bodies({ ...hidden, name: 'x' }, [{ inner: { ...hidden, id: 4 } }], ['own'])).toEqual({
    sent: { ...masked, name: 'x' },
    shown: [{ inner: { ...masked, id: 4 } }],
  });
  expect(bodies({ own: 'h' }, null)).toEqual({ sent: { own: 'h' }, shown: null });
});

it('that a secret is there, or is not, is no secret; a whole object under its name is', () => {
  const shown = { token: null, password: true, access_token: { deep: 'x' }, feed_token: 0 };
  expect(bodies({}, shown).shown).toEqual({
    token: null,
    password: true,
    access_token: '(secret)',
    feed_token: '(secret)',
  });
});

it('the value beside a key is masked, and a value on its own is not', () => {
  const shown = { headers: [{ key: 'X-One', value: 'hush' }], value: 'seen', key: 'also seen' };
  expect(bodies({}, [shown.headers, { value: 'seen' }, { key: 'seen' }]).shown).toEqual([
    [{ key: 'X-One', value: '(secret)' }],
    { value: 'seen' },
    { key: 'seen' },
  ]);
});

it('a secret that was sent is masked wherever the answer says it again, under whatever name', () => {
  const sent = { name: 'x', inner: [{ token: 'hush-hush' }], variables: [{ key: 'k', value: 'whisper' }], password: 7 };
  const shown = {
    url: 'https://a/?t=hush-hush',
    list: ['whisper', 'x', 7],
    message: { base: ['no hush-hush'], 'hush-hush': ['is invalid'] },
    name: 'x',
  };
  expect(bodies(sent, shown).shown).toEqual({
    url: '(secret)',
    list: ['(secret)', 'x', 7],
    message: { base: ['(secret)'], '(secret)': ['is invalid'] },
    name: 'x',
  });
  expect(bodies({ token: 'a&b 1' }, { error: 'no a%26b+1', name: 'a&amp;b 1' }).shown).toEqual({
    error: '(secret)',
    name: '(secret)',
  });
  expect(bodies({ token: '123456', password: '12' }, [123456, 12]).shown).toEqual(['(secret)', 12]);
  expect(bodies({ name: 'whisper', token: null }, { name: 'whisper' }).shown).toEqual({ name: 'whisper' });
  expect(bodies('text', 'text')).toEqual({ sent: 'text', shown: 'text' });
});

/** Of the shape of a token of the platform, and none. */
const MADE = ['glrt', 'x7Qd2Lm9Vb4Tz1Kw6RpN'].join('-');
const login = (token: string): string => `Basic ${Buffer.from(`oauth2:${token}`).toString('base64')}`;

it('what an answer has made is in no other field of it, nor in a later answer, in whatever form', () => {
  onTestFinished(forgetValues);
  const recorder = createHarRecorder('https://gitlab.example.com/', '1.2.3', []);
  const answer = { status: 201, isJson: true, header: () => undefined };
  const post: Request = { method: 'POST', path: '/api/v4/user/runners' };
  recorder.witness(post, { ...answer, body: { id: 1, login: login(MADE), token: MADE } }, started, 7);
  recorder.witness({ ...post, method: 'GET' }, { ...answer, body: [{ curl: login(MADE) }] }, started, 7);
  const text = recorder.text();
  expect(text).not.toContain(MADE);
  expect(text).not.toContain(login(MADE).slice(0, -4));
  expect(text).toContain('Basic (secret)');
});

it.each<[string, Json, Json]>([
  [
    'of an event of an audit',
    { details: { change: 'runners_token', from: 'old-word', to: 'new-word', author: 'ann' } },
    { details: { change: 'runners_token', from: '(secret)', to: '(secret)', author: 'ann' } },
  ],
  [
    'of an event that tells of no secret',
    { details: { change: 'visibility', from: 'private', to: 'public' } },
    { details: { change: 'visibility', from: 'private', to: 'public' } },
  ],
  [
    'of a row with a name',
    [{ name: 'deploy_token', value: 'old-word' }],
    [{ name: 'deploy_token', value: '(secret)' }],
  ],
  [
    'of a registry',
    { auths: { r: { auth: 'old-word' } }, connection_string: 'old-word', authored: 'ann' },
    { auths: { r: { auth: '(secret)' } }, connection_string: '(secret)', authored: 'ann' },
  ],
])('what the name of a secret stands beside is masked: %s', (_, body, shown) => {
  expect(bodies({}, body).shown).toEqual(shown);
});

it.each<[string, (pieces: readonly string[]) => Json]>([
  ['in a list', (pieces) => ({ message: [...pieces] })],
  ['in fields', ([one = '', two = '', ...rest]) => ({ message: { value: [one, two] }, rest: rest.join('') })],
  ['in fields with names between', (pieces) => Object.fromEntries(pieces.map((piece, at) => [`part_${at}`, piece]))],
])('an answer that says a secret in pieces is left out: %s', (_, body) => {
  const secret = 'Zk39dQpLm27XvTbWq4Rt';
  const pieces = secret.match(/.{1,5}/g) ?? [];
  expect(bodies({ token: secret }, body(pieces)).shown).toBe('(secret)');
  onTestFinished(forgetValues);
  hideValues([secret]);
  expect(bodies({ description: 'of us' }, body(pieces)).shown).toBe('(secret)');
});

it('what is called by a secret is called without it, in the path and in the query, however short it is', () => {
  onTestFinished(forgetValues);
  hideValues(['Zq7x']);
  const text = recorded(
    { method: 'DELETE', path: '/api/v4/groups/1/variables/a%2FZq7x?filter%5Benvironment_scope%5D=e%2FZq7x' },
    { body: null },
  );
  expect(text).not.toContain('Zq7x');
  expect(text).toContain('/api/v4/groups/1/variables/a%2F(secret)?filter%5Benvironment_scope%5D=e%2F(secret)');
});
