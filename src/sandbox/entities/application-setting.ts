import type { Call } from '../call.ts';
import type { Json, JsonObject } from '../json.ts';
import { repeated } from '../setting-aliases.ts';
import { allSettings, answers } from '../setting-catalogue.ts';
import type { Setting } from '../setting-catalogue.ts';

/** The application settings; secrets are shown, but for two (GET /application/settings, 18.9). */
export function applicationSettingEntity(call: Call): JsonObject {
  const { state, edition } = call.world;
  const settings = { ...state.settings, ...repeated(state.settings) };
  const shown = allSettings.filter((setting) => answers(edition, setting));
  return { id: 1, ...Object.fromEntries(shown.map((setting) => [setting.name, valueOf(setting, settings)])) };
}

function valueOf(setting: Setting, settings: Readonly<Record<string, Json>>): Json {
  return settings[setting.name] ?? setting.default ?? (setting.type.startsWith('array<') ? [] : null);
}
