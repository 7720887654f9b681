import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { workspace } from './keelson.ts';

const root = new URL('../..', import.meta.url).pathname;
const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const instructions = text
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
const all = (word: string): readonly string[] =>
  instructions.filter((one) => one.word === word).map(({ rest }) => rest);

/** What .dockerignore lets through: it names what is in, and has no patterns. */
const letIn = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));

/** The files of the checkout that the build is given. */
const context = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => letIn.some((name) => file === name || file.startsWith(`${name}/`)));

test('the image has a base of one version, from no other registry, and runs as nobody who may do everything', () => {
  const bases = all('FROM').map((from) => from.split(' ')[0]);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-alpine\d+\.\d+$/);
  const [major] = /\d+/.exec(bases[0] ?? '') ?? [];
  expect(Number(major)).toBeGreaterThanOrEqual(20);
  expect(all('USER')).toEqual(['node']);
  expect(instructions.map(({ word }) => word).lastIndexOf('USER')).toBeGreaterThan(
    instructions.map(({ word }) => word).lastIndexOf('RUN'),
  );
  const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'USER', 'CMD'];
  expect(instructions.filter(({ word }) => !known.includes(word))).toEqual([]);
});

test('what .dockerignore lets through is there, and is all that the package is made of', () => {
  expect(letIn.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  const packed = files.filter((name) => !/^!|^dist$/.test(name)).map((name) => name.split('/')[0] ?? '');
  expect(packed.filter((name) => !letIn.includes(name))).toEqual([]);
});

test('the steps of the image yield a keelson with its examples, schemas and templates', () => {
  const { folder } = workspace();
  /** A path of the image, in this folder. */
  const inside = (line: string): string =>
    line.replace(/(?<=^|[ =])\/(?=(?:src|tmp|app|opt|usr|home)\b)/g, `${folder}/`);
  // `npm ci` needs a network: what it lays out is here already. All else is the real thing.
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  mkdirSync(join(folder, 'usr/local/bin'), { recursive: true });
  mkdirSync(join(folder, 'tmp'));
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const stand = `#!/bin/sh\nif [ "$1" = ci ]; then test -f package-lock.json && ln -s '${root}node_modules' node_modules; else exec '${npm}' "$@"; fi\n`;
  writeFileSync(join(bin, 'npm'), stand, { mode: 0o755 });
  let cwd = folder;
  for (const { word, rest } of instructions) {
    if (word === 'WORKDIR') {
      cwd = inside(rest);
      mkdirSync(cwd, { recursive: true });
    } else if (word === 'COPY') copy(rest, cwd, inside);
    else if (word === 'RUN') {
      const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
      const ran = spawnSync('sh', ['-e', '-c', inside(rest)], { cwd, encoding: 'utf8', env });
      expect({ rest, status: ran.status, said: ran.status === 0 ? '' : ran.stderr }).toEqual({
        rest,
        status: 0,
        said: '',
      });
    }
  }
  const keelson = join(folder, 'usr/local/bin/keelson');
  expect(readlinkSync(keelson)).toBe(join(folder, 'opt/keelson/dist/main.js'));
  expect(statSync(keelson).mode & 0o111).not.toBe(0);
  const home = join(folder, 'opt/keelson');
  expect(execFileSync(keelson, ['validate', join(home, 'examples/minimal')], { encoding: 'utf8' })).toContain(
    'is valid',
  );
  for (const name of ['schemas/config.schema.json', 'templates/keelson.yml', 'LICENSE', 'dist/LICENSES.txt'])
    expect(existsSync(join(home, name)), name).toBe(true);
  expect(existsSync(join(home, 'src'))).toBe(false);
  const [, command = ''] = /"(\w+)"/.exec(all('CMD')[0] ?? '') ?? [];
  expect(command).toBe('keelson');
}, 120_000);

/** What a COPY does: files of the context, or of the stage before. */
function copy(rest: string, cwd: string, inside: (line: string) => string): void {
  const words = rest.split(' ');
  if (words[0]?.startsWith('--from=')) {
    cpSync(inside(words[1] ?? ''), inside(words[2] ?? ''), { recursive: true, verbatimSymlinks: true });
    return;
  }
  const sources = words.slice(0, -1);
  const chosen = context.filter((file) => sources.some((source) => source === '.' || source === file));
  expect(chosen.length).toBeGreaterThanOrEqual(sources.length);
  for (const file of chosen) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    cpSync(join(root, file), join(cwd, file));
  }
}

test('the job that builds the image builds this one, and calls keelson as it is there', () => {
  const { 'build-image': image } = parse(readFileSync(join(root, 'examples/ci/image.yml'), 'utf8')) as {
    readonly 'build-image': { readonly script: readonly string[] };
  };
  expect(image.script[0]).toMatch(/^docker build --tag "\S+" \.$/);
  const [, path = ''] = /keelson validate \/opt\/keelson\/(\S+)/.exec(image.script[1] ?? '') ?? [];
  expect(existsSync(join(root, path))).toBe(true);
  const pod = readFileSync(join(root, 'examples/ci/kubernetes-indexed-job.yml'), 'utf8');
  expect(pod).toMatch(/image: keelson:0\.1\.0\b/);
});
