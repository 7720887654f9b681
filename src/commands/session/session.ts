import type { Desired } from '../../model.ts';
import { waitingText } from '../../report/waiting-text.ts';
import { readConfiguration } from './configuration.ts';
import { connect, type Connection } from './connect.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { interruptible, Interrupted, keepInterrupts } from '../terminal/interrupt.ts';
import type { ConnectionOptions } from './options.ts';
import { openTerminal, type Terminal } from '../terminal/terminal.ts';
import { TooManyReads } from '../../api/limits/bounded-reads.ts';
import { explainError } from '../terminal/explain-error.ts';
import { tookTooMany } from './forecasting.ts';
import { sourceOf } from './source.ts';
import { reportsOf } from '../files/pipeline-reports.ts';
import { barReports, isOneOf, takenFiles } from '../files/taken-files.ts';
import { trafficOf, unwritable, type Output } from '../files/writable.ts';

/** Runs `work` on a connection, and closes it whatever happens; trouble on the wire is told in one sentence. */
export async function withConnection(
  options: ConnectionOptions,
  work: (connection: Connection, terminal: Terminal) => Promise<ExitStatus>,
  outputs: readonly Output[] = [],
): Promise<ExitStatus> {
  const terminal = openTerminal(options);
  const traffic = trafficOf(options);
  const reports = reportsOf(options);
  barReports(options.record, takenFiles(reports, isOneOf([...outputs, ...traffic].map(({ file }) => file))));
  const closed = unwritable([...outputs, ...reports, ...traffic]);
  if (closed.length > 0) {
    terminal.diagnose(closed);
    return EXIT.failed;
  }
  keepInterrupts();
  try {
    const connection = await interruptible(() =>
      connect(
        options,
        (done) => {
          terminal.progress.requests(done);
        },
        (delay) => {
          terminal.progress.end();
          terminal.say(waitingText(delay));
        },
      ),
    );
    if ('severity' in connection) {
      terminal.diagnose([connection]);
      return EXIT.failed;
    }
    try {
      return await work(connection, terminal);
    } finally {
      terminal.progress.end();
      await connection.close();
    }
  } catch (error) {
    terminal.progress.end();
    if (error instanceof Interrupted) {
      terminal.say('Interrupted: nothing was applied.');
      return EXIT.interrupted;
    }
    if (error instanceof TooManyReads) {
      terminal.diagnose([tookTooMany(error)]);
      return EXIT.refused;
    }
    terminal.diagnose([explainError(error)]);
    return EXIT.failed;
  }
}

/**
 * The same with a configuration that has no errors: it is read before anything is asked of the instance. `others` is what the command line asks
 * to be written beside the reports and the traffic.
 */
export async function withConfiguration(
  path: string | undefined,
  options: ConnectionOptions,
  work: (desired: Desired, connection: Connection, terminal: Terminal) => Promise<ExitStatus>,
  outputs: (desired: Desired) => readonly Output[],
  others: readonly Output[] = [],
): Promise<ExitStatus> {
  const asked = [...reportsOf(options), ...trafficOf(options), ...others];
  // What is read of the repository, and of the instance, is one traffic.
  const connecting = { traffic: {}, ...options };
  const source = await sourceOf(path, connecting);
  if ('status' in source) return source.status;
  const read = readConfiguration(source.path, openTerminal(options), { ...options, ...source, asked });
  if (read === undefined) return EXIT.failed;
  // Nothing else of it is kept for the time of the run.
  const { desired } = read;
  return withConnection(connecting, (connection, terminal) => work(desired, connection, terminal), outputs(desired));
}
