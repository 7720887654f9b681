import { LEVELS, LEVEL_NAMES, type LevelName } from '../access-levels.ts';
import type { PropertySchema, ValueNeeds } from '../kind.ts';

export { asLevel, levelName, levelNumber, type AccessLevel } from '../access-levels.ts';

type Needs = { readonly [Level in LevelName]?: ValueNeeds };

/** Levels that came later than the rest; of the last one instances could switch on before (18.9). */
const CAME_LATER: Needs = {
  planner: { 'x-since': '17.7' },
  security_manager: { 'x-since': '19.0' },
};

/** A field that takes access levels, all or these, by name or number; `needs` is what single ones need in this kind alone. */
export function levelField({
  names = LEVEL_NAMES,
  needs = {},
}: {
  readonly names?: readonly LevelName[];
  readonly needs?: Needs;
} = {}): PropertySchema {
  const all: Needs = { ...CAME_LATER, ...needs };
  const special = names.flatMap((name): [string, ValueNeeds][] => (all[name] ? [[name, all[name]]] : []));
  return {
    enum: [...names, ...names.map((name) => LEVELS[name])],
    'x-values': Object.fromEntries(special),
    description: 'An access level, by its name or its number.',
  };
}
