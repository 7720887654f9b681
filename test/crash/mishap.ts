/** What can happen to one request on its way; the `-after` ones strike when the platform has executed it already. */
export const mishaps = [
  'reset-before',
  'reset-after',
  'cut',
  '429-text',
  '429-json',
  '500',
  '502',
  '502-after',
  '503',
  'stall-before',
  'stall-after',
] as const;

/** The ways in which a process dies at one request: before it is sent, and between its execution and its answer. */
export const deaths = ['killed-before', 'killed-after'] as const;

/** Somebody else makes the same request a moment before, and this one never arrives. */
export const overtaken = ['overtaken'] as const;

export type Mishap = (typeof mishaps)[number] | (typeof deaths)[number] | (typeof overtaken)[number];
