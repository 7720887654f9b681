import { hasLevel } from '../access.ts';
import type { Source } from '../access.ts';
import { actor, requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { licensed } from '../edition.ts';
import { auditEventEntity } from '../entities/audit-event.ts';
import { readableSource } from '../find.ts';
import { keyset, paginate, paginateByCursor } from '../pagination.ts';
import type { Args, Params } from '../params.ts';
import { failure, forbidden, ok, refuse, rowNotFound } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { AuditEventRow, SourceType } from '../rows.ts';

const period = {
  created_after: { type: 'datetime' },
  created_before: { type: 'datetime' },
  ...keyset,
} as const satisfies Params;

const entityTypes = ['Project', 'User', 'Group', 'Gitlab::Audit::InstanceScope'] as const;

export const auditEventRoutes = [
  // GET /audit_events: administrators with a licence; never counted (18.9).
  route({
    method: 'GET',
    path: '/audit_events',
    params: { entity_type: { type: 'string', values: entityTypes }, entity_id: { type: 'integer' }, ...period },
    access: requireAuditor,
    handle: ({ call, args }) => {
      const { entity_type, entity_id } = args;
      if (entity_id != null && entity_type == null) refuse(failure(400, 'entity_type is missing'));
      const { state } = call.world;
      const all =
        entity_type != null && entity_id != null
          ? state.auditByEntity(`${entity_type}:${entity_id}`)
          : state.auditEvents.all().filter((event) => entity_type == null || event.entity_type === entity_type);
      return list(call, args, all, { uncounted: true, ceilingFor: 'AuditEvent' });
    },
  }),
  // GET /audit_events/:id (18.9).
  route({
    method: 'GET',
    path: '/audit_events/:id',
    params: { id: { type: 'integer', required: true } },
    access: (call, args) => {
      requireAuditor(call);
      return call.world.state.auditEvents.get(args.id) ?? refuse(rowNotFound());
    },
    handle: ({ call, subject }) => ok(auditEventEntity(call, subject)),
  }),
  ...eventsOf('group'),
  ...eventsOf('project'),
];

function eventsOf(type: SourceType) {
  const base = `/${type}s/:id/audit_events` as const;
  return [
    // GET {groups,projects}/:id/audit_events: Developers see what they did themselves (18.9).
    route({
      method: 'GET',
      path: base,
      params: period,
      access: (call, args) => visibleEvents(call, readableSource(type)(call, args)),
      handle: ({ call, args, subject }) => list(call, args, subject, {}),
    }),
    // GET {groups,projects}/:id/audit_events/:audit_event_id (18.9).
    route({
      method: 'GET',
      path: `${base}/:audit_event_id`,
      params: { audit_event_id: { type: 'integer', required: true } },
      access: (call, args) => {
        const events = visibleEvents(call, readableSource(type)(call, args));
        return events.find((event) => event.id === args.audit_event_id) ?? refuse(rowNotFound());
      },
      handle: ({ call, subject }) => ok(auditEventEntity(call, subject)),
    }),
  ];
}

/** Without Premium even administrators are told 403. */
function requireAuditor(call: Call): void {
  requireAdmin(call);
  if (!licensed(call.world.edition, 'premium')) refuse(forbidden());
}

/** The events of a place that the caller may see: all of them from Owner (group) or Maintainer (project) on. */
function visibleEvents(call: Call, source: Source): readonly AuditEventRow[] {
  const user = actor(call);
  if (!hasLevel(call, source, 30) || !licensed(call.world.edition, 'premium')) refuse(forbidden());
  const type = source.type === 'group' ? 'Group' : 'Project';
  const events = call.world.state.auditByEntity(`${type}:${source.row.id}`);
  const all = user.auditor || hasLevel(call, source, source.type === 'group' ? 50 : 40);
  return all ? events : events.filter((event) => event.author_id === user.id);
}

/** Newest first; both bounds count themselves in; by number, or by cursor. */
function list(
  call: Call,
  args: Args<typeof period>,
  events: readonly AuditEventRow[],
  options: Parameters<typeof paginate>[4],
): Reply {
  const from = args.created_after ?? '';
  const to = args.created_before ?? '9999';
  const rows = events.filter((event) => event.created_at >= from && event.created_at <= to).toReversed();
  const show = (event: AuditEventRow) => auditEventEntity(call, event);
  return args.pagination === 'keyset'
    ? paginateByCursor(call, args, rows, show)
    : paginate(call, args, rows, show, options);
}
