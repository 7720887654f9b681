import { scopeAddress, sectionAddress } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Desired, Instance, Scope } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';

/** The sections of declared groups, projects and of the instance that nobody declares, and in how many of these scopes. */
export interface Unwatched {
  readonly sections: readonly string[];
  readonly scopes: number;
}

/** What is not looked at, since it is not declared: what somebody adds there is told by nobody. */
export function unwatched({ sections }: Pick<Desired, 'sections'>, kinds: Kinds, instance: Instance): Unwatched {
  const declared = new Set(sections.map(({ scope, name }) => sectionAddress(scope, name)));
  const hosts = sections.flatMap(({ name, entries }): Scope[] => {
    const { host } = kindOf(kinds, name);
    if (host === undefined) return [];
    return entries.flatMap(({ key, state }) => (state === 'absent' ? [] : [{ type: host.type, path: key }]));
  });
  const own = sections.flatMap(({ name, scope }) => (kindOf(kinds, name).host === undefined ? [scope] : []));
  const scopes = new Map([...hosts, ...own].map((scope) => [scopeAddress(scope), scope]));
  const names = new Set<string>();
  let lacking = 0;
  for (const scope of scopes.values()) {
    const left = [...kinds.values()].filter(
      (kind) => isWatchable(kind, scope, instance) && !declared.has(sectionAddress(scope, kind.section)),
    );
    if (left.length > 0) lacking += 1;
    for (const { section } of left) names.add(section);
  }
  return { sections: [...names].sort(), scopes: lacking };
}

/** Whether somebody can add something to such a section there. */
function isWatchable({ host, shape, scopes, tier = 'free' }: Kind, scope: Scope, { enterprise }: Instance): boolean {
  if (host !== undefined || shape.type === 'single' || !scopes.includes(scope.type)) return false;
  return enterprise || tier === 'free';
}
