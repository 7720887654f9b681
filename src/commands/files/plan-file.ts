import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Whether a path is that of a saved plan, or of an undo, by its name or by how it begins: it may be called anything. */
export function isPlanFile(path: string): boolean {
  if (!(statSync(path, { throwIfNoEntry: false })?.isFile() ?? false)) return false;
  return path.endsWith('.json') || /^\s*\{\s*"format":\s*"keelson\/(?:plan|undo)@/.test(beginningOf(path));
}

/** Nothing of what cannot be read: whoever reads it next says so. */
function beginningOf(file: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const bytes = Buffer.alloc(100);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } catch {
    return '';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
