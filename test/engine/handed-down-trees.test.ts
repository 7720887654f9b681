import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSandbox, type ServedSandbox } from '../../src/sandbox/http/server.ts';
import { poster } from '../crash/twins.ts';
import type { Plan } from '../../src/model.ts';
import { failuresOf, inShort, keelson, type Keelson } from '../support/keelson.ts';
import { chanceOf, type Chance } from '../trees/chance.ts';
import { seedsOf } from '../worlds/seeds.ts';

/** How many trees, or which: `KEELSON_HANDED=1000`, `KEELSON_HANDED=17..17`. */
const seeds = seedsOf(process.env['KEELSON_HANDED'] ?? '60');

const PATHS = ['aa', 'aa/bb', 'aa/bb/cc', 'aa/dd', 'ee', 'ee/ff'] as const;

type Values = readonly [boolean | string, ...(boolean | string)[]];

const FIELDS: { readonly [field: string]: Values } = {
  visibility: ['private', 'internal', 'public'],
  show_diff_preview_in_email: [false, true],
  shared_runners_setting: ['enabled', 'disabled_and_overridable', 'disabled_and_unoverridable'],
  duo_features_enabled: [true, false],
  math_rendering_limits_enabled: [true, false],
  lock_duo_features_enabled: [false, true],
  lock_math_rendering_limits_enabled: [false, true],
};

/** Those whose values go from least to most, and may not exceed that of the group above. */
const BOUNDED: readonly string[] = ['visibility', 'show_diff_preview_in_email'];

type Fields = { readonly [field: string]: boolean | string };

type Document = { readonly groups: { readonly [path: string]: Fields } };

let sandbox: ServedSandbox;
let program: Keelson;
beforeAll(async () => {
  sandbox = await serveSandbox({ tier: 'premium' });
  program = keelson(sandbox.url, sandbox.token);
});
afterAll(async () => {
  await program.close();
  await sandbox.close();
});

it('one apply brings groups to whatever they hand down and may not exceed, and leaves nothing for a second one', async () => {
  const post = poster(sandbox, sandbox.token);
  const ids = new Map<string, unknown>();
  for (const path of PATHS) {
    const cut = path.lastIndexOf('/');
    const parent = cut < 0 ? {} : { parent_id: Number(ids.get(path.slice(0, cut))) };
    const name = path.slice(cut + 1);
    ids.set(path, (await post('/groups', { name, path: name, visibility: 'private', ...parent }))['id']);
  }
  const empty = sandbox.state();
  const wrong: string[] = [];
  let tried = 0;
  let split = 0;
  for (const seed of seeds) {
    const chance = chanceOf(seed);
    sandbox.load(empty);
    const before = documentOf(chance);
    const after = documentOf(chance);
    // What the platform refuses is no tree to begin or to end with.
    if (!(await comesTo(before))) continue;
    const planned = await planOf(after);
    if (planned === undefined) continue;
    tried++;
    if (planned.changes.some(({ address }) => address.includes('(ahead'))) split++;
    const outcomes = chance.happens(0.5) ? await program.apply(after) : await program.applySaved(after);
    const left = [...failuresOf(outcomes), ...inShort(await program.plan(after))];
    if (left.length > 0) wrong.push(`seed ${seed}`, JSON.stringify(before), JSON.stringify(after), ...left);
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(seeds.length / 4);
  if (seeds.length > 30) expect(split).toBeGreaterThan(0);
}, 600_000);

async function planOf(document: Document): Promise<Plan | undefined> {
  try {
    return await program.plan(document);
  } catch {
    return undefined;
  }
}

async function comesTo(document: Document): Promise<boolean> {
  try {
    for (let run = 0; run < 3; run++) await program.apply(document);
    return (await program.plan(document)).changes.length === 0;
  } catch {
    return false;
  }
}

/** Mostly such as the platform takes: none exceeds what it stands in. */
function documentOf(chance: Chance): Document {
  const groups = new Map<string, Fields>();
  for (const path of PATHS) {
    const above = groups.get(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    const fields = Object.entries(FIELDS).flatMap(([field, values]) => {
      const value = chance.one(values);
      // A lock leaves little to say below it.
      const often = field.startsWith('lock_') ? 0.15 : 0.5;
      if (!BOUNDED.includes(field)) return chance.happens(often) ? [[field, value] as const] : [];
      const most = above?.[field] ?? values.at(-1);
      return [[field, values.indexOf(value) > values.indexOf(most ?? value) ? (most ?? value) : value] as const];
    });
    groups.set(path, Object.fromEntries(fields));
  }
  return { groups: Object.fromEntries(groups) };
}
