import { isMap } from '../base/shape.ts';
import type { Json, JsonObject, LiveObject } from '../model.ts';

/** The objects of a list that stands inside an answer; a list that is empty may be left out of it. */
export function nestedRows(answer: LiveObject, name: string): readonly JsonObject[] {
  const list: unknown = answer[name];
  return Array.isArray(list) ? (list as readonly Json[]).filter(isMap) : [];
}
