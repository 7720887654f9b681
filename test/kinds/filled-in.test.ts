import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);

it('has nothing left to fill in of what `npm run new-kind` has made', () => {
  const marks = ['src', 'test'].flatMap(marksBelow);
  expect(marks, ['To fill in:', ...marks].join('\n')).toEqual([]);
});

/** The marks of a folder, each as `file:line: what to fill in`. */
function marksBelow(folder: string): readonly string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      readFileSync(new URL(`${folder}/${path}`, root), 'utf8')
        .split('\n')
        .flatMap((line, at) => {
          const mark = /TODO\(new-kind\):? *(.*)/.exec(line)?.[1];
          return mark === undefined ? [] : [`${folder}/${path}:${at + 1}: ${mark}`];
        }),
    );
}
