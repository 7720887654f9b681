import { entryAddress } from '../../address.ts';
import type { Section } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { opensScope, type Draft } from './draft.ts';
import { draftIdentity, scopesAbove, type Needs } from './order/dependencies.ts';

/**
 * The changes of the targeted addresses, and all that these need: of what makes way for one, the rest of its way; and of what is as declared but for the
 * place that it stands in, what brings that to its path.
 */
export function targeted(
  drafts: readonly Draft[],
  needs: Needs,
  sections: readonly Section[],
  kinds: Kinds,
  target: (address: string) => boolean,
): Draft[] {
  const wanted = new Set<string>();
  const wholes = new Map(
    drafts.flatMap(({ change, stepOf }) => (stepOf === undefined ? [] : [[change.address, stepOf]])),
  );
  const want = (address: string): void => {
    if (wanted.has(address)) return;
    wanted.add(address);
    const whole = wholes.get(address);
    if (whole !== undefined) want(whole);
    for (const needed of needs.get(address) ?? []) want(needed);
  };
  for (const { change } of drafts) if (target(change.address)) want(change.address);
  const others = drafts.filter(({ change }) => !wanted.has(change.address));
  for (const address of bringing(others, sections, kinds, target)) want(address);
  return drafts.filter(({ change }) => wanted.has(change.address));
}

/** The addresses of those among these changes after which what is targeted stands where it is declared. */
function bringing(
  drafts: readonly Draft[],
  sections: readonly Section[],
  kinds: Kinds,
  target: (address: string) => boolean,
): string[] {
  const hosts = new Map(
    drafts.flatMap((draft) => (opensScope(draft) ? [[draftIdentity(draft), draft.change.address] as const] : [])),
  );
  if (hosts.size === 0) return [];
  return sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    return entries.flatMap(({ key, state }) =>
      state === 'present' && target(entryAddress(kind, scope, key))
        ? scopesAbove({ kind, scope, key }).flatMap((above) => hosts.get(above) ?? [])
        : [],
    );
  });
}
