import { hasLevel } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import { actor, requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { auditEventEntity } from './entity-audit-event.ts';
import { readableSource } from '../access/find.ts';
import { keyset, paginate, paginateByCursor } from '../http/pagination.ts';
import type { Args, Params } from '../http/params.ts';
import { failure, forbidden, ok, refuse, rowNotFound } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { AuditEventRow } from './rows.ts';
import type { SourceType } from '../members/rows.ts';

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
    handle: ({ context, args }) => {
      const { entity_type, entity_id } = args;
      if (entity_id != null && entity_type == null) refuse(failure(400, 'entity_type is missing'));
      const { state } = context.platform;
      const all =
        entity_type != null && entity_id != null
          ? state.auditByEntity(`${entity_type}:${entity_id}`)
          : state.auditEvents.all().filter((event) => entity_type == null || event.entity_type === entity_type);
      return list(context, args, all, { uncounted: true, ceilingFor: 'AuditEvent' });
    },
  }),
  // GET /audit_events/:id (18.9).
  route({
    method: 'GET',
    path: '/audit_events/:id',
    params: { id: { type: 'integer', required: true } },
    access: (context, args) => {
      requireAuditor(context);
      return context.platform.state.auditEvents.get(args.id) ?? refuse(rowNotFound());
    },
    handle: ({ context, subject }) => ok(auditEventEntity(context, subject)),
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
      // Who has no token is told of a private place that it is not there.
      anonymous: true,
      params: period,
      access: (context, args) => visibleEvents(context, readableSource(type)(context, args)),
      handle: ({ context, args, subject }) => list(context, args, subject, {}),
    }),
    // GET {groups,projects}/:id/audit_events/:audit_event_id (18.9).
    route({
      method: 'GET',
      path: `${base}/:audit_event_id`,
      anonymous: true,
      params: { audit_event_id: { type: 'integer', required: true } },
      access: (context, args) => {
        const events = visibleEvents(context, readableSource(type)(context, args));
        return events.find((event) => event.id === args.audit_event_id) ?? refuse(rowNotFound());
      },
      handle: ({ context, subject }) => ok(auditEventEntity(context, subject)),
    }),
  ];
}

/** Without Premium even administrators are told 403. */
function requireAuditor(context: RequestContext): void {
  requireAdmin(context);
  if (!licensed(context.platform.edition, 'premium')) refuse(forbidden());
}

/** The events of a place that the caller may see: all from Owner (group) or Maintainer (project) on, else, also for auditors, the own. */
function visibleEvents(context: RequestContext, source: Source): readonly AuditEventRow[] {
  const user = actor(context);
  const reads = user.auditor || hasLevel(context, source, 30);
  if (!reads || !licensed(context.platform.edition, 'premium')) refuse(forbidden());
  const type = source.type === 'group' ? 'Group' : 'Project';
  const events = context.platform.state.auditByEntity(`${type}:${source.row.id}`);
  const all = hasLevel(context, source, source.type === 'group' ? 50 : 40);
  return all ? events : events.filter((event) => event.author_id === user.id);
}

/** Newest first; both bounds count themselves in; by number, or by cursor. */
function list(
  context: RequestContext,
  args: Args<typeof period>,
  events: readonly AuditEventRow[],
  options: Parameters<typeof paginate>[4],
): Reply {
  const from = args.created_after ?? '';
  const to = args.created_before ?? '9999';
  const rows = events.filter((event) => event.created_at >= from && event.created_at <= to).toReversed();
  const show = (event: AuditEventRow) => auditEventEntity(context, event);
  return args.pagination === 'keyset'
    ? paginateByCursor(context, args, rows, show)
    : paginate(context, args, rows, show, options);
}
