/** The YAML of a configuration, as the library is asked to read it. */
export const dialect = {
  version: '1.2',
  schema: 'core',
  stringKeys: true,
  // Compared by `toJson` with a set: the library compares each key with every other.
  uniqueKeys: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;
