import { expect, it } from 'vitest';
import { answer, clientTo, serverOf } from '../apply/server.ts';

const post = (url: string) => clientTo(url).send({ method: 'POST', path: '/groups', body: { name: 'a' } });

it.each([
  [400, 'text/plain', 'Bad Request', {}, 'refused'],
  [403, 'application/json', '{"message":"403 Forbidden"}', {}, 'forbidden'],
  [413, 'application/json', '{"message":"413 Request Entity Too Large"}', {}, 'refused'],
])('%i %s %s is a no of GitLab, by which nothing was done', async (status, type, body, headers, code) => {
  const { url, asked } = await serverOf((response) => {
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  });
  await expect(post(url)).rejects.toMatchObject({ status, code, outcomeUnknown: false });
  expect(asked).toHaveLength(1);
});

it.each([
  [400, 'text/html', '<html>400 The plain HTTP request was sent to HTTPS port</html>', 'no JSON'],
  [403, 'text/html', '<html>Blocked</html>', 'no JSON'],
  [403, 'text/plain', '', 'nothing in it'],
  [404, 'text/html', '<html>Not here</html>', 'no JSON'],
  [413, 'text/html', '<html>Too large</html>', 'no JSON'],
  [429, 'text/html', '<html>Slow down</html>', 'no JSON'],
  [429, 'text/plain', 'Too many requests', 'no JSON'],
  [499, 'text/plain', 'client closed request', 'no JSON'],
  [403, 'application/json', '{"code":"waf","reason":"blocked"}', 'no reason in it'],
  [409, 'application/json', '{"status":"conflict"}', 'no reason in it'],
  [302, 'text/html', '<html>Sign in</html>', 'no JSON'],
])('%i %s %j is no answer of GitLab: the call may have been done, and is not sent again', async (...said) => {
  const [status, type, body, what] = said;
  const { url, asked } = await serverOf((response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await expect(post(url)).rejects.toMatchObject({
    status,
    code: 'not-gitlab',
    outcomeUnknown: true,
    message: `POST /groups was answered with ${status} and ${what}`,
  });
  expect(asked).toHaveLength(1);
});

it('a DELETE that a gateway refused for a limit, and that finds nothing the next time, may have been done', async () => {
  const { url } = await serverOf((response, number) => {
    if (number === 0) response.writeHead(429, { 'content-type': 'text/html', 'retry-after': '0' }).end('<html>');
    else answer(response, 404, { message: '404 Group Not Found' });
  });
  expect(await clientTo(url).send({ method: 'DELETE', path: '/groups/1' })).toBeUndefined();
});
