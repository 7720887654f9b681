import { rootOf } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { Bag } from '../store/rows.ts';

/**
 * Why an address may not be invited: what the instance says of addresses at sign-up, then the domains that the
 * root group keeps to (POST invitations, 18.9). Only administrators are told where to look.
 */
export function signupRefusal(context: RequestContext, source: Source, email: string): string | undefined {
  const advice = adviceOf(context, email) ?? groupAdvice(context, source, email);
  if (advice === undefined) return undefined;
  const told = context.admin ? advice : 'Check with your administrator.';
  return `The member's email address is not allowed for this ${source.type}. ${told}`;
}

/** What the instance says of an address at sign-up, told to an administrator; undefined where it has nothing against it. */
export function adviceOf(context: RequestContext, email: string): string | undefined {
  const { settings } = context.platform.state;
  const allowed = list(settings, 'domain_allowlist');
  if (allowed.length > 0)
    return isFrom(allowed, email) ? undefined : atSignUp('&#39;Allowed domains for sign-ups&#39;');
  const denied = settings['domain_denylist_enabled'] === true && isFrom(list(settings, 'domain_denylist'), email);
  if (denied) return atSignUp('the &#39;Domain denylist&#39;');
  return isRestricted(settings, email) ? atSignUp('&#39;Email restrictions for sign-ups&#39;') : undefined;
}

function atSignUp(place: string): string {
  return `Go to the &#39;Admin area &gt; Sign-up restrictions&#39;, and check ${place}.`;
}

function groupAdvice(context: RequestContext, source: Source, email: string): string | undefined {
  const { state, edition } = context.platform;
  const id = source.type === 'group' ? source.row.id : source.row.group_id;
  const group: GroupRow | undefined = id === null ? undefined : state.groups.get(id);
  const text = group === undefined ? undefined : rootOf(state, group).attributes['allowed_email_domains_list'];
  if (!licensed(edition, 'premium') || typeof text !== 'string' || text.trim() === '') return undefined;
  const domains = text.split(',').map((domain) => domain.trim());
  if (isFrom(domains, email)) return undefined;
  return 'Go to the group’s &#39;Settings &gt; General&#39; page, and check &#39;Restrict membership by email domain&#39;.';
}

function list(settings: Bag, name: string): readonly string[] {
  const value = settings[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** A star in a domain stands for anything. */
function isFrom(domains: readonly string[], email: string): boolean {
  const own = email.slice(email.lastIndexOf('@') + 1);
  return domains.some((domain) => {
    const escaped = domain.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*?');
    return new RegExp(`^${escaped}$`, 'i').test(own);
  });
}

/** The setting is a regular expression; one that is none restricts nobody. */
function isRestricted(settings: Bag, email: string): boolean {
  const pattern = settings['email_restrictions'];
  if (settings['email_restrictions_enabled'] !== true || typeof pattern !== 'string' || pattern === '') return false;
  try {
    return new RegExp(pattern).test(email);
  } catch {
    return false;
  }
}
