import { textOf } from '../../src/sandbox/store/json.ts';
import { ACTS, groupPath, hookPath, memberPath, type Act, type Row } from './foreign-hands.ts';

/** A day within the year that tokens may last. */
const inAWhile = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

/** What else people do on a platform: to one another, to groups as a whole, and to what leaves no event. */
const FURTHER: readonly Act[] = [
  { table: 'users', request: (row) => ['PUT', userPath(row), { username: `${textOf(row['username'])}-2` }] },
  { table: 'users', request: (row) => ['PUT', userPath(row), { admin: true, name: 'By Hand' }] },
  { table: 'users', request: (row) => ['POST', `${userPath(row)}/block`] },
  { table: 'users', request: (row) => ['POST', `${userPath(row)}/deactivate`] },
  { table: 'users', request: (row) => ['DELETE', notRoot(row)] },
  { table: 'users', request: (row) => ['DELETE', `${notRoot(row)}?hard_delete=true`] },
  { table: 'members', request: (row) => ['PUT', memberPath(row), { access_level: 30, expires_at: '2041-05-05' }] },
  {
    table: 'members',
    request: (row) => ['PUT', memberPath(row), { access_level: row['access_level'], member_role_id: 1 }],
  },
  { table: 'members', request: (row) => ['PUT', `${memberPath(row)}/state`, { state: 'awaiting' }] },
  { table: 'members', request: (row) => ['POST', `${memberPath(row)}/override`] },
  { table: 'members', request: (row) => ['DELETE', `${memberPath(row)}?skip_subresources=true`] },
  {
    table: 'members',
    request: (row) => ['DELETE', `${groupPath(row['source_id'])}/billable_members/${textOf(row['user_id'])}`],
  },
  { table: 'groups', request: (row) => ['POST', `${groupPath(row['id'])}/transfer`] },
  { table: 'groups', request: (row) => ['POST', `${groupPath(row['id'])}/transfer`, { group_id: 1 }] },
  { table: 'groups', request: (row) => ['POST', `${groupPath(row['id'])}/restore`] },
  {
    table: 'groups',
    request: (row) => ['POST', `${groupPath(row['id'])}/members`, { username: 'alice,bob', access_level: 30 }],
  },
  {
    table: 'groups',
    request: (row) => ['POST', `${groupPath(row['id'])}/invitations`, { user_id: 5, access_level: 20 }],
  },
  {
    table: 'groups',
    request: (row) => [
      'POST',
      `${groupPath(row['id'])}/ldap_group_links`,
      { cn: 'devs', provider: 'ldapmain', group_access: 30 },
    ],
  },
  {
    table: 'groups',
    request: (row) => [
      'POST',
      `${groupPath(row['id'])}/access_tokens`,
      { name: 'by-hand', scopes: ['api'], access_level: 40, expires_at: inAWhile },
    ],
  },
  {
    table: 'groups',
    request: (row) => ['POST', `${groupPath(row['id'])}/service_accounts`, { name: 'by hand' }],
  },
  {
    table: 'groups',
    request: (row) => ['PUT', groupPath(row['id']), { subgroup_creation_level: 'owner', max_artifacts_size: 9 }],
  },
  {
    table: 'groups',
    request: (row) => ['PUT', `${groupPath(row['id'])}/integrations/slack`, { webhook: 'https://by.hand/' }],
  },
  { table: 'memberRoles', request: ({ id }) => ['PUT', `/member_roles/${textOf(id)}`, { name: 'By hand' }] },
  { table: 'users', request: () => ['PUT', '/application/plan_limits', { plan_name: 'default', ci_pipeline_size: 3 }] },
];

/** What leaves no event, though something differs afterwards: it would be missed first. */
const SILENT: readonly Act[] = [
  { table: 'hooks', request: (row) => ['PUT', hookPath(row), { url: 'https://by.hand/', push_events: false }] },
  { table: 'hooks', request: (row) => ['PUT', hookPath(row), { merge_requests_events: true, push_events: false }] },
  { table: 'groups', request: (row) => ['DELETE', `${groupPath(row['id'])}/integrations/external-wiki`] },
  { table: 'groups', request: (row) => ['DELETE', `${groupPath(row['id'])}/push_rule`] },
];

/** All that others do in these worlds; to members and in silence more often. */
export const ALL_ACTS: readonly Act[] = [...ACTS, ...FURTHER, ...FURTHER.slice(6, 11), ...SILENT, ...SILENT, ...SILENT];

function userPath({ id }: Row): string {
  return `/users/${textOf(id)}`;
}

/** The administrator whose token plays is not removed. */
function notRoot(row: Row): string {
  return userPath(row['id'] === 1 ? { id: 2 } : row);
}
