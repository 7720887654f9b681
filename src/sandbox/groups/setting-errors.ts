import { isIP } from 'node:net';
import { placesBelow } from './hierarchy.ts';
import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import type { GroupRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';
import type { State } from '../store/state.ts';

type Errors = Record<string, readonly string[]>;

const notListed = ['is not included in the list'];

/** What the models behind a group's settings refuse of a change, by the key of the answer (PUT /groups/:id, 18.9). */
export function settingErrors(state: State, group: GroupRow, settled: Bag): Readonly<Errors> {
  const errors: Errors = {
    ...listErrors(group, 'ip_restrictions', settled['ip_restriction_ranges']),
    ...listErrors(group, 'allowed_email_domains', settled['allowed_email_domains_list']),
    ...columnErrors(state, group, settled),
  };
  const add = (name: string, texts: readonly string[]): void => {
    if (texts.length > 0) errors[`namespace_settings.${name}`] = texts;
  };
  add('experiment_features_enabled', experimentErrors(group, settled['experiment_features_enabled']));
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
  if (group.parent_id === null) return value === null ? notListed : [];
  return value === null ? [] : ['can only be set for root group namespace'];
}

/** Experiments are for the top, where they are on or off (PUT /groups/:id, 18.9). */
function experimentErrors(group: GroupRow, value: Json | undefined): readonly string[] {
  if (value === undefined) return [];
  return [
    ...(group.parent_id !== null && value !== false ? ["Experiment features' settings not allowed."] : []),
    ...(value === null ? ['must be a boolean value'] : []),
  ];
}

/** What the group's own columns refuse (PUT /groups/:id, 18.9). */
function columnErrors(state: State, group: GroupRow, settled: Bag): Errors {
  const grace = settled['two_factor_grace_period'];
  const artifacts = settled['max_artifacts_size'];
  const template = settled['file_template_project_id'];
  const minutes = settled['shared_runners_minutes_limit'];
  return {
    ...(grace === null ? { two_factor_grace_period: ["can't be blank", 'is not a number'] } : {}),
    ...(typeof grace === 'number' && grace < 0
      ? { two_factor_grace_period: ['must be greater than or equal to 0'] }
      : {}),
    ...(typeof artifacts === 'number' && artifacts <= 0 ? { max_artifacts_size: ['must be greater than 0'] } : {}),
    ...(typeof template === 'number' && !isProjectBelow(state, group, template)
      ? { file_template_project_id: ['is invalid'] }
      : {}),
    ...(group.parent_id !== null && minutes != null
      ? { shared_runners_minutes_limit: ['is not supported for this namespace'] }
      : {}),
  };
}

/** A guess: a project of any group below will do. One from elsewhere was refused (PUT /groups/:id, 18.9). */
function isProjectBelow(state: State, group: GroupRow, id: number): boolean {
  return placesBelow(state, group).some((place) => place.type === 'project' && place.row.id === id);
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
