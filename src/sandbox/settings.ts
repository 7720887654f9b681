import settingsCatalogue from '../../schemas/catalogue/application-settings.json' with { type: 'json' };
import limitsCatalogue from '../../schemas/catalogue/plan-limits.json' with { type: 'json' };
import type { Json } from './json.ts';
import type { Bag, Visibility } from './rows.ts';

interface Described {
  readonly name: string;
  readonly default?: Json;
}

/** The structure that stands for the old number 2, "fully protected" (GET /application/settings, 18.9). */
const fullyProtected: Json = {
  allowed_to_push: [{ access_level: 40 }],
  allow_force_push: false,
  allowed_to_merge: [{ access_level: 40 }],
};

/** The application settings of a fresh instance; null where the catalogue knows no default. */
export function defaultSettings(): Bag {
  return {
    ...defaultsOf(settingsCatalogue),
    default_branch_protection_defaults: fullyProtected,
    restricted_visibility_levels: [],
    // The catalogue tells what GitLab.com has; an instance is born with it on (settings_spec.rb, 18.9).
    enforce_pipl_compliance: true,
  };
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
