/** A path as nobody but a shell expands it: `~/token` would be a file in a folder called `~`. */
export const NO_TILDE = {
  pattern: '^[^~]',
  'x-form': 'a path without `~` at its beginning, which a shell alone takes for the home directory',
} as const;

/** The name of an environment variable as nobody but a shell expands it: of `$TOKEN` there is none. */
export const NO_DOLLAR = {
  pattern: '^[^$]',
  'x-form': 'its name alone, without `$`, which only a shell takes for a variable',
} as const;
