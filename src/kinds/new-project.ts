import type { CallContext } from '../kind.ts';
import type { Attributes } from '../model.ts';
import { Ref } from '../placeholders.ts';

/** The project of a scope, as it is declared, where it is yet to be made; undefined where it is there, or the scope is no project. */
export function newProject(context: CallContext): Attributes | undefined {
  const { scope } = context;
  const project = scope.type === 'project' ? context.find('projects', scope.path) : undefined;
  return project !== undefined && Ref.is(project.ref('id')) ? project.spec : undefined;
}
