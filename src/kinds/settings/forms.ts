import { isList, isMap } from '../../base/shape.ts';
import type { Secret } from '../../base/secret.ts';
import type { Json } from '../../model.ts';
import type { CatalogueAttribute } from '../catalogue.ts';

/** The settings as declared: plain values, and secrets. */
export type SettingsSpec = { readonly [name: string]: Json | Secret | undefined };

/**
 * A setting's value in the one form in which values are compared. The platform accepts some settings in several forms
 * and returns others than it was given (GET and PUT /application/settings, 18.9).
 */
export function settingForm(setting: CatalogueAttribute, value: Json): Json {
  if (takesList(setting)) return listForm(setting, value);
  if (setting.name.endsWith('_raw'))
    return typeof value === 'string' ? words(setting, value).join('\n') || null : value;
  if (isDecimal(setting) && typeof value === 'string') return Number(value);
  if (setting.altTypes?.includes('object') === true) return evenMap(value);
  return value === '' || (setting.name === PROTOCOL && value === 'all') ? null : value;
}

const MEBIBYTE = 1024 * 1024;

/** A live value in the unit and with the fields in which it is written (GET and PUT /application/settings, 18.9). */
export function liveForm(setting: CatalogueAttribute, value: Json): Json {
  // Written in MiB, read in bytes.
  if (setting.name === 'repository_size_limit') return typeof value === 'number' ? value / MEBIBYTE : value;
  if (setting.name !== 'foundational_agents_statuses' || !isList(value)) return value;
  // Agents are read with texts that may not be sent back; those that nobody switched have no state to declare.
  return value.flatMap((agent) => {
    if (!isMap(agent) || typeof agent['enabled'] !== 'boolean') return [];
    return [{ reference: agent['reference'] ?? null, enabled: agent['enabled'] }];
  });
}

/** A decimal number is read as text (`1.0`), and written as either. */
function isDecimal(setting: CatalogueAttribute): boolean {
  return setting.type === 'number' || setting.altTypes?.includes('number') === true;
}

/** `all` is written and read as nothing (18.9). */
export const PROTOCOL = 'enabled_git_access_protocol';

/** Which settings are lists: they take a text of words too, and null for no words. */
function takesList(setting: CatalogueAttribute): boolean {
  return [setting.type, ...(setting.altTypes ?? [])].some((type) => type.startsWith('array'));
}

/** The words of a text that the platform stores as a list: no empty ones, each once. */
export function words(setting: CatalogueAttribute, text: string): readonly string[] {
  const all = text.split(/[\s,;]+/).filter((word) => word !== '');
  return [...new Set(USERNAMES.has(setting.name) ? all.map((word) => word.toLowerCase()) : all)];
}

/** The lists of usernames that the platform lower-cases. */
const USERNAMES: ReadonlySet<string> = new Set([
  'notes_create_limit_allowlist_raw',
  'search_rate_limit_allowlist_raw',
  'users_get_by_id_limit_allowlist_raw',
]);

function listForm(setting: CatalogueAttribute, value: Json): Json {
  if (value === null) return [];
  const items: Json = typeof value === 'string' ? words(setting, value) : value;
  return isList(items) ? items.map((item) => itemForm(setting.name, item)) : items;
}

function itemForm(name: string, item: Json): Json {
  // The scheme is cut off when this list is saved.
  const bare = name === 'iframe_rendering_allowlist' && typeof item === 'string';
  return bare ? item.replace(/^https?:\/\//, '') : item;
}

/** A URL without the user and the password in it, which must not reach a plan. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/@]*@/i, '$1');
}

/** One number for every index reads as a map in which all are alike. */
function evenMap(value: Json): Json {
  if (!isMap(value)) return value;
  const numbers = [...new Set(Object.values(value))];
  const only = numbers[0];
  return numbers.length === 1 && typeof only === 'number' ? only : value;
}
