import type { Call, Declared, LiveEntry } from '../../model.ts';
import type { Context } from './context.ts';
import { hidden } from './diff.ts';

/**
 * The calls that make what a replacement deletes first, as it is now, where the platform refuses the new one: a tag that nobody may make
 * would be open to all otherwise. None where a secret goes with it, which nobody can send again, and where it only gives up its name.
 */
export function putBack({ kind, callContext }: Context, entry: Declared, live: LiveEntry): readonly Call[] {
  const hasSecret = Object.values(kind.schema.properties).some(hidden);
  if (hasSecret || kind.calls.beside || kind.calls.supersede !== undefined) return [];
  const known = Object.entries(live.spec).filter(([, value]) => value !== undefined && value !== null);
  const before: Declared = { ...entry, key: live.key, alias: live.alias, spec: Object.fromEntries(known) };
  return kind.calls.create?.(before, callContext) ?? [];
}
