import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { hasErrors } from '../../src/base/diagnostic.ts';
import { WHOLE_PLAN } from '../../src/engine/plan/plan-options.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import type { Change, Desired, LiveEntry, Plan, World } from '../../src/model.ts';
import { failuresOf } from '../support/keelson.ts';
import { pairs, shuffled, type Document } from './documents.ts';
import { frozen } from './frozen.ts';
import { kinds, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const RUNS = { numRuns: 30, seed: 20_261_121 };

/** Brings the platform to the one document and observes what the other one is about. */
async function between(before: Document, after: Document): Promise<{ desired: Desired; world: World } | undefined> {
  stage.reset();
  if ((await stage.plan(before)) === undefined) return undefined;
  expect(failuresOf(await stage.apply(before))).toEqual([]);
  const { desired, world, said } = await stage.observe(after);
  return hasErrors(said) ? undefined : { desired, world };
}

it(
  'the plan is the same whatever the order of the names, and touches nothing that it is given',
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(pairs, fc.infiniteStream(fc.nat()), async ({ before, after }, random) => {
        const found = await between(before, after);
        if (found === undefined) return;
        const { desired, world } = frozen(found);
        const made = plan(desired, world, kinds);
        expect(canonicalJson(plan(desired, world, kinds))).toBe(canonicalJson(made));

        const other = shuffled(after, () => Number(random.next().value));
        const again = await stage.observe({ ...(other as Document) });
        expect(withoutPlaces(plan(again.desired, again.world, kinds))).toBe(withoutPlaces(made));
      }),
      RUNS,
    );
  },
);

it('a plan holds what its changes need, in an order that can be carried out', { timeout: 180_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(pairs, fc.nat(), async ({ before, after }, number) => {
      const found = await between(before, after);
      if (found === undefined) return;
      const { desired, world } = found;
      const made = plan(desired, world, kinds);
      expectOrder(made.changes);
      if (hasErrors(made.diagnostics)) return;
      expectNoOrphans(made, world);

      const wanted = made.changes[number % Math.max(1, made.changes.length)]?.address;
      const target = (address: string): boolean => address === wanted;
      const part = plan(desired, world, kinds, { ...WHOLE_PLAN, target });
      expectOrder(part.changes);
      const needed = wanted === undefined ? [] : closure(wanted, made.changes);
      expect(part.changes.map(({ address }) => address).sort()).toEqual([...needed].sort());
    }),
    RUNS,
  );
});

/** Every change stands after all that it needs, and needs nothing that is not there. */
function expectOrder(changes: readonly Change[]): void {
  const done = new Set<string>();
  for (const { address, needs } of changes) {
    expect(needs.filter((needed) => !done.has(needed))).toEqual([]);
    expect(done.has(address)).toBe(false);
    done.add(address);
  }
}

/** What refers to a role that goes is changed before it. */
function expectNoOrphans({ changes }: Plan, world: World): void {
  const roles = new Map((world.sections.get('instance/member_roles') ?? []).map((role) => [role.key, role]));
  for (const [name, role] of roles) {
    const removal = changes.find(
      ({ action, address }) => action === 'delete' && address.startsWith(`instance/member_role[${name}`),
    );
    if (removal === undefined) continue;
    const before = closure(removal.address, changes);
    for (const [section, entry] of usersOf(role, world)) {
      const change = changes.find(({ address, seen }) => address.startsWith(section) && seen.key === entry.key);
      expect(change && before.has(change.address), `${entry.key} of ${section} and ${name}`).toBe(true);
    }
  }
}

function usersOf(role: LiveEntry, world: World): [section: string, entry: LiveEntry][] {
  return [...world.sections].flatMap(([section, entries]) =>
    entries
      .filter(({ spec }) => spec['role'] === role.key)
      .map((entry): [string, LiveEntry] => [section.slice(0, section.lastIndexOf('/')), entry]),
  );
}

function closure(address: string, changes: readonly Change[]): ReadonlySet<string> {
  const needs = new Map(changes.map((change) => [change.address, change.needs]));
  const seen = new Set([address]);
  for (const one of seen) for (const needed of needs.get(one) ?? []) seen.add(needed);
  return seen;
}

function withoutPlaces({ changes, ...rest }: Plan): string {
  const plain = changes.map((change) => ({ ...change, place: undefined }));
  const said = rest.diagnostics.map(({ code, message }) => ({ code, message }));
  return canonicalJson({ ...rest, diagnostics: said, changes: plain });
}
