// node scripts/contract.mjs FOLDER: holds the traffic that record-traffic.mjs has written there against GitLab's own description of
// its API (../shared/tools/contract.mjs), and prints every departure that test/platform/explained-departures.ts does not explain.
// Exit 0: all of it conforms or is explained, or there is no description here, which it says. Exit 1: it does not.
import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const tool = fileURLToPath(new URL('../../shared/tools/contract.mjs', import.meta.url));
const folder = process.argv[2] ?? '';

if (!existsSync(tool)) {
  console.log(
    'There is no ../shared/tools/contract.mjs here, so that the traffic is not held against GitLab’s description.',
  );
} else {
  process.exitCode = report(departuresOf(trafficIn(folder)), await explanations());
}

/** Every exchange in a folder, each once. */
function trafficIn(path) {
  const lines = readdirSync(path)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(path, name), 'utf8').trim().split('\n'));
  return [...new Set(lines)].filter((line) => line !== '').map((line) => JSON.parse(line));
}

/**
 * What Keelson sends is held in full, whatever the answer. What a test sends on purpose to be refused says nothing about the
 * sandbox but that the endpoint exists, and where the sandbox itself says that there is none, there is nothing to hold.
 */
function entryOf({ method, url, agent, sent, status, body }) {
  const strict = status < 400 || agent.startsWith('keelson/');
  if (status >= 400 && /^\{"error":"40(4 Not Found|5 Not Allowed)"\}$/.test(body)) return [];
  const json = sent.startsWith('{') || sent.startsWith('[');
  return [
    {
      request: {
        method: method === 'HEAD' ? 'GET' : method,
        url: strict ? url : url.split('?')[0],
        ...(strict && json ? { postData: { mimeType: 'application/json', text: sent } } : {}),
      },
      response: { status, content: { text: body } },
    },
  ];
}

/** The departures that the tool names, and its closing line. */
function departuresOf(traffic) {
  const entries = traffic.flatMap(entryOf);
  const scratch = mkdtempSync(join(tmpdir(), 'keelson-traffic-'));
  const har = join(scratch, 'traffic.har');
  writeFileSync(har, JSON.stringify({ log: { version: '1.2', creator: { name: 'keelson', version: '0' }, entries } }));
  // The tool ends at once after its last line; a pipe would lose what it has not taken yet.
  const output = openSync(join(scratch, 'departures.txt'), 'w+');
  const { stderr, status } = spawnSync(process.execPath, [tool, har], { stdio: ['ignore', output, 'pipe'] });
  if (status === 2 || status === null) throw new Error(`contract.mjs: ${String(stderr)}`);
  const lines = readFileSync(join(scratch, 'departures.txt'), 'utf8').trim().split('\n');
  return { departures: lines.slice(0, -1), summary: lines.at(-1) ?? '' };
}

/** The list of explained departures, which is TypeScript: the tests hold it too. */
async function explanations() {
  const entryPoints = [fileURLToPath(new URL('../test/platform/explained-departures.ts', import.meta.url))];
  const { outputFiles } = await build({ entryPoints, write: false, format: 'esm', bundle: true });
  const { explainedDepartures } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
  return explainedDepartures;
}

function report({ departures, summary }, explained) {
  const explains = ({ where, what }, line) => {
    const [at, ...rest] = line.split(': ');
    return where.test(at) && what.test(rest.join(': '));
  };
  const open = departures.filter((line) => !explained.some((one) => explains(one, line)));
  const idle = explained.filter((one) => !departures.some((line) => explains(one, line)));
  for (const [endpoint, whats] of grouped(open))
    console.log(`${endpoint}\n${whats.map((what) => `  ${what}`).join('\n')}`);
  for (const { where, what } of idle) console.log(`explained, but not seen: ${where} ${what}`);
  console.log(`${summary}; ${departures.length - open.length} explained, ${open.length} open`);
  return open.length === 0 ? 0 : 1;
}

function grouped(lines) {
  const groups = new Map();
  for (const line of lines) {
    const [endpoint, ...rest] = line.split(': ');
    groups.set(endpoint, [...(groups.get(endpoint) ?? []), rest.join(': ')]);
  }
  return groups;
}
