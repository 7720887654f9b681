import { expect, test } from 'vitest';
import { team } from './team.ts';

const config = (name: string, path: string): string => `groups:
  team:
    members:
      alice: owner
      ${name}: developer
    shares:
      ${path}: developer
  tools:
    name: Tools
    members:
      bob: developer
`;

test('a mistyped username or path of a group is told with the near one that is declared elsewhere, and nothing is asked for it', async () => {
  const { keelson } = await team(config('bobb', 'tolls'));
  const wrong = await keelson.run('plan');
  expect(wrong.err).toContain('error[unknown-reference]: group[team]/share[tolls]: there is no group named tolls');
  expect(wrong.err).toContain('= help: Declare it, or write tools');
  keelson.write('keelson.yaml', config('bobb', 'tools'));
  const { out, status } = await keelson.run('plan');
  expect(out).toContain('warning[presumed-missing]: there is no user bobb');
  expect(out.replace(/\s+/g, ' ')).toContain(
    '= help: Write bob, if that is who is meant, or check the spelling, or declare a new one in `users` of the instance; who comes from a directory may have to sign in first',
  );
  expect(status).toBe(0);
  keelson.write('keelson.yaml', config('zzzzzz', 'tools'));
  const far = await keelson.run('plan');
  expect(far.out).toContain('= help: Check the spelling');
  const reads = /\d+ reads made/;
  expect(reads.exec(out)?.[0]).toBe(reads.exec(far.out)?.[0]);
});
