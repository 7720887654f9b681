import { scopeAddress } from '../../address.ts';
import { identity, type Kind } from '../../kind.ts';
import type { LiveEntry, Section } from '../../model.ts';
import { isTiedTo } from '../../ties.ts';
import type { Draft } from './draft.ts';

/** What goes, by the address of its scope. */
type Leaving = ReadonlyMap<string, readonly Draft[]>;

/**
 * The live entries of a section as what this plan removes or makes anew in their scope leaves them, where a declared entry names that and is
 * to name it afterwards: what it loses is set again after that.
 */
export function asLeft(
  section: Section,
  kind: Kind,
  there: readonly LiveEntry[],
  gone: Leaving,
  isIntended: (address: string) => boolean,
): readonly LiveEntry[] {
  const { ties } = kind;
  if (ties === undefined || there.length === 0) return there;
  const leaving = leavingIn(section, gone).filter(({ change }) => isIntended(change.address));
  if (leaving.length === 0) return there;
  const named = new Map(
    section.entries.flatMap(({ key, state, spec }) =>
      state === 'absent' ? [] : [[identity(kind, key), ties.named(spec)] as const],
    ),
  );
  return there.map((entry) =>
    leaving.reduce((before, { kind: { section: from }, live, change }): LiveEntry => {
      const isNamed = named.get(identity(kind, entry.key))?.some((tie) => live && isTiedTo(tie, from, live));
      const left = isNamed && live ? ties.without(before, from, live) : undefined;
      if (left === undefined) return before;
      const { fields = [], by = [] } = before.takenOut ?? {};
      const takenOut = { fields: [...new Set([...fields, ...left.fields])], by: [...by, change.address] };
      return { ...before, live: left.live, spec: left.spec, takenOut };
    }, entry),
  );
}

/** What is set again comes after what takes it out, and what takes itself out does so before: by the addresses of their changes. */
export function tiedInTurn(drafts: readonly Draft[]): [later: string, earlier: string][] {
  const holding = drafts.filter(({ kind, live, change }) => kind.ties && live && change.action !== 'delete');
  if (holding.length === 0) return [];
  const gone = leavingByScope(drafts);
  return holding.flatMap((draft) => {
    const { kind, scope, live, change } = draft;
    if (live === undefined) return [];
    const after = (live.takenOut?.by ?? []).map((one): [string, string] => [change.address, one]);
    const before = leavingIn({ scope }, gone).flatMap((one): [string, string][] =>
      one.live && kind.ties?.without(live, one.kind.section, one.live) ? [[one.change.address, change.address]] : [],
    );
    return [...after, ...before];
  });
}

/** What goes in each scope, if another takes its place or not. */
export function leavingByScope(drafts: readonly Draft[]): Leaving {
  const leaving = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const { change, scope, leftoverOf } = draft;
    if ((change.action !== 'delete' && change.action !== 'replace') || leftoverOf !== undefined) continue;
    const at = scopeAddress(scope).toLowerCase();
    const known = leaving.get(at);
    if (known === undefined) leaving.set(at, [draft]);
    else known.push(draft);
  }
  return leaving;
}

function leavingIn({ scope }: Pick<Section, 'scope'>, leaving: Leaving): readonly Draft[] {
  return leaving.get(scopeAddress(scope).toLowerCase()) ?? [];
}
