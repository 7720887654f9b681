import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { configuration, type Size } from '../estate.ts';
import { ofRuns, timed, type Row } from '../figure.ts';
import { loaded } from '../load.ts';

/** The library as it is installed: what is bundled here is its build as modules, as in the program. */
const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof Yaml;

/** A configuration to what it asks for, against the library's parser alone on the same text. */
export const loading: Row = {
  name: 'loading YAML',
  async measure(extent) {
    const groups = extent === 'whole' ? 1000 : 400;
    const size: Size = { groups, members: 100, extras: 'members alone', changed: 0 };
    const files = configuration(size, 200);
    const library = (): void => {
      for (const text of files.values()) parseDocument(text);
    };
    loaded(new Map([...files].slice(0, 2)));
    const ratios: number[] = [];
    const best = { ours: Infinity, library: Infinity };
    for (let run = 0; run < (extent === 'whole' ? 7 : 3); run++) {
      const times = { ours: await taken(() => loaded(files)), library: await taken(library) };
      for (const way of ['ours', 'library'] as const) best[way] = Math.min(best[way], times[way]);
      ratios.push(times.ours / times.library);
    }
    const entries = `${(groups * 101).toLocaleString('en')} entries in ${files.size} files`;
    const detail = `${entries}: ${best.ours.toFixed(0)} ms, parseDocument ${best.library.toFixed(0)} ms`;
    return [ofRuns({ what: 'against parseDocument', bar: 1.35, detail }, ratios)];
  },
};

async function taken(work: () => unknown): Promise<number> {
  globalThis.gc?.();
  const [, time] = await timed(work);
  return time;
}
