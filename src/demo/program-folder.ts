import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where this program is installed, with the examples, the schemas and the templates that came with it. */
export function programFolder(): string {
  let folder = dirname(realpathSync(process.argv[1] ?? '.'));
  while (!existsSync(join(folder, 'examples', 'instance')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
