import { sectionAddress } from '../../../address.ts';
import type { Edge } from './access-order.ts';
import type { Draft } from '../draft.ts';

/** So many edges a section has at most for this: beyond that some of what is pruned waits for all, and the rest for that. */
const MOST = 1000;

/**
 * What nobody declares goes after what is to come in the same section: it may be the same thing under another name, which GitLab then refuses
 * to make twice; where that fails, nothing of the section is pruned. What is declared absent is meant by its name, and waits for nothing.
 */
export function prunedLast(drafts: readonly Draft[], needs: ReadonlyMap<string, ReadonlySet<string>>): Edge[] {
  const waitedFor = new Set([...needs.values()].flatMap((needed) => [...needed]));
  return [...bySection(drafts).values()].flatMap(({ coming, pruned }) => {
    if (coming.length === 0 || pruned.length === 0) return [];
    // What something waits for may be needed by what is to come, and so is nothing that others can wait by.
    const held = pruned.filter(({ change }) => waitedFor.has(change.address));
    const free = pruned.filter(({ change }) => !waitedFor.has(change.address));
    const gates = Math.max(1, Math.floor(MOST / coming.length));
    const first = free.slice(0, gates);
    return [
      ...[...held, ...first].flatMap((later) => coming.map((earlier): Edge => [later, earlier])),
      ...free.slice(gates).flatMap((later, index): Edge[] => {
        const gate = first[index % gates];
        return gate === undefined ? [] : [[later, gate]];
      }),
    ];
  });
}

interface Turnover {
  readonly coming: Draft[];
  readonly pruned: Draft[];
}

function bySection(drafts: readonly Draft[]): ReadonlyMap<string, Turnover> {
  const sections = new Map<string, Turnover>();
  for (const draft of drafts) {
    const { kind, scope, change, live } = draft;
    const isPruned = change.reason.code === 'pruned';
    const comes = change.action === 'create' || (change.action === 'update' && live?.renamedFrom !== undefined);
    if (!isPruned && !comes) continue;
    const address = sectionAddress(scope, kind.section);
    const known = sections.get(address) ?? { coming: [], pruned: [] };
    sections.set(address, known);
    (isPruned ? known.pruned : known.coming).push(draft);
  }
  return sections;
}
