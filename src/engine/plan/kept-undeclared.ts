import type { Kind } from '../../kind.ts';
import { Secret } from '../../base/secret.ts';
import type { Attributes, Declared, FieldChange } from '../../model.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Context } from './context.ts';
import { hidden, shown } from './diff.ts';
import { isUnset } from './is-unset.ts';

/** What a replacement takes along of what nobody declares, and what it cannot. */
export interface Kept {
  /** The declared entry with what goes along. */
  readonly entry: Declared;
  /** What goes along, as it was and will be. */
  readonly fields: readonly FieldChange[];
  /** The fields that are lost: secrets that nobody knows, and what no call of a creation takes. */
  readonly lost: readonly string[];
}

/**
 * What is `before` and nobody declares goes along into what is made in its place: a new one is otherwise made with the platform's defaults, and
 * would be open where it was closed. What the declared values rule out, or say themselves, goes.
 */
export function keptUndeclared(context: Context, entry: Declared, before: Attributes): Kept {
  const { kind } = context;
  const follows = kind.access?.follows?.(entry.spec, (section, name) => context.callContext.find(section, name)?.spec);
  let kept = entry;
  const fields: FieldChange[] = [];
  const lost: string[] = [];
  for (const [path, schema] of Object.entries(kind.schema.properties).sort(byName)) {
    const value = before[path];
    const isSaid = entry.spec[path] !== undefined || follows?.[path] !== undefined || isName(kind, path);
    if (isSaid || schema['x-local']) continue;
    const isSecret = hidden(schema) || value instanceof Secret;
    if (!isSecret && (value === undefined || value === null)) continue;
    const more: Declared = { ...kept, spec: { ...kept.spec, [path]: value ?? '' } };
    if (isRuledOut(context, kept, more)) continue;
    if (isSecret || value === undefined || !isSent(context, kept, more)) {
      if (isSecret || !isUnset(value)) lost.push(path);
      continue;
    }
    kept = more;
    fields.push({ path, from: shown(schema, value), to: shown(schema, value) });
  }
  return { entry: kept, fields, lost };
}

/** What an interrupted replacement has left in the journal, made of it what goes along with the new one: that is told as new. */
export function keptFromBefore(context: Context, entry: Declared, before: Attributes): Omit<Kept, 'lost'> {
  const { entry: whole, fields } = keptUndeclared(context, entry, before);
  return { entry: whole, fields: fields.map(({ path, to }) => ({ path, from: undefined, to })) };
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function isName({ shape }: Kind, path: string): boolean {
  return shape.type === 'map' && shape.name === path;
}

/** Whether the declared values leave no room for it: a rule is broken by it, or it is one of several that exclude each other. */
function isRuledOut({ kind, section }: Context, entry: Declared, more: Declared): boolean {
  const faults = ({ spec }: Declared): number => kind.rules?.check?.(spec, section.scope).length ?? 0;
  const chosen = ({ spec }: Declared): number =>
    (kind.schema.oneOf ?? []).filter(({ required }) => required.every((name) => spec[name] !== undefined)).length;
  return faults(more) > faults(entry) || chosen(more) > Math.max(1, chosen(entry));
}

/** Whether the calls that make an entry carry it. */
function isSent({ kind, callContext }: Context, entry: Declared, more: Declared): boolean {
  const callsOf = (one: Declared): string => canonicalJson(kind.calls.create?.(one, callContext) ?? []);
  return callsOf(more) !== callsOf(entry);
}
