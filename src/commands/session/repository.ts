import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { waitingText } from '../../report/waiting-text.ts';
import { reportsOf } from '../files/pipeline-reports.ts';
import { trafficOf, unwritable } from '../files/writable.ts';
import { NOTE_TOKEN, postingAccount, type PostingAccount } from '../posting/account.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { explainError } from '../terminal/explain-error.ts';
import { interruptible, Interrupted } from '../terminal/interrupt.ts';
import { openTerminal } from '../terminal/terminal.ts';
import { connectTo } from './connect.ts';
import type { ConnectionOptions } from './options.ts';

/** What was read of a repository, or how the run ends where it could not be. */
export type Asked<Result> =
  { readonly type: 'read'; readonly result: Result } | { readonly type: 'ended'; readonly status: ExitStatus };

/**
 * Reads something where the repository of the configuration is: on the instance on which notes are written, with the token for those
 * (KEELSON_NOTE_URL, KEELSON_NOTE_TOKEN), which are those of the run where nothing else is said. Why it cannot be read is told.
 */
export async function askRepository<Result>(
  options: ConnectionOptions,
  work: (client: Client) => Promise<Result>,
): Promise<Asked<Result>> {
  const terminal = openTerminal(options);
  const failed = (...why: readonly Diagnostic[]): Asked<Result> => {
    terminal.progress.end();
    terminal.diagnose(why);
    return { type: 'ended', status: EXIT.failed };
  };
  const closed = unwritable([...reportsOf(options), ...trafficOf(options)]);
  if (closed.length > 0) return failed(...closed);
  const account = postingAccount(options.url, options.tokenFile);
  if ('severity' in account) return failed(account);
  try {
    return await interruptible(async () => {
      const connection = await connectTo(
        account,
        options,
        (requests) => {
          terminal.progress.requests(requests);
        },
        (delay) => {
          terminal.progress.end();
          terminal.say(waitingText(delay));
        },
      );
      if ('severity' in connection) return failed(connection);
      try {
        return { type: 'read', result: await work(connection.client) };
      } finally {
        terminal.progress.end();
        await connection.close();
      }
    });
  } catch (error) {
    if (!(error instanceof Interrupted)) return failed(explained(error, account));
    terminal.progress.end();
    terminal.say('Interrupted: nothing was applied.');
    return { type: 'ended', status: EXIT.interrupted };
  }
}

/** What an error means to whoever only reads a repository: less is needed than for anything else. */
function explained(error: unknown, { source }: PostingAccount): Diagnostic {
  const told = explainError(error);
  if (!(error instanceof ApiError)) return told;
  const name = source === NOTE_TOKEN ? NOTE_TOKEN : `${NOTE_TOKEN}, or KEELSON_TOKEN,`;
  switch (error.code) {
    case 'unauthorized':
      return { ...told, remedy: `set ${name} to a token that is valid and not expired` };
    case 'insufficient-scope':
      return { ...told, remedy: `set ${name} to a token with the scope read_api` };
    case 'forbidden':
      return { ...told, remedy: `${FORBIDDEN}, or set ${name} to a token of one that is` };
    default:
      return told;
  }
}

/** GET /projects/:id/pipelines and …/jobs/:job_id/artifacts (18.9). */
const FORBIDDEN =
  'make the user a member of the project: as Reporter to see its files and pipelines, as Developer to have artifacts with access: developer';
