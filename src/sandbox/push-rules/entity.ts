import type { Source } from '../access/access.ts';
import type { JsonObject } from '../store/json.ts';
import type { RecordRow } from '../store/rows.ts';

/** A push rule; that of a project names it (GET …/push_rule, 18.9). */
export function pushRuleEntity(source: Source, rule: RecordRow): JsonObject {
  return {
    id: rule.id,
    ...(source.type === 'project' ? { project_id: source.row.id } : {}),
    created_at: rule.created_at,
    ...rule.data,
  };
}
