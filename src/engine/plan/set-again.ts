import type { Declared } from '../../model.ts';
import { propertyOf } from '../kinds.ts';
import type { Context } from './context.ts';
import { shown, type Difference } from './diff.ts';

/** The difference with the fields in it that are as declared, and would not stay so: a change above hands down another value. */
export function withSetAgain({ kind, handedTo }: Context, declared: Declared, found: Difference): Difference {
  const again = [...handedTo(declared.key)].flatMap(([path, { setAgain, value }]) => {
    const to = declared.spec[path];
    const schema = propertyOf(kind, path);
    if (!setAgain || to === undefined || schema === undefined || found.names.has(path)) return [];
    return [{ path, from: value === undefined ? undefined : shown(schema, value), to: shown(schema, to) }];
  });
  if (again.length === 0) return found;
  const paths = again.map(({ path }) => path);
  const uncompared = new Map([...found.uncompared, ...paths.map((path) => [path, 'handed-down'] as const)]);
  return { ...found, names: new Set([...found.names, ...paths]), uncompared, fields: [...found.fields, ...again] };
}
