import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { Bag } from '../store/rows.ts';
import { repeated } from './aliases.ts';
import { allSettings, answers } from './catalogue.ts';
import type { Setting } from './catalogue.ts';

/** The application settings; secrets are shown, but for two (GET /application/settings, 18.9). */
export function applicationSettingEntity(context: RequestContext): JsonObject {
  const { state, edition } = context.platform;
  const settings = { ...state.settings, ...repeated(state.settings), ...computed(context) };
  const shown = allSettings.filter((setting) => answers(edition, setting, state.settings));
  return { id: 1, ...Object.fromEntries(shown.map((setting) => [setting.name, valueOf(setting, settings)])) };
}

/** What is answered where nothing is set: the instance's own host, and all administrators (GET /application/settings, 18.9). */
function computed(context: RequestContext): Bag {
  const { state, externalUrl, edition } = context.platform;
  const told = state.settings['git_rate_limit_users_alertlist'];
  const administrators = [...state.users.all()].filter((user) => user.admin && user.state === 'active');
  return {
    // Without the licence there are no rules, in another form.
    ...(licensed(edition, 'premium') ? {} : { duo_namespace_access_rules: {} }),
    commit_email_hostname:
      textOf(state.settings['commit_email_hostname']) || `users.noreply.${new URL(externalUrl).hostname}`,
    git_rate_limit_users_alertlist:
      Array.isArray(told) && told.length > 0 ? told : administrators.map((user) => user.id),
  };
}

function valueOf(setting: Setting, settings: Bag): Json {
  const stored = settings[setting.name];
  // What the catalogue does not hold was never stored; what was emptied stays empty.
  const value = stored === undefined ? (setting.default ?? null) : stored;
  return value === null && setting.type.startsWith('array<') ? [] : value;
}
