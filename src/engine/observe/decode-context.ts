import { sectionAddress } from '../../address.ts';
import type { DecodeContext } from '../../kind.ts';
import type { Instance, LiveEntry, Scope } from '../../model.ts';
import { rootPath } from '../../base/scope-path.ts';

/** The scopes in which a name may be found that is used in `scope`: its root group, then the instance. */
export function outerScopes(scope: Scope): readonly Scope[] {
  if (scope.type === 'instance') return [scope];
  return [{ type: 'group', path: rootPath(scope.path) }, { type: 'instance' }];
}

/** What kinds may look up while they decode, from the sections that have been decoded so far. */
export function createDecodeContext(
  scope: Scope,
  instance: Instance,
  sections: ReadonlyMap<string, readonly LiveEntry[]>,
  once: DecodeContext['intern'] = (text) => text,
): DecodeContext {
  return {
    intern: once,
    scope,
    instance,
    nameOf: (section, id) => {
      const found = outerScopes(scope)
        .flatMap((outer) => sections.get(sectionAddress(outer, section)) ?? [])
        .find((entry) => entry.id === id);
      return found?.renamedFrom ?? found?.key;
    },
  };
}
