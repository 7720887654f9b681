import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workspace } from '../cli/keelson.ts';

const root = new URL('../..', import.meta.url).pathname;
const main = join(root, 'dist/main.js');

/** The pages that tell somebody what to type. */
const PAGES = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);

/** Commands that no test types as they stand, each with what stands for it. */
const EXPLAINED: { readonly [command: string]: string } = {
  'npm ci && npm run demo': 'test/cli/demo.test.ts runs the demo, and .ci/run both of them',
  'npm ci && npm test': '.ci/run',
  'npm install ./keelson-0.1.0.tgz': 'test/cli/package.test.ts installs it without a network',
  'npm run test:acceptance': 'npm test runs it on the sandbox',
  'export KEELSON_ACCEPTANCE_URL=http://gitlab.example.com': 'needs a real GitLab',
  'export KEELSON_ACCEPTANCE_TOKEN=glpat-…': 'needs a real GitLab',
  'keelson adopt config --dry-run': 'test/cli/adopt.test.ts',
  'keelson adopt config': 'test/cli/adopt.test.ts',
  'keelson adopt config --merge-request group/project': 'test/cli/adopt-merge-request.test.ts',
  'keelson adopt config --merge-request group/project --dry-run': 'test/cli/adopt-merge-request.test.ts',
  'keelson drift config --since last': 'test/since',
  'keelson review': 'test/cli/review.test.ts',
  'keelson review --dormant 90d --csv': 'test/cli/review.test.ts',
  'keelson review --external --as yaml': 'test/cli/review.test.ts',
  'keelson plan config --cache .keelson/last-look.json --full-after 12': 'test/since',
};

/** Blocks that are one whole, by what they begin with. */
const EXPLAINED_BLOCKS: { readonly [beginning: string]: string } = {
  'docker run --detach --name gitlab': 'makes a real GitLab, by an engine that no test has',
};

interface Command {
  readonly page: string;
  readonly line: string;
  /** The exit status that is said beside it; 0 where none is. */
  readonly status: number;
}

/** The commands of a page's shell blocks, in order. */
function commandsIn(page: string): readonly Command[] {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/^```(?:sh|bash|console)\n([^]*?)^```/gm)];
  const isWhole = (text: string): boolean =>
    Object.keys(EXPLAINED_BLOCKS).some((beginning) => text.startsWith(beginning));
  return blocks.flatMap(([, text = '']) =>
    (isWhole(text) ? '' : text).split('\n').flatMap((written) => {
      const [line = '', comment = ''] = written.split(/\s+# /);
      const [, status = '0'] = /exits with (\d)/.exec(comment) ?? [];
      return line.trim() === '' || line.startsWith('#') ? [] : [{ page, line: line.trim(), status: Number(status) }];
    }),
  );
}

const isExplained = ({ line }: Command): boolean => line in EXPLAINED;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A folder that `npx keelson` works in, as it does where the package is installed. */
function installed(): string {
  const { folder } = workspace();
  const home = join(folder, 'node_modules/keelson');
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  for (const name of ['dist', 'docs', 'examples', 'schemas', 'templates', 'package.json'])
    cpSync(join(root, name), join(home, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  symlinkSync('../keelson/dist/main.js', join(folder, 'node_modules/.bin/keelson'));
  return folder;
}

/** Types the commands into one shell, with what it keeps between them: the folder and the variables. */
function shell(folder: string) {
  const [at, variables] = [join(folder, '.at'), join(folder, '.variables')];
  writeFileSync(at, folder);
  writeFileSync(variables, '');
  return (line: string): { readonly status: number | null; readonly said: string } => {
    const script = `cd "$(cat '${at}')"\n. '${variables}'\n${line}\nended=$?\npwd > '${at}'\nexport -p > '${variables}'\nexit $ended\n`;
    const env = { PATH: process.env['PATH'], HOME: folder, npm_config_offline: 'true' };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env });
    return { status, said: stdout + stderr };
  };
}

/** Starts what runs on until it is stopped, and waits for it to listen. */
async function serve(line: string, folder: string): Promise<string> {
  const child = spawn('sh', ['-c', `exec ${line}`], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Stop it with Ctrl-C')) resolve();
    });
    child.on('close', () => {
      reject(new Error(`${line} has ended: ${said}`));
    });
  });
  return /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
}

test('the commands of the README do what it says, one after the other, from an empty folder on', async () => {
  const folder = installed();
  const type = shell(folder);
  const port = await freePort();
  const told: string[] = [];
  let url = '';
  const run = commandsIn('README.md').filter((command) => !isExplained(command));
  for (const { line, status } of run) {
    if (line.startsWith('npx keelson sandbox ')) {
      url = await serve(`${line} --port ${port}`, folder);
      continue;
    }
    // Somebody's own instance is the same sandbox here; the first of its commands begins in an empty folder.
    if (line === 'export KEELSON_URL=https://gitlab.example.com') type(`cd '${folder}' && mkdir own && cd own`);
    const own = line.replace('https://gitlab.example.com', url).replace('glpat-…', 'glpat-sandbox-root');
    const ended = type(own);
    expect({ line, status: ended.status, said: ended.status === status ? '' : ended.said }).toEqual({
      line,
      status,
      said: '',
    });
    told.push(ended.said);
  }
  // From nothing to a planned, applied and drifted company, with npm ci as the first: ten commands.
  expect(run.findIndex(({ line }) => line.startsWith('export KEELSON_URL')) + 1).toBeLessThanOrEqual(10);
  const all = told.join('\n');
  for (const says of ['tomas.lind', 'ines.moreau', 'Applied: 0 created, 2 updated, 0 replaced, 1 deleted', 'Plattform'])
    expect(all).toContain(says);
  expect(all.match(/Nothing to do:/g)).toHaveLength(2);
}, 240_000);

test('no other page has a command that is neither run nor explained', () => {
  const others = PAGES.filter((page) => page !== 'README.md').flatMap(commandsIn);
  expect(others.filter((command) => !isExplained(command))).toEqual([]);
  const known = PAGES.flatMap(commandsIn).map(({ line }) => line);
  expect(Object.keys(EXPLAINED).filter((line) => !known.includes(line))).toEqual([]);
});

test('the commands within the text of all pages have names and flags that there are', () => {
  const help = new Map<string, string>();
  const helpOf = (...command: readonly string[]): string => {
    const key = command.join(' ');
    const known =
      help.get(key) ?? spawnSync(process.execPath, [main, ...command, '--help'], { encoding: 'utf8' }).stdout;
    help.set(key, known);
    return known;
  };
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: object };
  const wrong = PAGES.flatMap((page) => {
    const spans = [
      ...readFileSync(join(root, page), 'utf8').matchAll(/`(?:npx )?(keelson|npm run) ([a-z:-]+)([^`]*)`/g),
    ];
    return spans.flatMap(([span, program, name = '', rest = '']) => {
      if (program === 'npm run') return name in scripts ? [] : [`${page}: ${span}`];
      const flags = [...rest.matchAll(/(?<= )--[a-z-]+/g)].map(([flag]) => flag);
      const isCommand = helpOf().includes(`\n  ${name} `);
      return isCommand && flags.every((flag) => helpOf(name).includes(flag)) ? [] : [`${page}: ${span}`];
    });
  });
  expect(wrong).toEqual([]);
});
