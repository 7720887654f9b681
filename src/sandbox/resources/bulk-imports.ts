import { limitEndpoint } from '../application-limit.ts';
import {
  addPart,
  beginMigration,
  bulkImportStates,
  cancelMigration,
  migrationById,
  migrationsOf,
  partsOf,
  progressOf,
} from '../bulk-imports.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { requireToken } from '../code-hosts.ts';
import { migrationEntity, migrationPartEntity } from '../entities/bulk-import.ts';
import { textOf } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { created, failure, forbidden, message, notFound, ok, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import type { RecordRow, UserRow } from '../rows.ts';
import { makeDestination, partProblem } from './bulk-import-parts.ts';

const listed = {
  ...paged,
  sort: { type: 'string', values: ['asc', 'desc'] },
  status: { type: 'string', values: bulkImportStates },
} as const;
const byId = { import_id: { type: 'integer', required: true } } as const;
const byIds = { ...byId, entity_id: { type: 'integer', required: true } } as const;

interface Listed {
  readonly sort?: 'asc' | 'desc' | null | undefined;
  readonly status?: string | null | undefined;
}

/** Everything is hidden while the instance has migrations turned off, as a fresh one has (18.9). */
function migrator(call: Call): UserRow {
  if (call.world.state.settings['bulk_import_enabled'] !== true) refuse(notFound());
  return actor(call);
}

function ownMigration(call: Call, args: { readonly import_id: number }): RecordRow {
  const found = migrationsOf(call.world.state, migrator(call)).find((row) => row.id === args.import_id);
  return found ?? refuse(rowNotFound());
}

function ownPart(call: Call, args: { readonly import_id: number; readonly entity_id: number }): RecordRow {
  const parts = partsOf(call.world.state, ownMigration(call, args));
  return parts.find((row) => row.id === args.entity_id) ?? refuse(rowNotFound());
}

function arranged(call: Call, rows: readonly RecordRow[], args: Listed): readonly RecordRow[] {
  const found = rows.filter((row) => args.status == null || progressOf(call, row) === args.status);
  return args.sort === 'asc' ? found : found.toReversed();
}

export const bulkImportRoutes = [
  // POST /bulk_imports: six in a minute; groups and projects of another instance, whose content is not fetched (18.9).
  route({
    method: 'POST',
    path: '/bulk_imports',
    anonymous: true,
    params: {
      configuration: { type: 'hash', required: true },
      entities: {
        type: 'hashes',
        required: true,
        fields: {
          source_type: { type: 'string', required: true, values: ['group_entity', 'project_entity'] },
          source_full_path: { type: 'string', required: true },
          destination_namespace: { type: 'string', required: true },
          destination_slug: { type: 'string' },
          destination_name: { type: 'string' },
          migrate_projects: { type: 'boolean' },
          migrate_memberships: { type: 'boolean' },
        },
      },
    },
    access: migrator,
    handle: ({ call, args, subject: user }) => {
      const missing = ['url', 'access_token'].filter((name) => args.configuration[name] == null);
      const problems = [
        ...missing.map((name) => `configuration[${name}] is missing`),
        ...args.entities.flatMap((part, position) => partProblem(part, `entities[${position}]`)),
      ];
      if (problems.length > 0) refuse(failure(400, problems.join(', ')));
      limitEndpoint(call.world, `bulk_import ${user.id}`, { requests: 6, seconds: 60 });
      if (requireToken(call.world.state, 'gitlab', textOf(args.configuration['access_token'])) === 'unauthorized') {
        const path = textOf(args.entities[0]?.['source_full_path']);
        refuse(message(422, `Import failed. You don't have permission to export '${path}'.`));
      }
      const parts = args.entities.map((part) => makeDestination(call, user, part));
      const migration = beginMigration(call, user, { source_url: args.configuration['url'] ?? null });
      for (const part of parts) addPart(call, migration, part);
      return created(migrationEntity(call, migration));
    },
  }),
  // GET /bulk_imports: one's own, newest first (18.9).
  route({
    method: 'GET',
    path: '/bulk_imports',
    anonymous: true,
    params: listed,
    access: migrator,
    handle: ({ call, args, subject }) =>
      paginate(call, args, arranged(call, migrationsOf(call.world.state, subject), args), (row) =>
        migrationEntity(call, row),
      ),
  }),
  // GET /bulk_imports/entities: those of all one's migrations (18.9).
  route({
    method: 'GET',
    path: '/bulk_imports/entities',
    anonymous: true,
    params: listed,
    access: migrator,
    handle: ({ call, args, subject }) => {
      const { state } = call.world;
      const parts = migrationsOf(state, subject).flatMap((row) => partsOf(state, row));
      return paginate(call, args, arranged(call, parts, args), (row) => migrationPartEntity(call, row));
    },
  }),
  // GET /bulk_imports/:import_id (18.9).
  route({
    method: 'GET',
    path: '/bulk_imports/:import_id',
    anonymous: true,
    params: byId,
    access: ownMigration,
    handle: ({ call, subject }) => ok(migrationEntity(call, subject)),
  }),
  // GET /bulk_imports/:import_id/entities (18.9).
  route({
    method: 'GET',
    path: '/bulk_imports/:import_id/entities',
    anonymous: true,
    params: { ...listed, ...byId },
    access: ownMigration,
    handle: ({ call, args, subject }) =>
      paginate(call, args, arranged(call, partsOf(call.world.state, subject), args), (row) =>
        migrationPartEntity(call, row),
      ),
  }),
  // GET /bulk_imports/:import_id/entities/:entity_id (18.9).
  route({
    method: 'GET',
    path: '/bulk_imports/:import_id/entities/:entity_id',
    anonymous: true,
    params: byIds,
    access: ownPart,
    handle: ({ call, subject }) => ok(migrationPartEntity(call, subject)),
  }),
  // GET /bulk_imports/:import_id/entities/:entity_id/failures: nothing is fetched here, so that nothing fails (18.9).
  route({
    method: 'GET',
    path: '/bulk_imports/:import_id/entities/:entity_id/failures',
    anonymous: true,
    params: { ...paged, ...byIds },
    access: ownPart,
    handle: ({ call, args }) => paginate(call, args, [], () => null),
  }),
  // POST /bulk_imports/:import_id/cancel: 200; one's own, or an administrator's to stop (18.9).
  route({
    method: 'POST',
    path: '/bulk_imports/:import_id/cancel',
    anonymous: true,
    params: byId,
    access: (call, args) => {
      const user = migrator(call);
      const row = migrationById(call.world.state, args.import_id) ?? refuse(notFound());
      return row.owner === `user:${user.id}` || call.admin ? row : refuse(forbidden());
    },
    handle: ({ call, subject }) => {
      cancelMigration(call, subject);
      return ok(migrationEntity(call, subject));
    },
  }),
];
