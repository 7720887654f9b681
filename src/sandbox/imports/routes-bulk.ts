import { limitEndpoint } from '../http/application-limit.ts';
import {
  addPart,
  beginMigration,
  bulkImportStates,
  cancelMigration,
  migrationById,
  migrationsOf,
  partsOf,
  progressOf,
} from './bulk-imports.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { requireToken } from './code-hosts.ts';
import { migrationEntity, migrationPartEntity } from './entity-bulk.ts';
import { textOf } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, failure, forbidden, message, notFound, ok, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import type { UserRow } from '../users/rows.ts';
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
function migrator(context: RequestContext): UserRow {
  if (context.platform.state.settings['bulk_import_enabled'] !== true) refuse(notFound());
  return actor(context);
}

function ownMigration(context: RequestContext, args: { readonly import_id: number }): RecordRow {
  const found = migrationsOf(context.platform.state, migrator(context)).find((row) => row.id === args.import_id);
  return found ?? refuse(rowNotFound());
}

function ownPart(context: RequestContext, args: { readonly import_id: number; readonly entity_id: number }): RecordRow {
  const parts = partsOf(context.platform.state, ownMigration(context, args));
  return parts.find((row) => row.id === args.entity_id) ?? refuse(rowNotFound());
}

function arranged(context: RequestContext, rows: readonly RecordRow[], args: Listed): readonly RecordRow[] {
  const found = rows.filter((row) => args.status == null || progressOf(context, row) === args.status);
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
    handle: ({ context, args, subject: user }) => {
      const missing = ['url', 'access_token'].filter((name) => args.configuration[name] == null);
      const problems = [
        ...missing.map((name) => `configuration[${name}] is missing`),
        ...args.entities.flatMap((part, position) => partProblem(part, `entities[${position}]`)),
      ];
      if (problems.length > 0) refuse(failure(400, problems.join(', ')));
      limitEndpoint(context.platform, `bulk_import ${user.id}`, { requests: 6, seconds: 60 });
      if (
        requireToken(context.platform.state, 'gitlab', textOf(args.configuration['access_token'])) === 'unauthorized'
      ) {
        const path = textOf(args.entities[0]?.['source_full_path']);
        refuse(message(422, `Import failed. You don't have permission to export '${path}'.`));
      }
      const parts = args.entities.map((part) => makeDestination(context, user, part));
      const migration = beginMigration(context, user, { source_url: args.configuration['url'] ?? null });
      for (const part of parts) addPart(context, migration, part);
      return created(migrationEntity(context, migration));
    },
  }),
  // GET /bulk_imports: one's own, newest first (18.9).
  route({
    method: 'GET',
    path: '/bulk_imports',
    anonymous: true,
    params: listed,
    access: migrator,
    handle: ({ context, args, subject }) =>
      paginate(context, args, arranged(context, migrationsOf(context.platform.state, subject), args), (row) =>
        migrationEntity(context, row),
      ),
  }),
  // GET /bulk_imports/entities: those of all one's migrations (18.9).
  route({
    method: 'GET',
    path: '/bulk_imports/entities',
    anonymous: true,
    params: listed,
    access: migrator,
    handle: ({ context, args, subject }) => {
      const { state } = context.platform;
      const parts = migrationsOf(state, subject).flatMap((row) => partsOf(state, row));
      return paginate(context, args, arranged(context, parts, args), (row) => migrationPartEntity(context, row));
    },
  }),
  // GET /bulk_imports/:import_id (18.9).
  route({
    method: 'GET',
    path: '/bulk_imports/:import_id',
    anonymous: true,
    params: byId,
    access: ownMigration,
    handle: ({ context, subject }) => ok(migrationEntity(context, subject)),
  }),
  // GET /bulk_imports/:import_id/entities (18.9).
  route({
    method: 'GET',
    path: '/bulk_imports/:import_id/entities',
    anonymous: true,
    params: { ...listed, ...byId },
    access: ownMigration,
    handle: ({ context, args, subject }) =>
      paginate(context, args, arranged(context, partsOf(context.platform.state, subject), args), (row) =>
        migrationPartEntity(context, row),
      ),
  }),
  // GET /bulk_imports/:import_id/entities/:entity_id (18.9).
  route({
    method: 'GET',
    path: '/bulk_imports/:import_id/entities/:entity_id',
    anonymous: true,
    params: byIds,
    access: ownPart,
    handle: ({ context, subject }) => ok(migrationPartEntity(context, subject)),
  }),
  // GET /bulk_imports/:import_id/entities/:entity_id/failures: nothing is fetched here, so that nothing fails (18.9).
  route({
    method: 'GET',
    path: '/bulk_imports/:import_id/entities/:entity_id/failures',
    anonymous: true,
    params: { ...paged, ...byIds },
    access: ownPart,
    handle: ({ context, args }) => paginate(context, args, [], () => null),
  }),
  // POST /bulk_imports/:import_id/cancel: 200; one's own, or an administrator's to stop (18.9).
  route({
    method: 'POST',
    path: '/bulk_imports/:import_id/cancel',
    anonymous: true,
    params: byId,
    access: (context, args) => {
      const user = migrator(context);
      const row = migrationById(context.platform.state, args.import_id) ?? refuse(notFound());
      return row.owner === `user:${user.id}` || context.admin ? row : refuse(forbidden());
    },
    handle: ({ context, subject }) => {
      cancelMigration(context, subject);
      return ok(migrationEntity(context, subject));
    },
  }),
];
