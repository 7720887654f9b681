import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Where the browser of this machine is: the one that `KEELSON_CHROMIUM` names, or the first of its usual names on the path. */
export function chromiumOf(env: { readonly [name: string]: string | undefined }): string | undefined {
  const named = env['KEELSON_CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** Whether the tests in a browser are part of a run. Where they have to be, a machine without a browser fails them. */
export function runsInBrowser(env: { readonly [name: string]: string | undefined }): boolean {
  return env['KEELSON_BROWSER_TESTS'] === 'required' || chromiumOf(env) !== undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
