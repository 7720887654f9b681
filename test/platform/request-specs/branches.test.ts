import { describe, expect, test } from 'vitest';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { codeProject } from '../../sandbox/code.ts';

// What GitLab's own request specs say of branches (spec/requests/api/branches_spec.rb, 18.9).

const notThere = (thing: string) => [404, { message: `404 ${thing} Not Found` }];
const badName = [400, { message: 'The branch refname is invalid' }];
const off = { repository_access_level: 'disabled', merge_requests_access_level: 'disabled' };

/** A project with branches whose names have a dot and a slash. */
async function world() {
  const code = await codeProject();
  for (const branch of ['feature', 'ends-with.json', 'improve/awesome', 'prefix/branch']) {
    await code.gl.post(`${code.repo}/branches`, { branch, ref: 'main' });
  }
  const open = async () => {
    await code.gl.put('/groups/acme', { visibility: 'public' });
    await code.gl.put(`/projects/${code.id}`, { visibility: 'public' });
  };
  const switchOff = () => code.gl.put(`/projects/${code.id}`, { ...off, builds_access_level: 'disabled' });
  return { ...code, maint: code.gl.as('maint'), dev: code.gl.as('dev'), guest: code.gl.as('guest'), open, switchOff };
}

const names = ['ends-with.json', 'feature', 'improve/awesome', 'main', 'prefix/branch'];

describe('GET …/branches', () => {
  test('by name, counted, searched and sorted; for everyone in a public project', async () => {
    const { gl, repo, maint, open } = await world();
    const list = await maint.get(`${repo}/branches`);
    expect([list.status, column(list, 'name'), list.headers.get('x-total')]).toEqual([200, names, '5']);
    expect(column(await maint.get(`${repo}/branches?per_page=2&page=2`), 'name')).toEqual(names.slice(2, 4));
    expect(column(await maint.get(`${repo}/branches?search=feat`), 'name')).toEqual(['feature']);
    expect((await maint.get(`${repo}/branches?search=no_such_branch`)).body).toEqual([]);
    expect(column(await maint.get(`${repo}/branches?sort=name_asc`), 'name')).toEqual(names);
    expect((await maint.get(`${repo}/branches?sort=unknown`)).body).toEqual({
      error: 'sort does not have a valid value',
    });
    expect((await maint.get('/projects/acme%2Fapp/repository/branches')).list.length).toBe(5);
    await open();
    expect(column(await gl.get(`${repo}/branches`, anonymous), 'name')).toEqual(names);
  });

  test('by key: after a token, without a link at the end, whatever the page', async () => {
    const { repo, maint } = await world();
    const keyset = `${repo}/branches?pagination=keyset`;
    const whole = await maint.get(`${keyset}&per_page=100&page=2`);
    expect([column(whole, 'name'), whole.headers.get('link')]).toEqual([names, null]);
    const cut = await maint.get(`${keyset}&per_page=2`);
    expect(cut.headers.get('link')).toContain('page_token=feature');
    expect(column(await maint.get(`${keyset}&page_token=feature`), 'name')).toEqual(names.slice(2));
    expect(column(await maint.get(`${repo}/branches?page_token=feature`), 'name')).toEqual(names);
  });

  test('403 for guests, 404 without a token or where the repository is off', async () => {
    const { gl, repo, guest, maint, switchOff } = await world();
    expect(told(await guest.get(`${repo}/branches`))).toEqual([403, { message: '403 Forbidden' }]);
    expect(told(await gl.get(`${repo}/branches`, anonymous))).toEqual(notThere('Project'));
    await switchOff();
    expect((await maint.get(`${repo}/branches`)).status).toBe(404);
  });
});

describe('GET …/branches/:branch', () => {
  test('a branch with its fields, also with a dot or an escaped slash, not with a plain slash', async () => {
    const { repo, maint } = await world();
    const branch = await maint.get(`${repo}/branches/feature`);
    expect(Object.keys(branch.object).sort()).toEqual([
      ...['can_push', 'commit', 'default', 'developers_can_merge', 'developers_can_push', 'merged', 'name'],
      ...['protected', 'web_url'],
    ]);
    for (const name of ['ends-with.json', 'improve/awesome']) {
      expect((await maint.get(`${repo}/branches/${encodeURIComponent(name)}`)).object['name']).toBe(name);
    }
    expect((await maint.get(`${repo}/branches/improve/awesome`)).status).toBe(404);
    expect(told(await maint.get(`${repo}/branches/prefix`))).toEqual(notThere('Branch'));
    expect(told(await maint.get(`${repo}/branches/unknown`))).toEqual(notThere('Branch'));
    expect(told(await maint.get(`${repo}/branches/branch*`))).toEqual(badName);
  });

  test('can_push: Maintainers may, strangers may not, Developers not to a protected branch', async () => {
    const { gl, repo, maint, dev, open } = await world();
    const may = async (client = maint, headers = {}) =>
      (await client.get(`${repo}/branches/feature`, headers)).object['can_push'];
    expect([await may(), await may(dev)]).toEqual([true, true]);
    await maint.put(`${repo}/branches/feature/protect`);
    expect([await may(), await may(dev)]).toEqual([true, false]);
    await open();
    expect(await may(gl, anonymous)).toBe(false);
  });

  test('HEAD is 204 or 404, without a body', async () => {
    const { gl, repo } = await world();
    const head = async (name: string) => {
      const url = `${gl.sandbox.url}/api/v4${repo}/branches/${name}`;
      const answer = await fetch(url, { method: 'HEAD', headers: { 'PRIVATE-TOKEN': gl.token } });
      return [answer.status, await answer.text()];
    };
    expect(await head('feature')).toEqual([204, '']);
    expect(await head('unknown')).toEqual([404, '']);
  });
});

describe('PUT …/protect and …/unprotect', () => {
  test('what Developers may do is what was said last', async () => {
    const { repo, maint } = await world();
    const protect = async (body = {}) => {
      const { object } = await maint.put(`${repo}/branches/feature/protect`, body);
      return [object['protected'], object['developers_can_push'], object['developers_can_merge']];
    };
    expect(await protect()).toEqual([true, false, false]);
    expect(await protect({ developers_can_push: true })).toEqual([true, true, false]);
    expect(await protect({ developers_can_push: false, developers_can_merge: true })).toEqual([true, false, true]);
    expect(await protect({ developers_can_push: true, developers_can_merge: true })).toEqual([true, true, true]);
    expect(await protect({ developers_can_push: false, developers_can_merge: false })).toEqual([true, false, false]);
    for (const again of [1, 2]) {
      const { status, object } = await maint.put(`${repo}/branches/feature/unprotect`);
      expect([again, status, object['name'], object['protected']]).toEqual([again, 200, 'feature', false]);
    }
    const escaped = await maint.put(`${repo}/branches/improve%2Fawesome/protect`);
    expect([escaped.status, escaped.object['name'], escaped.object['protected']]).toEqual([
      200,
      'improve/awesome',
      true,
    ]);
  });

  test.each(['protect', 'unprotect'])('%s: unknown 404, no name 400, guests 403, nobody 404, off 404', async (verb) => {
    const { gl, repo, maint, guest, switchOff } = await world();
    expect(told(await maint.put(`${repo}/branches/unknown/${verb}`))).toEqual(notThere('Branch'));
    expect(told(await maint.put(`${repo}/branches/branch*/${verb}`))).toEqual(badName);
    expect((await maint.put(`${repo}/branches/improve/awesome/${verb}`)).status).toBe(404);
    expect((await guest.put(`${repo}/branches/feature/${verb}`)).status).toBe(403);
    expect(told(await gl.put(`${repo}/branches/feature/${verb}`, {}, anonymous))).toEqual(notThere('Project'));
    await switchOff();
    expect((await maint.put(`${repo}/branches/feature/${verb}`)).status).toBe(404);
  });
});

describe('POST and DELETE …/branches', () => {
  test('POST: 201 with the branch; no name, a taken name and an unknown start are 400', async () => {
    const { gl, repo, maint, guest, switchOff } = await world();
    const sha = (await maint.get(`${repo}/commits/main`)).object['id'];
    const made = await maint.post(`${repo}/branches`, { branch: 'feature1', ref: 'main' });
    expect([made.status, made.object]).toMatchObject([201, { name: 'feature1', commit: { id: sha } }]);
    const send = async (branch: string, ref = 'main') => told(await maint.post(`${repo}/branches`, { branch, ref }));
    expect(await send('new design')).toEqual([400, { message: 'Branch name is invalid' }]);
    expect(await send('feature1')).toEqual([400, { message: 'Branch already exists' }]);
    const text = "Failed to create branch 'new_design3': invalid reference name 'foo'";
    expect(await send('new_design3', 'foo')).toEqual([400, { message: text }]);
    expect((await guest.post(`${repo}/branches`)).status).toBe(403);
    expect(told(await gl.post(`${repo}/branches`, {}, anonymous))).toEqual(notThere('Project'));
    await switchOff();
    expect((await maint.post(`${repo}/branches`)).status).toBe(404);
  });

  test('DELETE: 204, 404 unknown, 400 for no name, 412 when stale; merged ones by 202, guests 403', async () => {
    const { repo, maint, guest } = await world();
    expect((await maint.delete(`${repo}/branches/foobar`)).status).toBe(404);
    expect(told(await maint.delete(`${repo}/branches/branch*`))).toEqual(badName);
    const stale = { 'If-Unmodified-Since': '2001-01-01T00:00:00Z' };
    expect((await maint.delete(`${repo}/branches/feature`, stale)).status).toBe(412);
    expect((await maint.delete(`${repo}/branches/feature`)).status).toBe(204);
    expect((await maint.delete(`${repo}/branches/ends-with.json`)).status).toBe(204);
    expect((await guest.delete(`${repo}/merged_branches`)).status).toBe(403);
    expect(told(await maint.delete(`${repo}/merged_branches`))).toEqual([202, { message: '202 Accepted' }]);
  });
});
