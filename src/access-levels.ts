/** The platform's access levels, by the names that the YAML has for them. */
export const LEVELS = {
  minimal: 5,
  guest: 10,
  planner: 15,
  reporter: 20,
  security_manager: 25,
  developer: 30,
  maintainer: 40,
  owner: 50,
} as const;

export type LevelName = keyof typeof LEVELS;

/** An access level by its name; a number stands for a level that has none here. */
export type AccessLevel = LevelName | number;

/** The names of all levels, the lowest first. */
export const LEVEL_NAMES: readonly LevelName[] = Object.keys(LEVELS).filter(isLevelName);

const NAME_OF: ReadonlyMap<number, AccessLevel> = new Map(LEVEL_NAMES.map((name) => [LEVELS[name], name]));

/** The platform's number of a level. */
export function levelNumber(level: AccessLevel): number {
  return typeof level === 'number' ? level : LEVELS[level];
}

/** The normal form of a level: its name, where it has one. */
export function levelName(level: AccessLevel): AccessLevel {
  return typeof level === 'number' ? (NAME_OF.get(level) ?? level) : level;
}

/** A level as it stands in an entry of another kind, which is not typed there. */
export function asLevel(value: unknown): AccessLevel | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isLevelName(value) ? value : undefined;
}

function isLevelName(text: string): text is LevelName {
  return Object.hasOwn(LEVELS, text);
}
