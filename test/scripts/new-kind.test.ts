import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;

/** A copy of the tree, in which kinds may be made. */
const copy = mkdtempSync(join(tmpdir(), 'keelson-new-kind-'));

beforeAll(() => {
  const parts = ['src', 'test', 'scripts', 'schemas', 'docs', 'package.json', 'tsconfig.json', 'vitest.config.ts'];
  for (const part of [...parts, '.prettierrc.json']) cpSync(join(root, part), join(copy, part), { recursive: true });
  // Not one link to the whole folder: what is cached in it belongs to the copy.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => !/^\.(?!bin)/.test(entry))) {
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
});
afterAll(() => {
  rmSync(copy, { recursive: true });
});

describe('npm run new-kind', () => {
  it.each([
    ['a name that no kind has', ['Parcel-Labels'], '`Parcel-Labels` is no name of a kind'],
    ['a plural that does not tell its singular', ['parcel_boxes'], 'npm run new-kind parcel_boxes SINGULAR'],
    ['one name for both', ['parcels', 'parcels'], 'cannot be both'],
    ['a word of the language', ['news', 'new'], '`new` is a word of JavaScript'],
    ['the name of a kind', ['hooks'], '`hooks` is taken by the kind `hooks`'],
    ['the singular of a kind', ['hookses', 'hook'], '`hook` is taken by the kind `hooks`'],
    ['a word of the YAML', ['guards'], 'it is a word of the configuration in the YAML'],
    ['a field of a group', ['visibility', 'visible'], 'it is a word of the group in the YAML'],
    ['endpoints that are there', ['provisioned_users'], 'The sandbox has GET /groups/:id/provisioned_users already'],
    ['nothing', [], 'Usage: npm run new-kind'],
  ])('refuses %s, and writes nothing', (_what, names, message) => {
    const before = written();
    const { status, stderr } = run('scripts/new-kind.mjs', names);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(written()).toEqual(before);
  });

  it('writes over nothing that is there', () => {
    const path = join(copy, 'test/sandbox/parcel-labels.test.ts');
    writeFileSync(path, '// mine\n');
    const { status, stderr } = run('scripts/new-kind.mjs', ['parcel_labels']);
    expect([status, stderr]).toEqual([
      1,
      'test/sandbox/parcel-labels.test.ts is there already, and is not written over\n',
    ]);
    expect(readFileSync(path, 'utf8')).toBe('// mine\n');
    rmSync(path);
  });

  it(
    'makes a kind that compiles, and of whose own tests one fails: that which says what to fill in',
    { timeout: 600_000 },
    () => {
      const before = written();
      const made = run('scripts/new-kind.mjs', ['parcel_labels']);
      expect([made.status, made.stderr]).toEqual([0, '']);
      const files = [...written().keys()].filter((path) => !before.has(path));
      expect(files).toEqual([
        'src/kinds/parcel-label.ts',
        'src/sandbox/parcel-labels/entity.ts',
        'src/sandbox/parcel-labels/index.ts',
        'src/sandbox/parcel-labels/routes.ts',
        'src/sandbox/parcel-labels/rows.ts',
        'src/sandbox/parcel-labels/rules.ts',
        'test/kinds/examples/parcel-label.ts',
        'test/sandbox/parcel-labels.test.ts',
      ]);
      expect(files.filter((path) => /sample/i.test(readFileSync(join(copy, path), 'utf8')))).toEqual([]);
      expect(readFileSync(join(copy, 'docs/platform-coverage.md'), 'utf8')).toContain('`/groups/:id/parcel_labels`');

      const lists = ['src/kinds/index.ts', 'src/sandbox/all-routes.ts', 'test/kinds/examples.test.ts'];
      writeFileSync(
        join(copy, 'tsconfig.made.json'),
        JSON.stringify({ extends: './tsconfig.json', include: [], files: [...files, ...lists] }),
      );
      expect(run('node_modules/typescript/bin/tsc', ['--project', 'tsconfig.made.json']).stdout).toBe('');
      expect(run('node_modules/prettier/bin/prettier.cjs', ['--check', ...files, ...lists]).status).toBe(0);

      const failed = failuresOf([
        ...['examples', 'schemas', 'filled-in'].map((name) => `test/kinds/${name}.test.ts`),
        ...['test/architecture.test.ts', 'test/contract/kinds.test.ts', 'test/sandbox/parcel-labels.test.ts'],
        ...['test/config/schema.test.ts', 'test/platform/coverage.test.ts'],
      ]);
      expect(failed.map(({ name }) => name)).toEqual([
        'has nothing left to fill in of what `npm run new-kind` has made',
      ]);
      // Each mark is told where it is, by the test and by what has made it.
      const marks = files.flatMap((path) =>
        readFileSync(join(copy, path), 'utf8')
          .split('\n')
          .flatMap((line, at) => (/TODO\(new-kind\)/.test(line) ? [`${path}:${at + 1}: `] : [])),
      );
      expect(marks.length).toBeGreaterThan(5);
      for (const mark of marks) {
        expect(made.stdout).toContain(mark);
        expect(failed[0]?.message).toContain(mark);
      }
    },
  );
});

function run(program: string, args: readonly string[]) {
  const { PATH, HOME } = process.env;
  return spawnSync(process.execPath, [program, ...args], { cwd: copy, env: { PATH, HOME }, encoding: 'utf8' });
}

/** The tests of these files that fail, with what they say. */
function failuresOf(files: readonly string[]): readonly { readonly name: string; readonly message: string }[] {
  // Of the contract, what it asks of the new kind: the others have not changed.
  const asked = '^(?!the kind of example (?!parcel-label ))';
  const args = ['run', '--maxWorkers=1', '--reporter=json', '--testNamePattern', asked, ...files];
  const { stdout } = run('node_modules/vitest/vitest.mjs', args);
  const { testResults } = JSON.parse(stdout) as {
    readonly testResults: readonly {
      readonly name: string;
      readonly status: string;
      readonly message: string;
      readonly assertionResults: readonly {
        readonly status: string;
        readonly fullName: string;
        readonly failureMessages: readonly string[];
      }[];
    }[];
  };
  expect(testResults).toHaveLength(files.length);
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed');
    // A file that cannot be loaded has no test that fails.
    if (status === 'failed' && failed.length === 0) return [{ name, message }];
    return failed.map((each) => ({ name: each.fullName, message: each.failureMessages.join('\n') }));
  });
}

/** When each file was last written, of those that kinds are made of. */
function written(): ReadonlyMap<string, number> {
  return new Map(
    ['src', 'test', 'schemas', 'docs'].flatMap((part) =>
      readdirSync(join(copy, part), { recursive: true, encoding: 'utf8' })
        .map((path) => join(part, path))
        .sort()
        .map((path) => [path, statSync(join(copy, path))] as const)
        .filter(([, stat]) => stat.isFile())
        .map(([path, stat]) => [path, stat.mtimeMs] as const),
    ),
  );
}
