import { dirname } from 'node:path';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { ExportedSection } from '../engine/export/exportable.ts';
import { kinds } from '../kinds/index.ts';
import { counted } from '../report/counted.ts';
import { liveConfiguration } from './exporting/live-configuration.ts';
import { makeFolder, occupiedFolder } from './files/export-folder.ts';
import { writeOutput } from './files/write-output.ts';
import { ALL, answersTo, type Given } from './init/answers.ts';
import { alreadyThere, configurationFiles, PACKAGE, repositoryFiles } from './init/first-files.ts';
import { configPath } from './session/configuration.ts';
import type { ConnectionOptions } from './session/options.ts';
import { withConnection } from './session/session.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { Interrupted } from './terminal/interrupt.ts';
import { openTerminal } from './terminal/terminal.ts';

export interface InitOptions extends ConnectionOptions, Given {
  /** The folder of the configuration. */
  readonly out: string;
}

/** Writes the beginning of a repository here: what is live and is not as on a new GitLab, the jobs that keep it so, and what Git ignores. */
export async function init(options: InitOptions): Promise<ExitStatus> {
  const terminal = openTerminal(options);
  const { out } = options;
  const occupied = [...occupiedFolder(out, 'a new configuration'), ...otherConfiguration(out)];
  const answers = occupied.length > 0 ? occupied : await asked(options, terminal);
  if (answers === 'interrupted') return EXIT.interrupted;
  if (!('part' in answers)) {
    terminal.diagnose('severity' in answers ? [answers] : answers);
    return EXIT.failed;
  }
  const { url, tokenFile, part, ci } = answers;
  const connection = { ...options, url, ...(tokenFile !== undefined && { tokenFile }) };
  return withConnection(connection, async (connected) => {
    const target = part === ALL ? [] : [`group[${part}]**`];
    const live = await liveConfiguration(connected, terminal, { target, changed: true });
    if (live === undefined) return EXIT.failed;
    const beside = repositoryFiles(out, connected.instance.url, ci);
    const kept = alreadyThere(beside);
    const configuration = configurationFiles(out, manageable(live.sections, connected.instance.me.admin), live.comment);
    const written = new Map([...configuration, ...beside].filter(([file]) => !kept.includes(file)));
    for (const [file, text] of written) {
      makeFolder(dirname(file));
      writeOutput(file, 'a part of the new repository', text);
    }
    live.tell();
    terminal.result(told([...configuration.keys()], [...written.keys()], kept, out, ci));
    return EXIT.done;
  });
}

/** Without what stands on the instance itself where the token's user does not administer it: it is shown, and nothing of it can be changed. */
function manageable(sections: readonly ExportedSection[], administers: boolean): readonly ExportedSection[] {
  const hosting = new Set(kinds.flatMap(({ host, section }) => (host === undefined ? [] : [section])));
  return sections.filter(({ scope, name }) => administers || scope.type !== 'instance' || hosting.has(name));
}

async function asked(options: InitOptions, terminal: ReturnType<typeof openTerminal>) {
  try {
    return await answersTo(options, process.env, terminal);
  } catch (error) {
    if (error instanceof Interrupted) return 'interrupted' as const;
    throw error;
  }
}

/** A configuration that is here already would be taken in place of the new one. */
function otherConfiguration(folder: string): readonly Diagnostic[] {
  const found = configPath(undefined);
  if (found !== 'keelson.yaml') return [];
  return [
    {
      severity: 'error',
      code: 'unwritable',
      message: `keelson.yaml is here already, and would be taken in place of ${folder}`,
      remedy: 'begin in another folder, or go on with what is here: keelson plan',
    },
  ];
}

/** What was written, and what comes next. */
function told(
  configuration: readonly string[],
  written: readonly string[],
  kept: readonly string[],
  folder: string,
  ci: boolean,
): string {
  const others = written.filter((file) => !configuration.includes(file));
  const path = folder === 'config' ? '' : ` ${folder}`;
  const steps = [
    `keelson plan${path}    nothing to do: this is what is there`,
    `change a line in ${folder}, and plan again; keelson apply${path} does what the plan says`,
    `an editor finds the schema where the package is installed beside ${folder}: npm install --save-dev ${PACKAGE}`,
    ...(ci
      ? [
          `push all of it, with ${PACKAGE}, to a project; the jobs install that file`,
          'set in Settings > CI/CD > Variables: KEELSON_TOKEN (masked, protected; api), KEELSON_READ_TOKEN (masked; read_api),',
          'and KEELSON_NOTE_TOKEN (masked; a token of the project, Reporter, api) for the note in merge requests',
        ]
      : []),
  ];
  return [
    `Written: ${folder} (${counted(configuration.length, 'file')})${others.map((file) => `, ${file}`).join('')}.`,
    ...(kept.length > 0 ? [`Left as they are, since they are here already: ${kept.join(', ')}.`] : []),
    '',
    'Next:',
    ...steps.map((step) => `  ${step}`),
    '',
  ].join('\n');
}
