import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(checkout, 'docs/sandbox.md'), 'utf8');

/** A folder of somebody else's, in which the package is installed. */
function elsewhere(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-client-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(checkout, join(folder, 'node_modules/keelson'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

/** The programs of the page, each with what its comments say that it prints. */
const programs = [...page.matchAll(/## (.+)\n[^]*?```js\n([^]*?)```/g)].map(([, title = '', text = '']) => {
  const printed = text.split('\n').flatMap((line) => /console\.log\(.*\); \/\/ (.*)$/.exec(line)?.[1] ?? []);
  return { title, text, printed };
});

describe('keelson/sandbox', () => {
  it('is shown by a page with four programs', () => {
    expect(programs.map(({ title }) => title)).toEqual(['Start it', 'Seed it', 'Fail it', 'Look at its log']);
  });

  it.each(programs)('does what the page says: $title', ({ text, printed }) => {
    const file = join(elsewhere(), 'client.js');
    writeFileSync(file, text);
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const lines = stdout.trim().split('\n');
    for (const line of printed) expect(lines).toContain(line);
    expect(printed.length).toBeGreaterThan(0);
  });

  it('has types that a strict program can use, and that show nothing of the inside', () => {
    const file = join(elsewhere(), 'client.ts');
    const text = `import { startSandbox, type Sandbox, type SandboxOptions, type LoggedRequest } from 'keelson/sandbox';
const options: SandboxOptions = { tier: 'free', faults: { faults: [{ kind: 'cut', times: 1 }] } };
const sandbox: Sandbox = await startSandbox(options);
const last: LoggedRequest | undefined = sandbox.log.at(-1);
const status: number | 'dropped' | undefined = last?.status;
const again: Sandbox = await startSandbox({ seed: sandbox.state() });
// @ts-expect-error -- there is no such tier
await startSandbox({ tier: 'gold' });
// @ts-expect-error -- the tables are nobody else's
sandbox.world;
export { status, again };
`;
    writeFileSync(file, text);
    const program = ts.createProgram([file], {
      ...{ strict: true, noEmit: true, skipLibCheck: false, target: ts.ScriptTarget.ES2023 },
      ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
      ...{ types: [], lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'], preserveSymlinks: true },
    });
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(problems).toEqual([]);
  });
});
