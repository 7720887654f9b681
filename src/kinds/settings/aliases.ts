import { isDeepStrictEqual } from 'node:util';
import type { CatalogueAttribute } from '../catalogue.ts';
import { words, type SettingsSpec } from './forms.ts';

type SettingValue = Exclude<SettingsSpec[string], undefined>;

/** Another name of a setting, and how its value is said under the first. */
export interface SettingAlias {
  readonly to: string;
  convert(value: SettingValue): SettingValue;
}

/** The names that mean exactly what another setting means: deprecated ones of the same type, and lists as text. */
export function settingAliases(settings: readonly CatalogueAttribute[]): ReadonlyMap<string, SettingAlias> {
  const byName = new Map(settings.map((setting) => [setting.name, setting]));
  const aliases = settings.flatMap((setting): [string, SettingAlias][] => {
    const target = byName.get(targetName(setting) ?? '');
    if (target === undefined) return [];
    if (target.type === setting.type) return [[setting.name, { to: target.name, convert: (value) => value }]];
    if (setting.type !== 'string' || target.type !== 'array<string>') return [];
    const convert = (value: SettingValue): SettingValue => (typeof value === 'string' ? words(setting, value) : value);
    return [[setting.name, { to: target.name, convert }]];
  });
  return new Map(aliases);
}

/** Deprecated in favour of another, and not that other under an old name: taken, and left at 10 (PUT /application/settings, 18.9). */
const NO_LONGER: ReadonlySet<string> = new Set(['housekeeping_full_repack_period', 'housekeeping_gc_period']);

function targetName(setting: CatalogueAttribute): string | undefined {
  if (NO_LONGER.has(setting.name)) return undefined;
  if (typeof setting.deprecated === 'string') return setting.deprecated;
  return setting.name.endsWith('_raw') ? setting.name.slice(0, -'_raw'.length) : undefined;
}

/** The settings under their first names. An alias that says something else than the first name does stays, to be refused. */
export function withoutAliases(spec: SettingsSpec, aliases: ReadonlyMap<string, SettingAlias>): SettingsSpec {
  const result: { [name: string]: SettingsSpec[string] } = Object.fromEntries(
    Object.entries(spec).filter(([name]) => !aliases.has(name)),
  );
  for (const [name, alias] of aliases) {
    const value = spec[name];
    if (value === undefined) continue;
    const converted = alias.convert(value);
    const first = result[alias.to];
    if (first === undefined) result[alias.to] = converted;
    else if (!isDeepStrictEqual(first, converted)) result[name] = value;
  }
  return result;
}
