import { anyGlob } from '../../../base/glob.ts';
import { identity, type Kind } from '../../../kind.ts';
import type { Attributes, Instance, LiveEntry, Section } from '../../../model.ts';
import { dayOfRun } from '../../day-of-run.ts';
import { fieldsWith } from '../../kinds.ts';
import { endsSoon } from '../../plan/ending-soon.ts';
import { isOurs } from '../../plan/ours.ts';
import { isPlainlyUnchanged } from '../../plan/plainly-unchanged.ts';

/**
 * Whether a section is live just as it is declared, so that there is nothing to do in it and nothing to say of it, whatever else REST tells
 * of its entries: who is kept by a directory, and no undeclared member then, or who waits, and is no owner who stays when another leaves.
 */
export function isAsDeclared(section: Section, kind: Kind, live: readonly LiveEntry[], instance: Instance): boolean {
  const there = new Map(live.map((entry) => [identity(kind, entry.key), entry]));
  if (there.size < live.length) return false;
  for (const { key, state, spec } of section.entries) {
    const name = identity(kind, key);
    const found = there.get(name);
    there.delete(name);
    if (state === 'absent' ? found !== undefined : found === undefined) return false;
    if (found !== undefined && !isPlainlyUnchanged(kind, sent(kind, spec), found.spec)) return false;
  }
  const ignored = anyGlob(section.ignore);
  const today = dayOfRun(instance);
  return (
    [...there.values()].every((entry) => ignored(entry.key) || !isOurs(kind, entry, instance.me.username)) &&
    !live.some((entry) => endsSoon(kind, entry, today))
  );
}

/** What is of this program's own is not compared: the file of a token. */
function sent(kind: Kind, spec: Attributes): Attributes {
  const local = fieldsWith(kind, 'x-local');
  if (local.length === 0) return spec;
  const names = new Set(local.map(([name]) => name));
  return Object.fromEntries(Object.entries(spec).filter(([name]) => !names.has(name)));
}
