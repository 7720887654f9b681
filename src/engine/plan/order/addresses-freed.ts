import type { Draft } from '../draft.ts';

/** What takes an address waits for the removal of whoever has it, by the addresses of their changes. */
export function addressesFreed(drafts: readonly Draft[]): readonly (readonly [later: string, earlier: string])[] {
  const freed = new Map(
    drafts.flatMap(({ kind, change, live }) => {
      const has = kind.people?.address && live?.spec[kind.people.address.field];
      return change.action === 'delete' && typeof has === 'string'
        ? [[has.toLowerCase(), change.address] as const]
        : [];
    }),
  );
  if (freed.size === 0) return [];
  return drafts.flatMap(({ kind, change, declared }) => {
    const wanted = kind.people?.address && declared?.spec[kind.people.address.field];
    const earlier = typeof wanted === 'string' ? freed.get(wanted.toLowerCase()) : undefined;
    const isTaken = change.action !== 'delete' && earlier !== undefined;
    return isTaken ? [[change.address, earlier] as const] : [];
  });
}
