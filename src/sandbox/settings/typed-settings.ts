import type { Visibility } from '../groups/rows.ts';
import type { Bag } from '../store/rows.ts';

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
