import { isIP } from 'node:net';
import { textOf } from '../json.ts';
import type { Json } from '../json.ts';
import type { Bag, GroupRow } from '../rows.ts';
import type { State } from '../state.ts';

type Errors = Record<string, readonly string[]>;

const notListed = ['is not included in the list'];

/** What the models behind a group's settings refuse of a change, by the key of the answer (PUT /groups/:id, 18.9). */
export function settingErrors(state: State, group: GroupRow, settled: Bag): Readonly<Errors> {
  const errors: Errors = {
    ...listErrors(group, 'ip_restrictions', settled['ip_restriction_ranges']),
    ...listErrors(group, 'allowed_email_domains', settled['allowed_email_domains_list']),
  };
  const add = (name: string, texts: readonly string[]): void => {
    if (texts.length > 0) errors[`namespace_settings.${name}`] = texts;
  };
  // No provider asks for a second step here, so that none can be named.
  if (settled['step_up_auth_required_oauth_provider'] != null) add('step_up_auth_required_oauth_provider', notListed);
  add('duo_core_features_enabled', duoErrors(group, settled['duo_core_features_enabled']));
  for (const [name, most] of Object.entries(downloads)) add(name, boundErrors(settled[name], most));
  add(
    allowed,
    peopleErrors('username', settled[allowed], (name) => state.userByName(name)?.username === name),
  );
  add(
    alerted,
    peopleErrors('user id', settled[alerted], (id) => state.users.get(Number(id)) !== undefined),
  );
  return errors;
}

const downloads = {
  unique_project_download_limit: 10_000,
  unique_project_download_limit_interval_in_seconds: 10 * 24 * 60 * 60,
} as const;

const allowed = 'unique_project_download_limit_allowlist';
const alerted = 'unique_project_download_limit_alertlist';

function duoErrors(group: GroupRow, value: Json | undefined): readonly string[] {
  if (value === undefined) return [];
  if (value === null) return notListed;
  return group.parent_id === null ? [] : ['can only be set for root group namespace'];
}

function boundErrors(value: Json | undefined, most: number): readonly string[] {
  if (typeof value !== 'number') return value === null ? ['is not a number', "can't be blank"] : [];
  if (value < 0) return ['must be greater than or equal to 0'];
  return value > most ? [`must be less than or equal to ${most}`] : [];
}

/** At most a hundred people, all of whom are there. */
function peopleErrors(
  what: 'username' | 'user id',
  value: Json | undefined,
  isThere: (one: string) => boolean,
): readonly string[] {
  if (!Array.isArray(value)) return [];
  const people = (value as readonly Json[]).map(textOf);
  const unknown = people.filter((one) => !isThere(one));
  return [
    ...(people.length > 100 ? [`exceeds maximum length (100 ${what}s)`] : []),
    ...(unknown.length > 0 ? [`should be an array of existing ${what}s. ${unknown.join(', ')} does not exist`] : []),
  ];
}

type ListName = 'ip_restrictions' | 'allowed_email_domains';

const onTopAlone: Readonly<Record<ListName, string>> = {
  ip_restrictions: 'IP subnet restriction only allowed for top-level groups',
  allowed_email_domains: 'Allowed email domain restriction only permitted for top-level groups',
};

/** Each entry of a comma list is a row of its own, judged by itself; equal complaints are told once. */
function listErrors(group: GroupRow, name: ListName, value: Json | undefined): Errors {
  const entries = textOf(value)
    .split(',')
    .filter((entry) => entry !== '');
  if (entries.length === 0) return {};
  const texts = new Set(entries.flatMap((entry) => (name === 'ip_restrictions' ? rangeErrors : domainErrors)(entry)));
  return {
    ...(texts.size > 0 ? { [`${name}.${name === 'ip_restrictions' ? 'range' : 'domain'}`]: [...texts] } : {}),
    ...(group.parent_id === null ? {} : { [`${name}.base`]: [onTopAlone[name]] }),
  };
}

function rangeErrors(range: string): readonly string[] {
  const [address = '', bits, more] = range.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  const fits = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && fits && more === undefined ? [] : ['is an invalid IP address range'];
}

/** Providers that give an address to anyone. */
const open = new Set([
  ...['gmail.com', 'yahoo.com', 'hotmail.com', 'aol.com', 'msn.com', 'hotmail.co.uk', 'hotmail.fr', 'live.com'],
  ...['outlook.com', 'icloud.com'],
]);

function domainErrors(domain: string): readonly string[] {
  if (open.has(domain)) return ['The domain you entered is not allowed.'];
  return /^[0-9a-zA-Z.-]+$/.test(domain) && domain.includes('.') ? [] : ['The domain you entered is misformatted.'];
}
