import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const path = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

it('what proves a promise is there', () => {
  const proofs = [...readFileSync(path('docs/promises.md'), 'utf8').matchAll(/\[(`[^\]]+`)\](?!\()/g)].flatMap(
    ([, names = '']) => names.split(',').map((name) => name.trim().replaceAll('`', '')),
  );
  expect(proofs.length).toBeGreaterThan(30);
  expect(proofs.filter((name) => !existsSync(path(`test/${name.endsWith('/') ? name : `${name}.test.ts`}`)))).toEqual(
    [],
  );
});
