import type { RequestContext } from '../http/request-context.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { isJsonObject } from '../store/json.ts';
import type { RecordRow } from '../store/rows.ts';

/** What custom attributes hang from. */
export type Bearer = 'user' | 'group' | 'project';

const kind = 'custom_attribute';

/** The custom attributes of something, oldest first. */
export function attributesOf(context: RequestContext, bearer: Bearer, id: number): readonly RecordRow[] {
  return context.platform.state.recordsOf(`${kind} ${bearer}:${id}`);
}

/** One attribute by its key. */
export function attributeOf(context: RequestContext, bearer: Bearer, id: number, key: string): RecordRow | undefined {
  return context.platform.state.recordByKey(`${kind} ${bearer}:${id} ${key}`);
}

/** Sets an attribute, which need not exist. */
export function setAttribute(
  context: RequestContext,
  bearer: Bearer,
  id: number,
  key: string,
  value: string,
): RecordRow {
  const { state, clock } = context.platform;
  const now = clock.now().toISOString();
  const known = attributeOf(context, bearer, id, key);
  if (known !== undefined) {
    state.records.update(known, { data: { value }, updated_at: now });
    return known;
  }
  return state.records.insert({
    kind,
    owner: `${bearer}:${id}`,
    key,
    data: { value },
    created_at: now,
    updated_at: now,
  });
}

/** One attribute (APIEntitiesCustomAttribute, 18.9). */
export function attributeEntity(row: RecordRow): JsonObject {
  return { key: row.key, value: row.data['value'] ?? '' };
}

/** What `with_custom_attributes` adds to an answer: for administrators alone. */
export function shownAttributes(context: RequestContext, bearer: Bearer, id: number): JsonObject {
  return context.admin ? { custom_attributes: attributesOf(context, bearer, id).map(attributeEntity) } : {};
}

/** Whether something has all the attributes of a `custom_attributes[key]=value` filter; others than administrators do not filter. */
export function fitsAttributes(context: RequestContext, bearer: Bearer, id: number, wanted: Json | undefined): boolean {
  if (!context.admin || !isJsonObject(wanted)) return true;
  return Object.entries(wanted).every(([key, value]) => attributeOf(context, bearer, id, key)?.data['value'] === value);
}
