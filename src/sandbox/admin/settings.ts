import settingsCatalogue from '../../../schemas/catalogue/application-settings.json' with { type: 'json' };
import limitsCatalogue from '../../../schemas/catalogue/plan-limits.json' with { type: 'json' };
import type { Json } from '../store/json.ts';
import type { Visibility } from '../groups/rows.ts';
import type { Bag } from '../store/rows.ts';

interface Described {
  readonly name: string;
  readonly default?: Json;
}

/** The application settings of a fresh instance; null where the catalogue knows no default. */
export function defaultSettings(): Bag {
  return defaultsOf(settingsCatalogue);
}

/** The plan limits of a fresh instance. */
export function defaultPlanLimits(): Bag {
  return defaultsOf(limitsCatalogue);
}

function defaultsOf(catalogue: readonly Described[]): Bag {
  return Object.fromEntries(catalogue.map((entry) => [entry.name, entry.default ?? null]));
}

/** A setting that is a number, or the fallback. */
export function numberSetting(settings: Bag, name: string, fallback: number): number {
  const value = settings[name];
  return typeof value === 'number' ? value : fallback;
}

/** A setting that is a visibility level. */
export function visibilitySetting(settings: Bag, name: string): Visibility {
  const value = settings[name];
  return value === 'internal' || value === 'public' ? value : 'private';
}

/** Whether runners may still be registered with the token of a place; the place decides for itself, too. */
export function registrationTokensAllowed(settings: Bag): boolean {
  return settings['allow_runner_registration_token'] !== false;
}
