import { readFileSync } from 'node:fs';

/** Set by scripts/build.mjs, so that the bundle need not read its package to know its version. */
declare const KEELSON_VERSION: string | undefined;

/** The version of this program, as its package says. */
export const version: string = typeof KEELSON_VERSION === 'string' ? KEELSON_VERSION : versionOfPackage();

function versionOfPackage(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const manifest: unknown = JSON.parse(text);
  const found =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined;
  if (typeof found !== 'string') throw new Error('package.json has no version');
  return found;
}
