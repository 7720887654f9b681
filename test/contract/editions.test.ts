import { describe, expect, it } from 'vitest';
import { atLeast } from '../../src/base/version-order.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Tier } from '../../src/model.ts';
import type { KindExample, Written } from '../kinds/examples/example.ts';
import { failuresOf, inShort } from '../support/keelson.ts';
import { document, examples, ground } from './examples.ts';

const TIERS: readonly Tier[] = ['free', 'premium', 'ultimate'];

const editions = [
  { version: '16.11.0', tier: 'free' },
  { version: '17.11.0-ee', tier: 'premium' },
  { version: '18.9.0-ee', tier: 'ultimate' },
] as const;

describe.each(editions)('on GitLab $version $tier', ({ version, tier }) => {
  const has = (example: KindExample): boolean =>
    TIERS.indexOf(tierOf(example)) <= TIERS.indexOf(tier) && atLeast(version, example.since ?? '0.0');

  it.each(examples.filter(({ example }) => has(example)))('$name converges', async ({ example }) => {
    const { program } = await ground(example, { version, tier });
    for (const section of [example.before, example.after]) {
      expect(failuresOf(await program.apply(document(example, section)))).toEqual([]);
      expect(inShort(await program.plan(document(example, section)))).toEqual([]);
    }
    await program.close();
  });

  const beyond = examples.filter(({ example }) => !has(example));
  if (beyond.length === 0) return;
  it.each(beyond)('$name is told to be more than there is, and never passes for done', async ({ example }) => {
    const { program } = await ground(example, { version, tier });
    const said: string[] = [];
    for (const section of [example.before, example.after]) {
      const failures = program.apply(document(example, section)).then(failuresOf);
      said.push(...(await failures.catch((error: unknown) => [String(error)])));
      // What is taken and not shown is said by the next plan to be what nobody can verify: an absent key contradicts nothing (18.9).
      const next = program
        .plan(document(example, section))
        .then(({ unverifiable }) => unverifiable.filter((path) => isShownElsewhere(example, path)));
      said.push(...(await next.catch((error: unknown) => [String(error)])));
    }
    expect(said).not.toEqual([]);
    await program.close();
  });
});

/** Whether a value can be verified on an instance that has all there is: it is no secret, and not written only. */
function isShownElsewhere({ section }: KindExample, path: string): boolean {
  const schemas = Object.entries(kinds.find((kind) => kind.section === section)?.schema.properties ?? {});
  const hidden = schemas.filter(([, schema]) => schema.writeOnly ?? schema['x-secret'] ?? schema.additionalProperties);
  return !hidden.some(([name]) => path.endsWith(`.${name}`));
}

/** The lowest tier that has all that an example declares. */
function tierOf(example: KindExample): Tier {
  const kind = kinds.find(({ section }) => section === example.section);
  const used = new Set(namesIn([example.before, example.after]));
  const fields = Object.entries(kind?.schema.properties ?? {}).filter(([name]) => used.has(name));
  const needed = [kind?.tier, example.tier, ...fields.map(([, schema]) => schema['x-tier'])];
  if (example.needs !== undefined && 'instance' in example.needs) needed.push('ultimate');
  return TIERS[Math.max(...needed.map((one) => TIERS.indexOf(one ?? 'free')))] ?? 'free';
}

function namesIn(value: Written): string[] {
  if (Array.isArray(value)) return (value as readonly Written[]).flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}
