import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';
import type { Call, Change, Json, Plan } from '../../src/model.ts';
import { failuresOf, keelson } from '../support/keelson.ts';
import { absent, document, examples, ground, SECRET } from './examples.ts';

/** What a gateway may say to a write under a status of success, and what shows nothing. */
const FORGED: readonly { readonly status: number; readonly body: Json }[] = [
  ...[
    { status: 200, body: {} },
    { status: 200, body: { message: 'Service under maintenance' } },
  ],
  ...[
    { status: 200, body: { status: 'error', message: 'read only' } },
    { status: 202, body: { message: 'Queued' } },
  ],
  ...[
    { status: 200, body: null },
    { status: 201, body: true },
  ],
];

/** The changes whose every call GitLab answers just so. */
function isNormal({ action, calls }: Change, { body, status }: (typeof FORGED)[number]): boolean {
  if (body === true) return calls.every(({ answer }) => answer === 'verdict');
  return status === 202 && action === 'delete' && calls.every(({ path }) => /^\/(groups|projects)\/\d+$/.test(path));
}

/** A plan in which nobody waits for what GitLab does in the background once it has answered: that changes no outcome. */
function unwaited(made: Plan): Plan {
  const changes = made.changes.map((change) => ({ ...change, calls: change.calls.map(withoutWait) }));
  return { ...made, changes };
}

function withoutWait(call: Call): Call {
  const { until, empties, ...rest } = call;
  return until === undefined && empties === undefined ? call : rest;
}

/** What is said to be done though no write has reached the instance. */
async function believed(made: Plan, url: string, token: string): Promise<string[]> {
  const found = await Promise.all(
    FORGED.map(async (forged) => {
      const program = keelson(url, token, SECRET, ({ method }) =>
        method === 'GET' ? undefined : { ...forged, header: () => undefined, isJson: true },
      );
      const outcomes = await program.carryOut(unwaited(made));
      await program.close();
      return outcomes
        .filter(({ change, status }) => status === 'done' && !isNormal(change, forged))
        .map(({ change }) => `${change.action} ${change.address} by ${JSON.stringify(forged)}`);
    }),
  );
  return found.flat();
}

describe.each(examples)('of the kind of example $name', ({ example }) => {
  it('no change is believed that an answer does not show', async () => {
    const { platform, program } = await ground(example);
    const { url } = platform.sandbox;
    const kind = kinds.find(({ section }) => section === example.section);
    const [before, after, gone] = [example.before, example.after, absent(example)].map((part) =>
      document(example, part),
    );
    const parts = [before, after, ...(kind?.calls.remove === undefined ? [] : [gone])];
    const found: string[] = [];
    for (const part of parts) {
      if (part === undefined) continue;
      const made = await program.plan(part);
      expect(made.changes.length).toBeGreaterThan(0);
      found.push(...(await believed(made, url, platform.token)));
      expect(failuresOf(await program.apply(part))).toEqual([]);
    }
    await program.close();
    expect(found).toEqual([]);
  });
});

it('of every kind what its answers show is known', () => {
  expect(
    kinds.filter(({ calls: { shown } }) => (shown?.always.length ?? 0) === 0).map(({ section }) => section),
  ).toEqual([]);
});
