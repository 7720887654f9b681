import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ofRuns, timed, type Row } from '../figure.ts';
import { node, plainly } from '../program.ts';

const MINIMAL = 'groups:\n  team:\n    members: { alice: owner }\n';

/** How long the program takes to begin, against a Node.js that does nothing. */
export const start: Row = {
  name: 'start',
  async measure(extent) {
    const file = join(mkdtempSync(join(tmpdir(), 'keelson-bench-')), 'keelson.yaml');
    writeFileSync(file, MINIMAL);
    const runs = { version: [] as number[], validate: [] as number[] };
    for (let run = 0; run < (extent === 'whole' ? 15 : 5); run++) {
      const [, nothing] = await timed(() => node(['-e', '0']));
      const [version, versionTime] = await timed(() => node(plainly('--version')));
      const [validate, validateTime] = await timed(() => node(plainly('validate', file)));
      if (version.status !== 0 || validate.status !== 0) throw new Error(version.err + validate.err);
      runs.version.push(versionTime / nothing);
      runs.validate.push(validateTime / nothing);
    }
    const detail = 'against node -e 0';
    return [
      ofRuns({ what: 'keelson --version', bar: 1.5, detail }, runs.version),
      ofRuns({ what: 'keelson validate', bar: 4, detail }, runs.validate),
    ];
  },
};
