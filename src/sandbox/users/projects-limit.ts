import type { UserRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';
import { numberSetting } from '../settings/typed-settings.ts';
import type { State } from '../store/state.ts';

/** The limit of a user that is made now: a later change of the setting leaves it as it is (POST /users, 18.9). */
export function firstProjectsLimit(settings: Bag): number {
  return numberSetting(settings, 'default_projects_limit', 100_000);
}

/** How many projects of their own a user may have: none who is external (PUT /users/:id, 18.9). */
export function projectsLimit(state: State, user: UserRow): number {
  if (user.external) return 0;
  const own = user.profile['projects_limit'];
  return typeof own === 'number' ? own : firstProjectsLimit(state.settings);
}
