import type { Draft } from './draft.ts';

/** What makes one thing of the platform in several scopes, one after the other: two at once would both try to be the first. */
export function oneAfterAnother(drafts: readonly Draft[]): readonly (readonly [later: string, earlier: string])[] {
  const last = new Map<string, string>();
  return drafts.flatMap(({ kind, change, declared }) => {
    const isMade = change.action === 'create' || change.action === 'replace';
    const what = isMade && declared !== undefined ? kind.identity.shared?.of(declared.spec) : undefined;
    if (what === undefined) return [];
    const thing = `${kind.section} ${what}`;
    const earlier = last.get(thing);
    last.set(thing, change.address);
    return earlier === undefined ? [] : [[change.address, earlier] as const];
  });
}
