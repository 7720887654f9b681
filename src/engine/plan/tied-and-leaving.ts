import { entryAddress, scopeAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Declared, Desired } from '../../model.ts';
import { isTiedTo, type Tie } from '../../ties.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import type { Draft } from './draft.ts';
import { worded } from './refusals.ts';

/** A change that takes from an entry what that names. */
interface Against {
  readonly draft: Draft;
  readonly fate: string;
}

/**
 * Errors for entries that name another one of their scope, which this plan takes away: GitLab takes it out of the entry with that, and
 * refuses it from then on. Of who may have access from elsewhere as well, a group above or a share, it is a warning.
 */
export function tiedAndLeaving(
  drafts: readonly Draft[],
  { sections }: Pick<Desired, 'sections'>,
  kinds: Kinds,
): Diagnostic[] {
  const changing = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const isStaying = draft.change.action === 'create' || draft.leftoverOf !== undefined;
    if (isStaying || draft.scope.type === 'instance') continue;
    const at = scopeAddress(draft.scope).toLowerCase();
    changing.set(at, [...(changing.get(at) ?? []), draft]);
  }
  if (changing.size === 0) return [];
  return sections.flatMap(({ name, scope, entries }): Diagnostic[] => {
    const kind = kindOf(kinds, name);
    const near = changing.get(scopeAddress(scope).toLowerCase()) ?? [];
    if (kind.ties === undefined || near.length === 0) return [];
    return entries.flatMap((entry) =>
      entry.state === 'absent'
        ? []
        : (kind.ties?.named(entry.spec) ?? []).flatMap((tie) =>
            near
              .flatMap((draft) => against(draft, tie))
              .slice(0, 1)
              .map((one) => givenUp(entryAddress(kind, scope, entry.key), entry, tie, one)),
          ),
    );
  });
}

function against(draft: Draft, tie: Tie): Against[] {
  const { kind, live, declared, change } = draft;
  if (live === undefined || !isTiedTo(tie, kind.section, live)) return [];
  if (change.action === 'delete') return [{ draft, fate: 'removed' }];
  // What takes its place under the same name is named again; it has another number.
  if (change.action === 'replace' && tie.key === undefined) return [{ draft, fate: 'made anew, with another number' }];
  const lacking = Object.entries(tie.as ?? {}).find(
    ([field, value]) => declared?.spec[field] !== undefined && declared.spec[field] !== value,
  );
  return lacking === undefined
    ? []
    : [{ draft, fate: `to have \`${lacking[0]}: ${worded(declared?.spec[lacking[0]])}\`` }];
}

/** An entry names what goes by the same plan. */
export function givenUp(address: string, entry: Declared, { what, field }: Tie, { draft, fate }: Against): Diagnostic {
  const mayStay = draft.kind.access?.ownershipReads !== undefined;
  return {
    severity: mayStay ? 'warning' : 'error',
    code: 'given-up',
    message: `${address} names ${what}, and ${draft.change.address} is ${fate}${mayStay ? ': GitLab refuses who has no other access' : ''}`,
    place: entry.place(field),
    remedy: fate.startsWith('made anew')
      ? 'take the name out here first, and write the new number in a second apply'
      : 'take the name out here, or leave what it means as it is',
  };
}
