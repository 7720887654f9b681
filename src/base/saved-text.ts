/** What a text is of those that a command has written for a later `apply`, right or not: by its first field. */
export function savedAs(text: string): 'plan' | 'undo' | undefined {
  const [, what] = /^\s*\{\s*"format":\s*"keelson\/(plan|undo)@/.exec(text) ?? [];
  return what === 'plan' || what === 'undo' ? what : undefined;
}
