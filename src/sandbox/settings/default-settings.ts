import catalogue from '../../../schemas/catalogue/application-settings.json' with { type: 'json' };
import type { Json } from '../store/json.ts';
import type { Bag } from '../store/rows.ts';

/** The application settings of a fresh instance, by the `default` of each in the catalogue; null where that knows none. */
export function defaultSettings(): Bag {
  const described: readonly { readonly name: string; readonly default?: Json }[] = catalogue;
  return Object.fromEntries(described.map((setting) => [setting.name, setting.default ?? null]));
}
