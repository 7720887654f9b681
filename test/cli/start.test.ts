import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sandbox } from '../sandbox/client.ts';
import { workspace } from './keelson.ts';

const run = promisify(execFile);
const main = new URL('../../dist/main.js', import.meta.url).pathname;

/** Says at the end what was loaded: the files of CommonJS, and the parts of Node.js. */
const TELL = `
  process.on('exit', () => {
    console.log([...Object.keys(require.cache), ...process.moduleLoadList].join('\\n'));
  });`;

/** Plans one setting, by a Node.js with these options; what it printed. */
async function planned(...options: readonly string[]): Promise<string> {
  const { folder } = workspace({
    'keelson.yaml': 'instance:\n  settings: { signup_enabled: false }\n',
    'tell.cjs': TELL,
  });
  const gitlab = await sandbox();
  const env = { PATH: process.env['PATH'], KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  const { stdout, stderr } = await run(process.execPath, [...options, main, 'plan'], { cwd: folder, env });
  expect(stdout).toContain('1 to update');
  return stdout + stderr;
}

test('a small plan ends before V8 optimizes the parser of HTTP, which takes as long as much of the rest', async () => {
  const compiled = await planned('--trace-wasm-compilation-times');
  expect(compiled).toContain('Liftoff');
  expect(compiled).not.toContain('TurboFan');
});

test('a plan of one setting loads neither the compiler of schemas nor HTTP/2', async () => {
  const loaded = await planned('--require', './tell.cjs');
  expect(loaded).toMatch(/check\/configuration\.cjs$/m);
  expect(loaded).toMatch(/^NativeModule http$/m);
  expect(loaded).not.toMatch(/node_modules\/ajv|check\/telling|^NativeModule http2$/m);
});
