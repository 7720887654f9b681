import { LEVELS, LEVEL_NAMES } from '../access-levels.ts';
import type { PropertySchema } from '../kind.ts';

export { asLevel, levelName, levelNumber, type AccessLevel } from '../access-levels.ts';

/** A field that takes an access level, by name or number. */
export const accessLevelSchema: PropertySchema = {
  enum: [...LEVEL_NAMES, ...Object.values(LEVELS)],
  description: 'An access level, by its name or its number.',
};
