/** What the program's exit status says. An error is never 0. */
export const EXIT = { done: 0, failed: 1, differs: 2, refused: 3, interrupted: 130 } as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];
