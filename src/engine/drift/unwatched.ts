import { INSTANCE, scopeAddress, sectionAddress } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Desired, Instance, Scope } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';

/** The sections that nobody declares of the declared groups or projects, of which there are so many, or of the instance; each with how many lack it. */
export interface Unwatched {
  readonly type: Scope['type'];
  readonly scopes: number;
  readonly sections: readonly { readonly name: string; readonly lacking: number }[];
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
  // Who may see everything may be shown what somebody adds to the instance.
  const whole: readonly Scope[] = instance.me.admin ? [INSTANCE] : [];
  const scopes = new Map([...hosts, ...own, ...whole].map((scope) => [scopeAddress(scope), scope]));
  return SCOPES.flatMap((type) => {
    const those = [...scopes.values()].filter((scope) => scope.type === type);
    const sections = [...kinds.values()].flatMap((kind) => {
      const lacking = those.filter(
        (scope) => isWatchable(kind, scope, instance) && !declared.has(sectionAddress(scope, kind.section)),
      );
      return lacking.length === 0 ? [] : [{ name: kind.section, lacking: lacking.length }];
    });
    return sections.length === 0
      ? []
      : [{ type, scopes: those.length, sections: sections.sort((a, b) => (a.name < b.name ? -1 : 1)) }];
  });
}

const SCOPES = ['instance', 'group', 'project'] as const satisfies readonly Scope['type'][];

/** Whether somebody can add something to such a section there, and an empty one would show it. */
function isWatchable(kind: Kind, scope: Scope, instance: Instance): boolean {
  const { host, scopes, calls, tier = 'free' } = kind;
  if (
    kind.reads.ofNamed !== undefined ||
    host !== undefined ||
    calls.create === undefined ||
    !scopes.includes(scope.type)
  )
    return false;
  return (instance.enterprise || tier === 'free') && kind.reads.offered?.(scope, instance) !== false;
}
