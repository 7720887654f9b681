import { answersWith } from './answers-with.ts';
import type { Explanation } from './explanation.ts';

/** The departures of members, invitations and access requests that are right as they are (18.9). */
export const membersDepartures: readonly Explanation[] = [
  {
    where: /^POST \/(groups|projects)\/\{id\}\/(invitations|members)$/,
    what: /^("(email|user_id)" wants array|answers with "(status|message|queued_users)")/,
    source:
      'A text is a comma list; several at once are answered with a status (invitations_spec.rb, members_spec.rb).',
  },
  {
    where: /^DELETE \/groups\/\{id\}\/members\/\{user_id\}\/override$/,
    what: /^answers 200/,
    source: 'Answers 200 with the member (ee/members_spec.rb, DELETE override).',
  },
  {
    where: /^GET \/groups\/\{id\}\/billable_members$/,
    what: answersWith('is_last_owner', 'last_activity_on', 'last_login_at', 'membership_type', 'removable'),
    source: 'The description names the user alone (ee/members_spec.rb, billable member endpoints).',
  },
  {
    where: /^(POST|PUT) \/groups\/\{id\}\/members(\/(approve_all|\{user_id\}|\{member_id\}\/approve))?$/,
    what: /^answers 20[24]/,
    source: 'Approvals answer 204; a promotion that waits for an administrator 202 (ee/members_spec.rb).',
  },
  {
    where: /^(GET|POST) \/(groups|projects)\/:n\/access_requests$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/access_requests.rb.',
  },
  {
    where:
      /^(PUT \/(groups|projects)\/:n\/access_requests\/:n\/approve|DELETE \/(groups|projects)\/:n\/access_requests\/:n)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/access_requests.rb.',
  },
  {
    where: /^POST \/(groups|projects)\/\{id\}\/(invitations|members)$/,
    what: /^answers with "reason"/,
    source: 'Why nobody was added, beside the message (app/services/members/create_service.rb, pass_back).',
  },
  {
    where: /^(POST|PUT) \/projects\/\{id\}\/members(\/\{user_id\})?$/,
    what: /^answers 202/,
    source: 'A promotion that waits for an administrator (ee/members_spec.rb).',
  },
];
