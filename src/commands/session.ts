import type { Desired } from '../model.ts';
import { readConfiguration } from './configuration.ts';
import { connect, type Connection } from './connect.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { ConnectionOptions } from './options.ts';
import { openTerminal, type Terminal } from './terminal.ts';
import { beThrifty } from './thrift.ts';
import { explainTrouble } from './trouble.ts';

/** Runs `work` on a connection, and closes it whatever happens; trouble on the wire is told in one sentence. */
export async function withConnection(
  options: ConnectionOptions,
  work: (connection: Connection, terminal: Terminal) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const terminal = openTerminal(options);
  try {
    const connection = await connect(options, (done) => {
      terminal.progress.at({ doing: 'Talking to GitLab', done, noun: 'request' });
    });
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
    terminal.diagnose([explainTrouble(error)]);
    return EXIT.failed;
  }
}

/** The same with a configuration that has no errors: it is read before anything is asked of the instance. */
export async function withConfiguration(
  path: string | undefined,
  options: ConnectionOptions,
  work: (desired: Desired, connection: Connection, terminal: Terminal) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const read = await readConfiguration(path, openTerminal(options));
  if (read === undefined) return EXIT.failed;
  beThrifty(read.desired);
  return withConnection(options, (connection, terminal) => work(read.desired, connection, terminal));
}
