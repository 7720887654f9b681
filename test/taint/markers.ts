import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a secret was found: its name, the form it was in, and the file or output. */
export interface Found {
  readonly secret: string;
  readonly form: string;
  readonly where: string;
}

/** Looks for secrets in a text, in every form in which one could leave the program. */
export function secretsIn(text: string, where: string, secrets: { readonly [name: string]: string }): Found[] {
  return Object.entries(secrets).flatMap(([secret, value]) =>
    formsOf(value)
      .filter(([, form]) => text.includes(form))
      .map(([form]) => ({ secret, form, where })),
  );
}

/** Looks for secrets in every file of a folder and of those in it. */
export function secretsInFiles(
  folder: string,
  secrets: { readonly [name: string]: string },
  besides: readonly string[] = [],
): Found[] {
  return filesIn(folder)
    .filter((file) => !besides.includes(file))
    .flatMap((file) => secretsIn(readFileSync(join(folder, file), 'latin1'), file, secrets));
}

/** The paths of all files below a folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    lstatSync(join(folder, path)).isFile(),
  );
}

function formsOf(value: string): [form: string, text: string][] {
  const bytes = Buffer.from(value);
  // What stands in the middle of a longer text is encoded in three ways, after where it begins; its first and last letters may differ.
  const shifted = [0, 1, 2].map((shift): [string, string] => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return [`base64, shifted by ${shift}`, text.slice(4, -4)];
  });
  return [
    ['plain', value],
    ['URL', encodeURIComponent(value)],
    ['form', new URLSearchParams([['', value]]).toString().slice(1)],
    ['JSON', JSON.stringify(value).slice(1, -1)],
    ['JSON in HTML', JSON.stringify(value).slice(1, -1).replaceAll('&', '\\u0026')],
    ['HTML', value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    [
      'reversed',
      [...bytes]
        .reverse()
        .map((byte) => String.fromCharCode(byte))
        .join(''),
    ],
    ['hexadecimal', bytes.toString('hex')],
    ...shifted,
  ];
}
