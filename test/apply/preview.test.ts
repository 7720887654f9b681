import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { Plan } from '../../src/model.ts';
import { failuresOf, inShort, keelson, type Keelson } from '../support/keelson.ts';
import { documents, PEOPLE, SECRETS } from './documents.ts';
import { notAsPlanned } from './sent.ts';

const SEED = Number(process.env['KEELSON_PREVIEW_SEED'] ?? '20');

/** Plans a document, applies it, and says what of the requests was not in the plan, or not left out by the next. */
async function applied(program: Keelson, document: unknown): Promise<readonly string[]> {
  const plan: Plan = await program.plan(document);
  program.requests.length = 0;
  const failures = failuresOf(await program.apply(document));
  const requests = [...program.requests];
  return [...failures, ...notAsPlanned(plan, requests, SECRETS), ...inShort(await program.plan(document))];
}

it('what apply sends is what plan showed, in an order that its needs permit', { timeout: 120_000 }, async () => {
  let planned = 0;
  await fc.assert(
    fc.asyncProperty(documents, documents, async (first, second) => {
      const sandbox = await serveSandbox();
      const program = keelson(sandbox.url, sandbox.token, SECRETS);
      try {
        for (const username of PEOPLE) {
          const body = { username, name: username, email: `${username}@example.com`, password: 'long enough' };
          await program.client.send({ method: 'POST', path: '/users', body });
        }
        for (const document of [first, second]) {
          expect(await applied(program, document)).toEqual([]);
          planned++;
        }
      } finally {
        await program.close();
        await sandbox.close();
      }
    }),
    { numRuns: 40, seed: SEED },
  );
  expect(planned).toBe(80);
});
