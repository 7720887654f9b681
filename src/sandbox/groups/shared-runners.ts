import { descendantsOf } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { GroupRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';

/**
 * Turning shared runners off reaches everything below: for good, or until it is turned on there. A group below in which they were on does
 * not let those below it turn them on, and one that did goes on doing so (PUT /groups/:id, 18.9).
 */
export function disableRunnersBelow(context: RequestContext, group: GroupRow, before: Bag): void {
  const { state } = context.platform;
  const { shared_runners_setting: now } = group.attributes;
  const wasOn = (attributes: Bag): boolean => (attributes['shared_runners_setting'] ?? 'enabled') === 'enabled';
  const forGood = now === 'disabled_and_unoverridable';
  if (!forGood && !(now === 'disabled_and_overridable' && wasOn(before))) return;
  const below = descendantsOf(state, group);
  for (const row of below.filter(({ attributes }) => forGood || wasOn(attributes))) {
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
