import { readdirSync, readFileSync } from 'node:fs';
import { root } from './sources.mjs';

/** The licences of the packages that parts have been taken of: they ask to go along. */
export function licences(files) {
  const names = files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  const texts = [...new Set(names)].sort().map((name) => {
    const folder = new URL(`node_modules/${name}/`, root);
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    return `${name}\n\n${readFileSync(new URL(file, folder), 'utf8').trim()}\n`;
  });
  return `Parts of these packages are in this folder.\n\n${texts.join('\n---\n\n')}`;
}
