import { isMap } from '../base/shape.ts';
import type { CallContext } from '../kind.ts';
import type { Attributes } from '../model.ts';
import { Ref } from '../placeholders.ts';

/** The project of a scope, as it is declared, where it is yet to be made; undefined where it is there, or the scope is no project. */
export function newProject(context: CallContext): Attributes | undefined {
  const { scope } = context;
  const project = scope.type === 'project' ? context.find('projects', scope.path) : undefined;
  return project !== undefined && Ref.is(project.ref('id')) ? project.spec : undefined;
}

/** What comes with a new group or project of a scope, as a clause, where it has what is above that. */
export function comesFromAbove({ scope: { type } }: CallContext): string {
  return `a new ${type} comes with that of ${type === 'group' ? 'the group above it' : 'its group'}, or of the instance, where there is one`;
}

/** Whether the group or project of a scope is made by the plan: what is not there, and is not declared to be made, is not. */
export function isMadeAlong(context: CallContext): boolean {
  const { scope } = context;
  if (scope.type !== 'group') return isMap(newProject(context)?.['create']);
  const group = context.find('groups', scope.path);
  return group !== undefined && Ref.is(group.ref('id'));
}
