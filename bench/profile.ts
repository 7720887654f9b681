import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Work } from './figure.ts';

/** Where the own time of a work went: microseconds of one unit for each area, the largest first. */
export interface Profile {
  readonly name: string;
  readonly areas: ReadonlyMap<string, number>;
}

/** How far apart the samples are, in microseconds. */
const INTERVAL = 200;

/** Runs a work up to twice to warm up, and then under the profiler of this process: what a server elsewhere does is idle time here. */
export async function profileOf({ name, times, units, run }: Work): Promise<Profile> {
  for (let done = 0; done < Math.min(times, 2); done++) await run();
  globalThis.gc?.();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.post('Profiler.start');
  for (let done = 0; done < times; done++) await run();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return { name, areas: byArea(profile, times * units) };
}

function byArea(profile: Profiler.Profile, units: number): ReadonlyMap<string, number> {
  const samples = profile.nodes.reduce((sum, { hitCount = 0 }) => sum + hitCount, 0);
  const each = (profile.endTime - profile.startTime) / samples / units;
  const areas = new Map<string, number>();
  const scripts = new Map<string, Script>();
  for (const { callFrame, hitCount = 0, positionTicks = [] } of profile.nodes) {
    const script = scriptOf(callFrame.url, scripts);
    let left = hitCount;
    const add = (area: string, ticks: number): void => {
      areas.set(area, (areas.get(area) ?? 0) + ticks * each);
      left -= ticks;
    };
    // Lines count from one here, and from nought in a call frame.
    for (const { line, ticks } of positionTicks) if (script?.parses(line - 1)) add('JSON.parse', ticks);
    if (left > 0) add(script?.areaOf(callFrame.lineNumber, callFrame.columnNumber) ?? areaOfNative(callFrame), left);
  }
  return new Map([...areas].sort(([, one], [, other]) => other - one));
}

/** Code that is bundled, and what a place in it was made of. */
interface Script {
  readonly parses: (line: number) => boolean;
  readonly areaOf: (line: number, column: number) => string;
}

function scriptOf(url: string, known: Map<string, Script>): Script | undefined {
  if (!url.startsWith('file:') || url.includes('/node_modules/undici/')) return undefined;
  const before = known.get(url);
  if (before !== undefined) return before;
  const path = fileURLToPath(url);
  const lines = readFileSync(path, 'utf8').split('\n');
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMapPayload);
  const script: Script = {
    parses: (line) => lines[line]?.includes('JSON.parse(') ?? false,
    areaOf(line, column) {
      const found = map.findEntry(line, column);
      return 'originalSource' in found ? areaOfSource(found.originalSource) : 'what is bundled';
    },
  };
  known.set(url, script);
  return script;
}

/** `src/api`, `src/engine/observe`, `bench`. */
function areaOfSource(source: string): string {
  const path = /(?:src|bench)\/.*(?=\/)/.exec(source)?.[0] ?? 'bench';
  const [top = path, folder, inner] = path.split('/');
  if (top === 'bench' || folder === undefined) return top;
  return folder === 'engine' && inner !== undefined ? `${top}/${folder}/${inner}` : `${top}/${folder}`;
}

function areaOfNative({ functionName, url }: Profiler.Profile['nodes'][number]['callFrame']): string {
  if (functionName === '(garbage collector)') return 'garbage collector';
  if (functionName === '(idle)') return 'waiting for the server';
  if (functionName === 'parse' && url === '') return 'JSON.parse';
  if (url.includes('/node_modules/undici/') || url.startsWith('wasm:')) return 'undici';
  return 'Node.js';
}
