import { anyGlob } from '../../base/glob.ts';
import { identity } from '../../kind.ts';
import type { Declared } from '../../model.ts';
import type { Context } from './context.ts';
import type { Draft } from './draft.ts';
import { comingRemoval } from './drafting.ts';

/** The removal of what may come by itself under the key of an entry that is declared absent, in a scope that is yet to be made. */
export function comingUnder(context: Context, declared: Declared): Draft | undefined {
  const coming = context.kind.calls.comes?.(declared.key, context.callContext);
  return coming && comingRemoval(context, coming, declared);
}

/** The removal of what may come by itself, that nobody declares, and that a pruned section would not keep once its scope is made. */
export function comingUndeclared(context: Context): readonly Draft[] {
  const { kind, section, callContext } = context;
  const coming = section.prune ? kind.calls.comes?.(undefined, callContext) : undefined;
  if (coming === undefined) return [];
  const key = identity(kind, coming.key);
  const isDeclared = section.entries.some((entry) => identity(kind, entry.key) === key);
  const isHanded = section.handed?.some((one) => identity(kind, one) === key) === true;
  const isKept = coming.nameless ? (section.ignore ?? []).length > 0 : anyGlob(section.ignore)(coming.key);
  return isDeclared || isHanded || isKept ? [] : [comingRemoval(context, coming, undefined)];
}
