import { hasAbility, hasLevel } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import { findGroup, findProject } from '../access/find.ts';
import { requireUnmodified } from '../http/conditional.ts';
import type { Param } from '../http/params.ts';
import { created, forbidden, invalid, message, noContent, notFound, ok, refuse } from '../http/reply.ts';
import type { RequestContext } from '../http/request-context.ts';
import { route } from '../http/route.ts';
import { timestamp } from '../store/clock.ts';
import { licensed } from '../store/edition.ts';
import type { Json } from '../store/json.ts';
import type { Bag, RecordRow } from '../store/rows.ts';
import { auditRuleChange } from './audit.ts';
import { pushRuleEntity } from './entity.ts';
import { insertPushRule, pushRuleOf } from './rows.ts';
import { changedRule, nothingSaid, ruleErrors } from './rules.ts';

/** In the order in which a request that has none of them is told of them (PUT …/push_rule, 18.9). */
const settable = [
  ...['deny_delete_tag', 'member_check', 'prevent_secrets', 'commit_message_regex', 'commit_message_negative_regex'],
  ...['branch_name_regex', 'author_email_regex', 'file_name_regex', 'max_file_size', 'commit_committer_check'],
  ...['commit_committer_name_check', 'reject_unsigned_commits', 'reject_non_dco_commits'],
];

const params: Readonly<Record<string, Param>> = Object.fromEntries(
  settable.map((name): [string, Param] => {
    if (name === 'max_file_size') return [name, { type: 'integer' }];
    return [name, { type: name.endsWith('_regex') ? 'string' : 'boolean' }];
  }),
);

const rules = [{ atLeastOne: settable }];

interface WithId {
  readonly id?: unknown;
}

export const pushRuleRoutes = (['group', 'project'] as const).flatMap((type) => {
  const path = `/${type}s/:id/push_rule` as const;
  const access = (context: RequestContext, { id }: WithId): Source => ruled(context, type, String(id));
  const before = (context: RequestContext, place: WithId): void => {
    access(context, place);
  };
  return [
    // GET …/push_rule: a group without one is 404, a project without one null (18.9).
    route({
      method: 'GET',
      path,
      before,
      access,
      handle: ({ context, subject }) => {
        const rule = pushRuleOf(context.platform.state, subject);
        if (rule === undefined) return type === 'group' ? notFound() : ok(null);
        return ok(pushRuleEntity(subject, rule));
      },
    }),
    // POST …/push_rule: where there is one, it is not taken for a change (18.9).
    route({
      method: 'POST',
      path,
      params,
      rules,
      before,
      access,
      handle: ({ context, args, subject }) => {
        if (pushRuleOf(context.platform.state, subject) !== undefined) {
          return message(422, type === 'group' ? 'Group push rule exists, try updating' : 'Project push rule exists');
        }
        const rule = insertPushRule(context, subject, accepted(nothingSaid, args));
        auditRuleChange(context, subject, rule, nothingSaid);
        return created(pushRuleEntity(subject, rule));
      },
    }),
    // PUT …/push_rule (18.9).
    route({
      method: 'PUT',
      path,
      params,
      rules,
      before,
      access,
      handle: ({ context, args, subject }) => {
        const rule = pushRuleOf(context.platform.state, subject) ?? refuse(notFound('Push rule'));
        changeRule(context, subject, rule, accepted(rule.data, args));
        return ok(pushRuleEntity(subject, rule));
      },
    }),
    // DELETE …/push_rule: what was deleted in between is looked at for groups alone (18.9).
    route({
      method: 'DELETE',
      path,
      before,
      access,
      handle: ({ context, subject }) => {
        const missing = notFound(...(type === 'group' ? [] : ['Push rule']));
        const rule = pushRuleOf(context.platform.state, subject) ?? refuse(missing);
        if (type === 'group') requireUnmodified(context, rule.updated_at);
        context.platform.state.records.remove(rule);
        return noContent();
      },
    }),
  ];
});

/**
 * The group or project, for its Maintainers and those whose role manages push rules: without the right or the licence a group's rules are
 * 404; a project's are 403 for others, and 404 without the licence (18.9).
 */
function ruled(context: RequestContext, type: Source['type'], id: string): Source {
  const source: Source =
    type === 'group' ? { type, row: findGroup(context, id) } : { type, row: findProject(context, id) };
  const mayChange = hasLevel(context, source, 40) || hasAbility(context, source, 'admin_push_rules');
  if (!mayChange) refuse(type === 'group' ? notFound() : forbidden());
  return licensed(context.platform.edition, 'premium') ? source : refuse(notFound());
}

function accepted(before: Bag, sent: Readonly<Record<string, unknown>>): Bag {
  // The parameter layer hands out nothing but JSON values.
  const rule = changedRule(before, sent as Readonly<Record<string, Json | undefined>>);
  const errors = ruleErrors(rule);
  return Object.keys(errors).length > 0 ? refuse(invalid(errors)) : rule;
}

function changeRule(context: RequestContext, source: Source, rule: RecordRow, data: Bag): void {
  const { data: before } = rule;
  context.platform.state.records.update(rule, { data, updated_at: timestamp(context.platform.clock) });
  auditRuleChange(context, source, rule, before);
}
