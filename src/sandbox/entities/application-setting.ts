import type { Call } from '../call.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Bag } from '../rows.ts';
import { repeated } from '../setting-aliases.ts';
import { allSettings, answers } from '../setting-catalogue.ts';
import type { Setting } from '../setting-catalogue.ts';

/** The application settings; secrets are shown, but for two (GET /application/settings, 18.9). */
export function applicationSettingEntity(call: Call): JsonObject {
  const { state, edition } = call.world;
  const settings = { ...state.settings, ...repeated(state.settings) };
  const shown = allSettings.filter((setting) => answers(edition, setting, state.settings));
  return { id: 1, ...Object.fromEntries(shown.map((setting) => [setting.name, valueOf(setting, settings)])) };
}

function valueOf(setting: Setting, settings: Bag): Json {
  const stored = settings[setting.name];
  // What the catalogue does not hold was never stored; what was emptied stays empty.
  const value = stored === undefined ? (setting.default ?? null) : stored;
  return value === null && setting.type.startsWith('array<') ? [] : value;
}
