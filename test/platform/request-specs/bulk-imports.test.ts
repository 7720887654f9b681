import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, cast, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of migrations by direct transfer (spec/requests/api/bulk_imports_spec.rb, 18.9).

const unnamed = { source_type: 'group_entity', source_full_path: 'full_path', destination_namespace: 'platform' };
const part = { ...unnamed, destination_slug: 'moved' };
const configuration = { url: 'http://gitlab.example', access_token: 'access_token' };

/** How long a step of a migration takes: the clock goes on by itself, and a busy machine takes its time for a request. */
const BACKGROUND = 60_000;

/** A sandbox with migrations turned on, and a group whose owner migrates. */
async function world() {
  const gl = await sandbox({ backgroundDelay: BACKGROUND });
  await gl.put('/application/settings', { bulk_import_enabled: true });
  const crew = await cast(gl);
  const migrate = (entity: JsonObject = {}) =>
    crew.owner.post('/bulk_imports', { configuration, entities: [{ ...part, ...entity }] });
  const later = () => {
    gl.sandbox.platform.clock.advance(2 * BACKGROUND);
  };
  return { gl, ...crew, migrate, later };
}

describe('migrations', () => {
  test('are 404 while the instance has them turned off, as a fresh one has; 401 without a token', async () => {
    const gl = await sandbox();
    for (const path of ['', '/entities', '/1', '/1/entities', '/1/entities/1', '/1/entities/1/failures']) {
      expect(told(await gl.get(`/bulk_imports${path}`))).toEqual([404, { message: '404 Not Found' }]);
    }
    const sent = { configuration, entities: [part] };
    expect(told(await gl.post('/bulk_imports', sent))).toEqual([404, { message: '404 Not Found' }]);
    await gl.put('/application/settings', { bulk_import_enabled: true });
    expect((await gl.get('/bulk_imports', anonymous)).status).toBe(401);
    expect((await gl.post('/bulk_imports', sent, anonymous)).status).toBe(401);
  });

  test('begin with 201 and the status created; the destination is there, private', async () => {
    const { migrate, owner, later } = await world();
    const made = await migrate();
    expect(made.status).toBe(201);
    expect(made.object).toMatchObject({ status: 'created', source_type: 'gitlab', has_failures: false });
    expect(Object.keys(made.object)).toEqual([
      ...['id', 'status', 'source_type', 'source_url', 'created_at', 'updated_at', 'has_failures'],
    ]);
    const group = (await owner.get('/groups/platform%2Fmoved')).object;
    expect(group['visibility']).toBe('private');
    const own = `/bulk_imports/${idOf(made)}`;
    const [entity = {}] = (await owner.get(`${own}/entities`)).list;
    const { id, created_at, updated_at, ...rest } = entity;
    expect([typeof id, typeof created_at, updated_at]).toEqual(['number', 'string', created_at]);
    expect(rest).toEqual({
      ...{ bulk_import_id: idOf(made), status: 'created', entity_type: 'group', source_full_path: 'full_path' },
      ...{ destination_full_path: 'platform/moved', destination_name: 'moved', destination_slug: 'moved' },
      ...{ destination_namespace: 'platform', parent_id: null, namespace_id: group['id'], project_id: null },
      ...{ failures: [], migrate_projects: true, migrate_memberships: true, has_failures: false, stats: {} },
    });
    later();
    expect((await owner.get(own)).object['status']).toBe('finished');
  });

  test('take a project, a destination by its old name, and no namespace for a group at the top', async () => {
    const { migrate, owner } = await world();
    const project = await migrate({ source_type: 'project_entity', destination_slug: 'app', migrate_projects: false });
    const [entity] = (await owner.get(`/bulk_imports/${idOf(project)}/entities`)).list;
    const there = (await owner.get('/projects/platform%2Fapp')).object;
    expect(entity).toMatchObject({ entity_type: 'project', project_id: there['id'], migrate_projects: false });
    expect((await migrate({ destination_namespace: '', destination_slug: 'top' })).status).toBe(201);
    const old = await owner.post('/bulk_imports', {
      configuration,
      entities: [{ ...unnamed, destination_name: 'old' }],
    });
    expect([old.status, (await owner.get('/groups/platform%2Fold')).status]).toEqual([201, 200]);
  });

  const path = (name: string, example: string) =>
    `entities[0][${name}] must be a relative path and not include protocol, sub-domain, or domain information. ` +
    `For example, '${example}' not 'https://example.com/${example}'`;

  test.each([
    [{ destination_name: 'x' }, 'entities[0][destination_slug], entities[0][destination_name] are mutually exclusive'],
    [{ source_full_path: 'http://example.com/full_path' }, path('source_full_path', 'source/full/path')],
    [{ destination_namespace: 'dest?nation-namespace' }, path('destination_namespace', 'destination/full/path')],
    [
      { destination_slug: 'des?tin?atoi-slugg' },
      "entities[0][destination_slug] can only include non-accented letters, digits, '_', '-' and '.'. It must not " +
        "start with '-', '_', or '.', nor end with '-', '_', '.', '.git', or '.atom'. For example, " +
        "'destination_namespace' not 'destination/namespace'",
    ],
    [{ source_type: 'user_entity' }, 'entities[0][source_type] does not have a valid value'],
  ])('%j is 400', async (entity, error) => {
    const { migrate } = await world();
    expect(told(await migrate(entity))).toEqual([400, { error }]);
  });

  test('neither slug nor name is 400; no address and no token of the source are 400', async () => {
    const { owner } = await world();
    const both = 'entities[0][destination_slug], entities[0][destination_name]';
    expect(told(await owner.post('/bulk_imports', { configuration, entities: [unnamed] }))).toEqual([
      400,
      { error: `${both} are missing, at least one parameter must be provided` },
    ]);
    expect(told(await owner.post('/bulk_imports', { configuration: {}, entities: [part] }))).toEqual([
      400,
      { error: 'configuration[url] is missing, configuration[access_token] is missing' },
    ]);
  });

  test('a destination that is unknown, closed or taken is 422', async () => {
    const { migrate, developer } = await world();
    const invalid = (name: string) => `Import failed. Destination '${name}' is invalid, or you don't have permission.`;
    expect(told(await migrate({ destination_namespace: 'nowhere' }))).toEqual([422, { message: invalid('nowhere') }]);
    const closed = await developer.post('/bulk_imports', { configuration, entities: [part] });
    expect(told(closed)).toEqual([422, { message: invalid('platform') }]);
    await migrate();
    expect(told(await migrate())).toEqual([
      422,
      { message: "Import failed. 'platform/moved' already exists. Change the destination and try again." },
    ]);
  });

  test('a seventh in a minute is 429', async () => {
    const { migrate, later } = await world();
    for (let count = 0; count < 6; count += 1) {
      expect((await migrate({ destination_slug: `moved-${count}` })).status).toBe(201);
    }
    expect((await migrate({ destination_slug: 'more' })).status).toBe(429);
    for (let count = 0; count < 60; count += 1) later();
    expect((await migrate({ destination_slug: 'more' })).status).toBe(201);
  });

  test('are listed to whom they belong, newest first unless told, by status; so are their parts', async () => {
    const { migrate, owner, developer, later } = await world();
    const first = idOf(await migrate());
    later();
    const second = idOf(await migrate({ destination_slug: 'again' }));
    expect(column(await owner.get('/bulk_imports'), 'id')).toEqual([second, first]);
    expect(column(await owner.get('/bulk_imports?sort=asc'), 'id')).toEqual([first, second]);
    expect(column(await owner.get('/bulk_imports?status=created'), 'id')).toEqual([second]);
    expect((await owner.get('/bulk_imports?status=odd')).status).toBe(400);
    expect((await developer.get('/bulk_imports')).body).toEqual([]);
    const parts = await owner.get('/bulk_imports/entities');
    expect(column(parts, 'bulk_import_id')).toEqual([second, first]);
    const one = `/bulk_imports/${second}/entities/${textOf(parts.list[0]?.['id'])}`;
    expect((await owner.get(one)).body).toEqual(parts.list[0]);
    expect(told(await owner.get(`${one}/failures`))).toEqual([200, []]);
    for (const path of [`/bulk_imports/${first}`, one]) {
      expect(told(await developer.get(path))).toEqual([404, { message: '404 Not found' }]);
    }
  });

  test('are stopped by whom they belong to and by administrators with 200; 403 for others, 404 of none', async () => {
    const { gl, migrate, owner, developer } = await world();
    const stop = (id: number) => `/bulk_imports/${id}/cancel`;
    const [mine, theirs] = [idOf(await migrate()), idOf(await migrate({ destination_slug: 'again' }))];
    expect(told(await developer.post(stop(mine)))).toEqual([403, { message: '403 Forbidden' }]);
    const stopped = await owner.post(stop(mine));
    expect([stopped.status, stopped.object['status']]).toEqual([200, 'canceled']);
    expect(column(await owner.get(`/bulk_imports/${mine}/entities`), 'status')).toEqual(['canceled']);
    expect((await gl.post(stop(theirs))).object['status']).toBe('canceled');
    expect((await gl.post(stop(999_999))).status).toBe(404);
  });
});
