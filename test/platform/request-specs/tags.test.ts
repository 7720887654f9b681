import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { codeProject } from '../../sandbox/code.ts';

// What GitLab's own request specs say of tags (spec/requests/api/tags_spec.rb, 18.9).

const notThere = (thing: string) => [404, { message: `404 ${thing} Not Found` }];
const forbidden = [403, { message: '403 Forbidden' }];

/** A project whose tags v1.1.0, v1.10.0 and v1.2.0 were made on commits of ever later days. */
async function world() {
  const code = await codeProject();
  for (const [index, tag_name] of ['v1.1.0', 'v1.10.0', 'v1.2.0'].entries()) {
    code.gl.sandbox.platform.clock.advance(86_400_000);
    await code.commit([{ action: 'create', file_path: `f${index}`, content: 'x' }]);
    await code.gl.post(`${code.repo}/tags`, { tag_name, ref: 'main' });
  }
  const switchOff = async () => {
    const off = { repository_access_level: 'disabled', merge_requests_access_level: 'disabled' };
    await code.gl.put(`/projects/${code.id}`, { ...off, builds_access_level: 'disabled' });
  };
  return { ...code, dev: code.gl.as('dev'), guest: code.gl.as('guest'), switchOff };
}

describe('GET …/tags', () => {
  test('ordered by date, name or version, downwards unless told', async () => {
    const { repo, dev } = await world();
    const ask = async (query: string) => column(await dev.get(`${repo}/tags?${query}`), 'name');
    expect(await ask('')).toEqual(['v1.2.0', 'v1.10.0', 'v1.1.0']);
    expect(await ask('sort=asc')).toEqual(['v1.1.0', 'v1.10.0', 'v1.2.0']);
    expect(await ask('order_by=name')).toEqual(['v1.2.0', 'v1.10.0', 'v1.1.0']);
    expect(await ask('order_by=name&sort=asc')).toEqual(['v1.1.0', 'v1.10.0', 'v1.2.0']);
    expect(await ask('order_by=version&sort=asc')).toEqual(['v1.1.0', 'v1.2.0', 'v1.10.0']);
    expect(await ask('search=v1.1.0')).toEqual(['v1.1.0']);
    expect(await ask('search=^v1.1')).toEqual(['v1.10.0', 'v1.1.0']);
  });

  test('by number with totals, by key with a link while more follow; an unknown token is 422', async () => {
    const { repo, dev } = await world();
    expect((await dev.get(`${repo}/tags`)).headers.get('x-total')).toBe('3');
    const keyset = `${repo}/tags?pagination=keyset`;
    expect((await dev.get(`${keyset}&per_page=100`)).headers.get('link')).toBeNull();
    const cut = await dev.get(`${keyset}&per_page=2`);
    expect([column(cut, 'name'), cut.headers.get('link')]).toEqual([
      ['v1.2.0', 'v1.10.0'],
      expect.stringContaining('page_token=v1.10.0') as string,
    ]);
    expect(column(await dev.get(`${keyset}&page_token=v1.10.0`), 'name')).toEqual(['v1.1.0']);
    const unknown = [422, { message: 'Invalid page token: refs/tags/unknown' }];
    expect(told(await dev.get(`${keyset}&page_token=unknown`))).toEqual(unknown);
  });

  test.each(['', '/v1.1.0'])(
    'guests 403, strangers 404, a repository that is off 403; public for all: %s',
    async (tail) => {
      const { gl, repo, id, guest, dev, switchOff } = await world();
      expect(told(await guest.get(`${repo}/tags${tail}`))).toEqual(forbidden);
      expect(told(await gl.get(`${repo}/tags${tail}`, anonymous))).toEqual(notThere('Project'));
      await gl.put('/groups/acme', { visibility: 'public' });
      await gl.put(`/projects/${id}`, { visibility: 'public', releases_access_level: 'private' });
      const open = await gl.get(`${repo}/tags${tail}`, anonymous);
      expect(open.status).toBe(200);
      // What is released is for those who may see releases.
      expect(JSON.stringify(open.body)).not.toContain('"release"');
      expect(JSON.stringify((await dev.get(`${repo}/tags${tail}`)).body)).toContain('"release":null');
      await switchOff();
      expect(told(await dev.get(`${repo}/tags${tail}`))).toEqual(forbidden);
    },
  );

  test('a tag by itself, by the path of the project too; unknown ones and signatures are 404', async () => {
    const { repo, dev } = await world();
    const tag = await dev.get('/projects/acme%2Fapp/repository/tags/v1.1.0');
    expect(tag.object).toMatchObject({
      name: 'v1.1.0',
      message: '',
      release: null,
      protected: false,
      created_at: null,
    });
    expect(told(await dev.get(`${repo}/tags/unknown`))).toEqual(notThere('Tag'));
    expect(told(await dev.get(`${repo}/tags/unknown/signature`))).toEqual(notThere('Tag'));
    expect(told(await dev.get(`${repo}/tags/v1.1.0/signature`))).toEqual(notThere('Signature'));
  });
});

describe('POST and DELETE …/tags', () => {
  test('POST: 201; no name, a taken name and an unknown target are 400', async () => {
    const { gl, repo, dev, guest, switchOff } = await world();
    const send = async (tag_name: string, ref = 'main') => told(await dev.post(`${repo}/tags`, { tag_name, ref }));
    expect((await dev.post(`${repo}/tags`, { tag_name: 'v7.0.1', ref: 'main' })).object['name']).toBe('v7.0.1');
    expect(await send('new design')).toEqual([400, { message: 'Tag name invalid' }]);
    expect(await send('v7.0.1')).toEqual([400, { message: 'Tag v7.0.1 already exists' }]);
    expect(await send('v8', 'foo')).toEqual([400, { message: 'Target foo is invalid' }]);
    expect(told(await guest.post(`${repo}/tags`))).toEqual(forbidden);
    expect(told(await gl.as('reporter').post(`${repo}/tags`, { tag_name: 'v9', ref: 'main' }))).toEqual(forbidden);
    expect(told(await gl.post(`${repo}/tags`, {}, anonymous))).toEqual(notThere('Project'));
    await switchOff();
    expect(told(await dev.post(`${repo}/tags`))).toEqual(forbidden);
  });

  test('a message makes it an annotated tag: an object of its own, with a date', async () => {
    const { repo, dev } = await world();
    const made = await dev.post(`${repo}/tags`, { tag_name: 'v7.1.0', ref: 'main', message: 'Release 7.1.0' });
    expect(made.object).toMatchObject({ name: 'v7.1.0', message: 'Release 7.1.0' });
    const sha = (await dev.get(`${repo}/commits/v7.1.0`)).object['id'];
    expect(made.object['commit']).toMatchObject({ id: sha });
    expect(textOf(made.object['target'])).toMatch(/^[0-9a-f]{40}$/);
    expect(made.object['target']).not.toBe(sha);
    expect(textOf(made.object['created_at'])).toMatch(/^\d{4}-/);
    await dev.delete(`${repo}/tags/v7.1.0`);
    const plain = await dev.post(`${repo}/tags`, { tag_name: 'v7.1.0', ref: 'main' });
    expect(plain.object).toMatchObject({ message: '', target: sha, created_at: null });
  });

  test('DELETE: 204, 412 when stale, 404 unknown, 403 for guests and where the repository is off', async () => {
    const { gl, repo, dev, guest, switchOff } = await world();
    const stale = { 'If-Unmodified-Since': '2001-01-01T00:00:00Z' };
    expect((await dev.delete(`${repo}/tags/v1.1.0`, stale)).status).toBe(412);
    expect((await dev.delete(`${repo}/tags/v1.1.0`)).status).toBe(204);
    expect(told(await dev.delete(`${repo}/tags/v1.1.0`))).toEqual(notThere('Tag'));
    expect(told(await guest.delete(`${repo}/tags/v1.2.0`))).toEqual(forbidden);
    expect(told(await gl.as('reporter').delete(`${repo}/tags/unknown`))).toEqual(notThere('Tag'));
    expect(told(await gl.as('reporter').delete(`${repo}/tags/v1.2.0`))).toEqual(forbidden);
    await switchOff();
    expect(told(await dev.delete(`${repo}/tags/v1.2.0`))).toEqual(forbidden);
  });
});
