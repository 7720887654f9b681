import type { JsonObject } from '../store/json.ts';

/** A label in full (APIEntitiesLabelBasic, 18.9); here it is a name alone, in the platform's default colour. */
export function labelDetail(name: string, id: number): JsonObject {
  const text = { description: null, description_html: '' };
  return { id, name, ...text, color: '#6699cc', text_color: '#FFFFFF', archived: false };
}
