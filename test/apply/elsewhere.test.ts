import { describe, expect, it } from 'vitest';
import { answer, clientTo, serverOf } from './server.ts';

/** A server of somebody else, which answers everything as the platform would. */
function stranger() {
  return serverOf((response) => {
    answer(response, 200, [{ id: 666 }]);
  });
}

describe('the token never leaves for another host', () => {
  it.each([301, 302, 303, 307, 308])('a GET that is redirected by %i is followed here alone', async (status) => {
    const other = await stranger();
    const server = await serverOf((response, number) => {
      if (number === 0) answer(response, status, {}, { location: `${other.url}/api/v4/projects/7` });
      else answer(response, 200, { id: 7 });
    });
    expect(await clientTo(server.url).read({ path: '/projects/team%2Fapp' })).toEqual({ id: 7 });
    expect(server.asked.map(({ url }) => url)).toEqual(['/api/v4/projects/team%2Fapp', '/api/v4/projects/7']);
    expect(other.asked).toEqual([]);
  });

  it.each([301, 302, 307, 308])('a write that is redirected by %i is refused', async (status) => {
    const other = await stranger();
    const server = await serverOf((response) => {
      answer(response, status, {}, { location: `${other.url}/api/v4/groups` });
    });
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      await expect(clientTo(server.url).send({ method, path: '/groups' })).rejects.toMatchObject({ status });
    }
    expect(server.asked).toHaveLength(3);
    expect(other.asked).toEqual([]);
  });

  it('a redirect to what is no API is told, and followed nowhere', async () => {
    const other = await stranger();
    const server = await serverOf((response) => {
      answer(response, 302, {}, { location: `${other.url}/users/sign_in` });
    });
    await expect(clientTo(server.url).read({ path: '/user' })).rejects.toMatchObject({ code: 'redirected' });
    expect(server.asked).toHaveLength(1);
    expect(other.asked).toEqual([]);
  });

  it('redirects that lead to one another come to an end', async () => {
    const server = await serverOf((response, number) => {
      answer(response, 301, {}, { location: `/api/v4/projects/${number}` });
    });
    await expect(clientTo(server.url).read({ path: '/projects/a%2Fb' })).rejects.toMatchObject({ status: 301 });
    expect(server.asked).toHaveLength(2);
  });

  it('the next page is asked of the same host, wherever its Link points', async () => {
    const other = await stranger();
    const server = await serverOf((response, number) => {
      const link = `<${other.url}/api/v4/groups?cursor=next>; rel="next"`;
      answer(response, 200, [{ id: number }], number === 0 ? { link } : {});
    });
    expect(await clientTo(server.url).read({ path: '/groups', pages: true })).toEqual([{ id: 0 }, { id: 1 }]);
    expect(server.asked.map(({ url }) => url)).toEqual(['/api/v4/groups?per_page=100', '/api/v4/groups?cursor=next']);
    expect(other.asked).toEqual([]);
  });

  it('what is asked here bears it', async () => {
    const server = await serverOf((response) => {
      answer(response, 200, {});
    });
    await clientTo(server.url).read({ path: '/user' });
    expect(server.asked).toEqual([{ method: 'GET', url: '/api/v4/user', token: 'glpat-of-the-test' }]);
  });
});
