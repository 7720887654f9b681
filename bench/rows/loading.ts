import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { configuration, type Size } from '../estate.ts';
import { ofRuns, timed, type Row } from '../figure.ts';
import { loaded, loadedTogether } from '../load.ts';

/** The library as it is installed: what is bundled here is its build as modules, as in the program. */
const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof Yaml;

/** A configuration to what it asks for, against the library's parser alone on the same text. */
export const loading: Row = {
  name: 'loading YAML',
  async measure(extent) {
    const groups = extent === 'whole' ? 1000 : 400;
    const size: Size = { groups, members: 100, extras: 'members alone', changed: 0 };
    const files = configuration(size, 200);
    const ways = {
      alone: () => {
        loaded(files);
      },
      together: async () => {
        await loadedTogether(files);
      },
      library: () => {
        for (const text of files.values()) parseDocument(text);
      },
    };
    loaded(new Map([...files].slice(0, 2)));
    const ratios = { alone: [] as number[], together: [] as number[] };
    const best = { alone: Infinity, together: Infinity, library: Infinity };
    for (let run = 0; run < (extent === 'whole' ? 7 : 3); run++) {
      const times = {
        alone: await taken(ways.alone),
        together: await taken(ways.together),
        library: await taken(ways.library),
      };
      for (const way of ['alone', 'together', 'library'] as const) best[way] = Math.min(best[way], times[way]);
      for (const way of ['alone', 'together'] as const) ratios[way].push(times[way] / times.library);
    }
    const entries = `${(groups * 101).toLocaleString('en')} entries in ${files.size} files`;
    const detail = (ours: number): string =>
      `${entries}: ${ours.toFixed(0)} ms, parseDocument ${best.library.toFixed(0)} ms`;
    return [
      ofRuns({ what: 'in one thread, against parseDocument', bar: 1.3, detail: detail(best.alone) }, ratios.alone),
      ofRuns(
        { what: 'with every core, against parseDocument', bar: 1, detail: detail(best.together) },
        ratios.together,
      ),
    ];
  },
};

async function taken(work: () => void | Promise<void>): Promise<number> {
  globalThis.gc?.();
  const [, time] = await timed(work);
  return time;
}
