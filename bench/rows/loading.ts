import { parseDocument } from 'yaml';
import { configuration, type Size } from '../estate.ts';
import { ofRuns, timed, type Row } from '../figure.ts';
import { loaded } from '../load.ts';

/** A configuration to what it asks for, against the library's parser alone on the same text. */
export const loading: Row = {
  name: 'loading YAML',
  async measure(extent) {
    const groups = extent === 'whole' ? 1000 : 200;
    const size: Size = { groups, members: 100, extras: 'members alone', changed: 0 };
    const files = configuration(size, 200);
    loaded(new Map([...files].slice(0, 2)));
    const ratios: number[] = [];
    const times = { ours: Infinity, library: Infinity };
    for (let run = 0; run < (extent === 'whole' ? 7 : 3); run++) {
      globalThis.gc?.();
      const [, ours] = await timed(() => void loaded(files));
      globalThis.gc?.();
      const [, library] = await timed(() => {
        for (const text of files.values()) parseDocument(text);
      });
      ratios.push(ours / library);
      times.ours = Math.min(times.ours, ours);
      times.library = Math.min(times.library, library);
    }
    const detail = `${(groups * 101).toLocaleString('en')} entries in ${files.size} files: ${times.ours.toFixed(0)} ms, parseDocument ${times.library.toFixed(0)} ms`;
    return [ofRuns({ what: 'against parseDocument', bar: 1, detail }, ratios)];
  },
};
