import { STATUS_CODES } from 'node:http';
import { limitEndpoint } from '../http/application-limit.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { RecordRow } from '../store/rows.ts';
import type { HookRow } from './rows.ts';
import { textOf } from '../store/json.ts';
import { paginate } from '../http/pagination.ts';
import type { Params } from '../http/params.ts';
import { created, message, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { deliver, deliveryEntity, deliveryOf, recentDeliveries, redeliver } from './deliveries.ts';
import { families, hookOf, ownerId, sharedBy } from './owner.ts';
import type { HookFamily, HookOwner } from './owner.ts';
import { samplePayload, testable } from './samples.ts';

const categories = ['successful', 'client_failure', 'server_failure'];

const perMinute = { requests: 5, seconds: 60 };

export const hookEventRoutes = families.flatMap((family) => (family.type === 'system' ? [] : routesOf(family)));

function routesOf(family: HookFamily) {
  const path = `${family.path}/:hook_id`;
  const shared = sharedBy(family);
  const params: Params = { ...family.ids, hook_id: { type: 'integer', required: true } };
  return [
    // GET …/hooks/:hook_id/events: at most 20 to a page (since 17.3, 18.9).
    route({
      method: 'GET',
      path: `${path}/events`,
      since: '17.3',
      ...shared,
      params: {
        ...params,
        status: { type: 'strings', values: [...Object.keys(STATUS_CODES), ...categories] },
        page: { type: 'integer' },
        per_page: { type: 'integer', range: [1, 20] },
      },
      access: hookOf(family),
      handle: ({ context, args, subject: { hook } }) => {
        const { page, per_page: size, status } = args;
        const rows = recentDeliveries(context, hook).filter((row) => ended(row, status));
        const pages = { page: typeof page === 'number' ? page : 1, per_page: typeof size === 'number' ? size : 20 };
        return paginate(context, pages, rows, deliveryEntity);
      },
    }),
    // POST …/hooks/:hook_id/events/:hook_log_id/resend (since 17.4, 18.9).
    route({
      method: 'POST',
      path: `${path}/events/:hook_log_id/resend`,
      since: '17.4',
      ...shared,
      params: { ...params, hook_log_id: { type: 'integer', required: true } },
      access: hookOf(family),
      handle: ({ context, args, subject: { owner, hook } }) => {
        limit(context, owner, 'resend');
        return created({ response_status: resend(context, hook, args.hook_log_id) });
      },
    }),
    // POST …/hooks/:hook_id/test/:trigger (18.9).
    route({
      method: 'POST',
      path: `${path}/test/:trigger`,
      ...shared,
      params: { ...params, trigger: { type: 'string', required: true, values: testable } },
      access: hookOf(family),
      handle: ({ context, args, subject: { owner, hook } }) => {
        limit(context, owner, 'test');
        const trigger = textOf(args['trigger']);
        const sample = samplePayload(context, owner, trigger);
        if (typeof sample === 'string') return message(422, sample);
        const delivery = deliver(context, hook, trigger.replace(/_events$/, '_hooks'), sample);
        return delivery.status === 200 ? message(201, '201 Created') : message(422, delivery.body);
      },
    }),
  ];
}

/** POST /hooks/:hook_id tests a system hook, and answers the mock payload whatever came of it (18.9). */
export const systemHookTestRoutes = families
  .filter((family) => family.type === 'system')
  .map((family) =>
    route({
      method: 'POST',
      path: `${family.path}/:hook_id`,
      params: { hook_id: { type: 'integer', required: true } },
      access: hookOf(family),
      handle: ({ context, subject: { hook } }) => {
        const person = { owner_name: 'Someone', owner_email: 'example@gitlabhq.com' };
        const payload = { event_name: 'project_create', name: 'Ruby', path: 'ruby', project_id: 1, ...person };
        deliver(context, hook, 'system_hooks', payload);
        return created(payload);
      },
    }),
  );

function limit(context: RequestContext, owner: HookOwner, what: 'test' | 'resend'): void {
  limitEndpoint(context.platform, `hook ${what} ${owner.type} ${ownerId(owner)} ${context.user?.id ?? 0}`, perMinute);
}

function resend(context: RequestContext, hook: HookRow, id: number): number {
  const row = deliveryOf(context, hook, id) ?? refuse(rowNotFound());
  const delivery = redeliver(context, hook, row);
  if (delivery === undefined) {
    return refuse(message(422, 'The hook URL has changed, and this log entry cannot be retried'));
  }
  return delivery.status === 'internal error' ? refuse(message(422, delivery.body)) : delivery.status;
}

/** Whether a delivery ended in one of these ways; no answer at all counts as the server's failure. */
function ended(row: RecordRow, wanted: unknown): boolean {
  if (!Array.isArray(wanted) || wanted.length === 0) return true;
  const status = textOf(row.data['status']);
  const category =
    status === 'internal error'
      ? 'server_failure'
      : { 2: 'successful', 4: 'client_failure', 5: 'server_failure' }[status.charAt(0)];
  return (wanted as readonly unknown[]).some((one) => one === status || one === category);
}
