import type { Diagnostic } from '../base/diagnostic.ts';
import { fileIdentity } from '../config/file-identity.ts';
import { readOnce } from '../config/adopt/texts-over.ts';
import { disk, readText, type FileSystem } from '../config/files.ts';
import { readAsConfiguration } from '../config/read-as-configuration.ts';
import type { FileText } from '../config/yaml/places.ts';
import { refusedFields } from '../config/refused-fields.ts';
import { left } from '../engine/adopt/left-alone.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import type { Desired } from '../model.ts';
import { adoptText } from '../report/adopt-text.ts';
import { patchNumbers, textsDiff } from './adopting/texts-diff.ts';
import { lookToAdopt } from './adopting/look.ts';
import { movedPlaces } from './adopting/moved-places.ts';
import { proposeAll, type Proposal, type Sources } from './adopting/proposal.ts';
import { requested } from './adopting/request.ts';
import { NOTHING } from './adopting/request-outcome.ts';
import type { Adopting } from './adopting/settled.ts';
import { rewriteFiles } from './files/rewrite-files.ts';
import { configPath, readConfiguration } from './session/configuration.ts';
import type { Connection } from './session/connect.ts';
import type { ConnectionOptions } from './session/options.ts';
import { withConnection } from './session/session.ts';
import { trafficOf } from './files/writable.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { interruptible } from './terminal/interrupt.ts';
import { openTerminal, type Terminal } from './terminal/terminal.ts';

export interface AdoptOptions extends ConnectionOptions {
  readonly target: readonly string[];
  /** What would be written is shown, and nothing is. */
  readonly dryRun?: boolean;
  /** The project that gets a merge request in place of the files here. */
  readonly mergeRequest?: string;
}

/** Edits the configuration so that it says what is live, and leaves every other line of it as it is. */
export async function adopt(named: string | undefined, options: AdoptOptions): Promise<ExitStatus> {
  const system = readOnce(disk);
  const { tokenFile } = options;
  const read = readConfiguration(named, openTerminal(options), { ...options, asked: trafficOf(options), system });
  if (read === undefined) return EXIT.failed;
  const path = configPath(named);
  const sources = { path, texts: textsOf(read.files, system), system, tokenFile, mayEdit: isWithin(path) };
  // One file has the traffic of both connections.
  const given = { ...options, traffic: {} };
  return withConnection(given, (connection, terminal) => adopted(read.desired, sources, connection, terminal, given));
}

async function adopted(
  desired: Desired,
  sources: Sources,
  connection: Connection,
  terminal: Terminal,
  options: AdoptOptions,
): Promise<ExitStatus> {
  const { target } = options;
  const look = await interruptible(() => lookToAdopt(desired, connection, target));
  terminal.progress.end();
  if (!('world' in look)) {
    terminal.diagnose(look);
    return EXIT.failed;
  }
  const proposal = proposeAll(desired, sources, look, refusedFields(allKinds));
  const groups = look.undeclared.map((address) => left(address, 'group', undefined));
  const told = [...look.diagnostics, ...asWarnings(look.plan.diagnostics), ...groups];
  // The files that are there once this ends: a dry run and a merge request leave them as they are.
  const stays = options.dryRun === true || options.mergeRequest !== undefined;
  const there = stays ? sources.texts : proposal.texts;
  terminal.diagnose([...movedPlaces(told, sources.texts, there), ...movedPlaces(proposal.left, proposal.texts, there)]);
  const { client, instance } = connection;
  const adopting = { proposal, desired, sources, look, me: instance.me.username, client };
  const troubles = await carried(adopting, options, terminal);
  terminal.diagnose(troubles);
  // Where something could not be compared, nobody knows how much is live otherwise.
  return troubles.length > 0 || !look.isWhole ? EXIT.failed : EXIT.done;
}

/** Brings the edits to where they are asked for: a merge request, or the files here; of those, a dry run has shown all. */
async function carried(adopting: Adopting, options: AdoptOptions, terminal: Terminal): Promise<readonly Diagnostic[]> {
  const { mergeRequest, dryRun = false } = options;
  const { proposal, sources, desired } = adopting;
  if (mergeRequest !== undefined) return requested(mergeRequest, adopting, options, terminal);
  if (!dryRun) return written(proposal, sources, terminal);
  terminal.result(textsDiff(sources.texts, proposal.texts, desired));
  terminal.say(proposal.edits.length === 0 ? NOTHING : patchNumbers);
  return [];
}

function written(proposal: Proposal, { texts, system }: Sources, terminal: Terminal): readonly Diagnostic[] {
  if (proposal.edits.length === 0) {
    terminal.result(`${NOTHING}\n`);
    return [];
  }
  const changed = proposal.texts.filter(({ text }, index) => text !== texts[index]?.text);
  const troubles = rewriteFiles(changed, system);
  if (troubles.length === 0) terminal.result(adoptText(proposal, changed.length, terminal.paint));
  return troubles;
}

/** What keeps something from being compared is told, and keeps nothing else from being adopted; what only an apply would meet is not. */
function asWarnings(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.flatMap((one) => (one.severity === 'error' ? [{ ...one, severity: 'warning' as const }] : []));
}

function textsOf(files: readonly string[], system: FileSystem): readonly FileText[] {
  return files.flatMap((file) => {
    const read = readText(file, system);
    return 'text' in read ? [{ file, text: read.text }] : [];
  });
}

/** Whether a file stands in what was named as the configuration, wherever a link may lead. */
function isWithin(path: string): (file: string) => boolean {
  const isRead = readAsConfiguration(path, disk);
  return (file) => isRead(fileIdentity(file, disk));
}
