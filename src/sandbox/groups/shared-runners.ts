import { descendantsOf } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { GroupRow } from './rows.ts';

/** Turning shared runners off for good reaches everything below (PUT /groups/:id, 18.9). */
export function disableRunnersBelow(context: RequestContext, group: GroupRow): void {
  const { state } = context.platform;
  const below = descendantsOf(state, group);
  for (const row of below) {
    state.groups.update(row, {
      attributes: { ...row.attributes, shared_runners_setting: 'disabled_and_unoverridable' },
    });
  }
  for (const row of [group, ...below]) {
    for (const project of state.projectsByGroup(row.id)) {
      state.projects.update(project, { attributes: { ...project.attributes, shared_runners_enabled: false } });
    }
  }
}
