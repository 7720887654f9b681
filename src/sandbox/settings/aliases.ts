import type { RequestContext } from '../http/request-context.ts';
import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { invalid, refuse } from '../http/reply.ts';
import type { Bag } from '../store/rows.ts';
import { derivedFromCompounds, settleCompounds } from './compounds.ts';

type Changes = Record<string, Json>;

/** Old names, each followed by the one that is stored; where both are sent the old one is taken (PUT, 18.9). */
const renamed: readonly (readonly [string, string])[] = [
  ['signin_enabled', 'password_authentication_enabled_for_web'],
  ['password_authentication_enabled', 'password_authentication_enabled_for_web'],
  ['allow_local_requests_from_hooks_and_services', 'allow_local_requests_from_web_hooks_and_services'],
  ['admin_notification_email', 'abuse_notification_email'],
  ['asset_proxy_whitelist', 'asset_proxy_allowlist'],
];

const throttled = ['enabled', 'period_in_seconds', 'requests_per_period'];

/** Lists that are also written, and read, as text with one entry a line. */
const rawLists = [
  'ci_cd_catalog_projects_allowlist',
  'domain_allowlist',
  'domain_denylist',
  'iframe_rendering_allowlist',
];

/** What the old numbers 0 to 4 of default_branch_protection stand for (PUT /application/settings, 18.9). */
const protections: readonly Json[] = [
  protection(30, 30, { allow_force_push: true, code_owner_approval_required: false }),
  protection(30, 40, {}),
  protection(40, 40, {}),
  protection(40, 30, {}),
  protection(40, 40, { code_owner_approval_required: false, developer_can_initial_push: true }),
];

function protection(push: number, merge: number, more: Bag): Json {
  return {
    allowed_to_push: [{ access_level: push }],
    allowed_to_merge: [{ access_level: merge }],
    allow_force_push: false,
    developer_can_initial_push: false,
    ...more,
  };
}

/** What was sent, under the names that are stored. */
export function stored(context: RequestContext, sent: Bag): Bag {
  const changes: Changes = { ...sent };
  for (const [old, now] of renamed) take(changes, old, (value) => ({ [now]: value }));
  for (const suffix of throttled) settleThrottle(changes, suffix);
  for (const list of rawLists) take(changes, `${list}_raw`, (value) => ({ [list]: textEntries(value) }));
  settleBranchProtection(changes);
  settlePerformanceBar(context, changes);
  settleHousekeeping(changes);
  settleCompounds(context, changes);
  delete changes['hashed_storage_enabled'];
  return changes;
}

/** The settings that repeat another one, as reads show them. */
export function repeated(settings: Bag): Bag {
  const web = settings['password_authentication_enabled_for_web'] ?? null;
  const period = settings['housekeeping_optimize_repository_period'] ?? null;
  return {
    signin_enabled: web,
    password_authentication_enabled: web,
    allow_local_requests_from_hooks_and_services: settings['allow_local_requests_from_web_hooks_and_services'] ?? null,
    asset_proxy_whitelist: settings['asset_proxy_allowlist'] ?? [],
    housekeeping_full_repack_period: period,
    housekeeping_gc_period: period,
    housekeeping_incremental_repack_period: period,
    ...derivedFromCompounds(settings),
    ...Object.fromEntries(rawLists.map((list) => [`${list}_raw`, lines(settings[list])])),
  };
}

function take(changes: Changes, name: string, follow: (value: Json) => Bag): void {
  const value = changes[name];
  if (value === undefined) return;
  // An index signature is the only way these names are known.
  Reflect.deleteProperty(changes, name);
  Object.assign(changes, follow(value));
}

/** The unauthenticated throttle has two names for each setting; the newer one wins, and both read the same. */
function settleThrottle(changes: Changes, suffix: string): void {
  const old = `throttle_unauthenticated_${suffix}`;
  const now = `throttle_unauthenticated_web_${suffix}`;
  const value = changes[now] ?? changes[old];
  if (value !== undefined) Object.assign(changes, { [old]: value, [now]: value });
}

function settleBranchProtection(changes: Changes): void {
  const level = changes['default_branch_protection'];
  const structure = typeof level === 'number' ? protections[level] : undefined;
  if (structure !== undefined) changes['default_branch_protection_defaults'] ??= structure;
}

/** The group is written as a path and read as an id; performance_bar_enabled clears it whatever its value (PUT, 18.9). */
function settlePerformanceBar(context: RequestContext, changes: Changes): void {
  const names = ['performance_bar_allowed_group_id', 'performance_bar_allowed_group_path'];
  const sent = names.map((name) => changes[name]).find((value) => value !== undefined);
  const off = changes['performance_bar_enabled'] !== undefined;
  for (const name of [...names, 'performance_bar_enabled']) Reflect.deleteProperty(changes, name);
  if (sent === undefined && !off) return;
  const group = context.platform.state.groupByPath(textOf(sent).toLowerCase());
  if (!off && group === undefined && textOf(sent) !== '') {
    refuse(invalid({ performance_bar_allowed_group_id: ['not found'] }));
  }
  changes['performance_bar_allowed_group_id'] = off ? null : (group?.id ?? null);
}

/** One period stands behind four names; the incremental one is the column (PUT, 18.9). */
function settleHousekeeping(changes: Changes): void {
  const period = changes['housekeeping_optimize_repository_period'];
  const incremental = changes['housekeeping_incremental_repack_period'];
  for (const name of ['full_repack', 'gc', 'incremental_repack']) {
    Reflect.deleteProperty(changes, `housekeeping_${name}_period`);
  }
  const settled = period ?? incremental;
  if (settled !== undefined) changes['housekeeping_optimize_repository_period'] = settled;
}

/** The entries of a list that is written as text (PUT /application/settings, 18.9). */
export function textEntries(value: Json): readonly string[] {
  return textOf(value)
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '');
}

function lines(value: Json | undefined): string {
  return Array.isArray(value) ? (value as readonly Json[]).map(textOf).join('\n') : '';
}
