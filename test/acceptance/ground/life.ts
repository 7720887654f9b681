import { expect } from 'vitest';
import type { JsonObject } from './api.ts';
import { program } from './program.ts';

/** Documents of one thing through its life, each a whole configuration. */
export interface Life {
  readonly made: JsonObject;
  readonly changed: JsonObject;
  /** The fields that the plan of the change has to name; those that GitLab does not show are not among them. */
  readonly fields: readonly string[];
  /** The same scope, with the thing neither declared nor removed. */
  readonly undeclared: JsonObject;
  readonly removed: JsonObject | undefined;
  /** What is exported. */
  readonly target: string;
}

/** Creates, changes, leaves alone, exports and removes; after each of them there is nothing left to plan. */
export async function live({ made, changed, fields, undeclared, removed, target }: Life): Promise<void> {
  const keelson = program();
  keelson.want(made);
  await keelson.apply();
  expect(await keelson.plan(), 'after it was made').toEqual([]);

  keelson.want(changed);
  const planned = (await keelson.plan()).join('\n');
  for (const field of fields) expect(planned, `the plan of the change names ${field}`).toContain(field);
  await keelson.apply('--allow-mass-change');
  expect(await keelson.plan(), 'after it was changed').toEqual([]);

  keelson.want(undeclared);
  expect(await keelson.plan(), 'where it is not declared').toEqual([]);
  const exported = await keelson.run('export', '--target', target);
  expect(exported, exported.err).toMatchObject({ status: 0 });
  keelson.want(exported.out);
  expect(await keelson.plan(), 'of what was exported').toEqual([]);

  if (removed === undefined) return;
  keelson.want(removed);
  await keelson.apply('--allow-scope-deletion', '--allow-mass-removal', '--allow-mass-change');
  expect(await keelson.plan(), 'after it was removed').toEqual([]);
}
