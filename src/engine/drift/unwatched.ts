import { isAlwaysThere } from '../../always-there.ts';
import { scopeAddress, sectionAddress } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Desired, Instance, Scope } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';

/** The sections of declared groups, of projects or of the instance that nobody declares, and in how many of these each or some are missing. */
export interface Unwatched {
  readonly type: Scope['type'];
  readonly sections: readonly string[];
  readonly scopes: number;
}

/** What is not looked at, since it is not declared: what somebody adds there is told by nobody. */
export function unwatched({ sections }: Pick<Desired, 'sections'>, kinds: Kinds, instance: Instance): Unwatched[] {
  const declared = new Set(sections.map(({ scope, name }) => sectionAddress(scope, name)));
  const hosts = sections.flatMap(({ name, entries }): Scope[] => {
    const { host } = kindOf(kinds, name);
    if (host === undefined) return [];
    return entries.flatMap(({ key, state }) => (state === 'absent' ? [] : [{ type: host.type, path: key }]));
  });
  const own = sections.flatMap(({ name, scope }) => (kindOf(kinds, name).host === undefined ? [scope] : []));
  const scopes = new Map([...hosts, ...own].map((scope) => [scopeAddress(scope), scope]));
  return SCOPES.flatMap((type) => {
    const lacking = [...scopes.values()].flatMap((scope) => {
      const left = [...kinds.values()].filter(
        (kind) => isWatchable(kind, scope, instance) && !declared.has(sectionAddress(scope, kind.section)),
      );
      return scope.type !== type || left.length === 0 ? [] : [left.map(({ section }) => section)];
    });
    return lacking.length === 0
      ? []
      : [{ type, sections: [...new Set(lacking.flat())].sort(), scopes: lacking.length }];
  });
}

const SCOPES = ['instance', 'group', 'project'] as const satisfies readonly Scope['type'][];

/** Whether somebody can add something to such a section there. */
function isWatchable(kind: Kind, scope: Scope, { enterprise }: Instance): boolean {
  const { host, scopes, tier = 'free' } = kind;
  if (host !== undefined || isAlwaysThere(kind) || !scopes.includes(scope.type)) return false;
  return enterprise || tier === 'free';
}
