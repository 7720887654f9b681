import { ApiError } from '../../api/api-error.ts';
import type { DiagnosticCode } from '../../base/diagnostic-code.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { tokenScopes, writesNoNotes } from '../../engine/token-scopes.ts';
import { waitingText } from '../../report/waiting-text.ts';
import { connectTo, type Connection } from '../session/connect.ts';
import type { ConnectionOptions } from '../session/options.ts';
import { explainError } from '../terminal/explain-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { NOTE_TOKEN, postingAccount, type PostingAccount } from './account.ts';

/** What is written on an instance, as far as it has to be told of: a note, a snippet, a merge request. */
export interface Written {
  /** What is told of it: `the note of group/project!12`. */
  readonly name: string;
  /** The code of whatever keeps it from being written. */
  readonly code: DiagnosticCode;
  /** The role in its project that the user of the token needs. */
  readonly role: 'Reporter' | 'Developer';
}

/** Works on the instance that something is written on; why it is not, or may not be, written, or what is to be known of it. */
export async function onPostingInstance(
  what: Written,
  options: Partial<Pick<ConnectionOptions, 'url' | 'tokenFile' | 'har' | 'traffic'>>,
  terminal: Terminal,
  work: (connection: Connection, account: PostingAccount) => Promise<readonly Diagnostic[]>,
): Promise<readonly Diagnostic[]> {
  const account = postingAccount(options.url, options.tokenFile);
  if ('severity' in account) return [unwritten(what, account)];
  try {
    // The file of the traffic was looked at where the run came to have some.
    const { har, traffic } = options;
    const recorded = har !== undefined && traffic?.recorder !== undefined ? { har, traffic } : {};
    const connection = await connectTo(
      account,
      { concurrency: 1, ...recorded },
      (requests) => {
        terminal.progress.requests(requests);
      },
      (delay) => {
        terminal.say(waitingText(delay));
      },
    );
    if ('severity' in connection) return [unwritten(what, connection)];
    try {
      return await work(connection, account);
    } finally {
      await connection.close();
    }
  } catch (error) {
    const told = explained(error, account);
    // What was read and written is one thing, and whether it could be recorded another.
    if (told.code === 'unwritable') return [told];
    if (!(error instanceof ApiError && error.outcomeUnknown)) return [unwritten(what, told)];
    return [trouble(what, `whether ${what.name} is up to date is not known: ${told.message}`, told.remedy)];
  }
}

/** That a token lets nothing of this sort be written, by its scopes; undefined where it may. */
export async function lackedScope(
  { client }: Connection,
  { source }: PostingAccount,
  { name, role }: Written,
): Promise<Diagnostic | undefined> {
  const scopes = await tokenScopes(client);
  if (scopes === undefined || !writesNoNotes(scopes)) return undefined;
  return {
    severity: 'error',
    code: 'read-only-token',
    message: `${source} lacks the scope api, without which ${name} is not written (it has ${scopes.join(', ')})`,
    remedy: `set ${NOTE_TOKEN} to a token with the scope api, such as one of the project with the role ${role}; to look at the instance read_api is enough`,
  };
}

/** What an error means; where it is the token, it may be another one than that of the run. */
function explained(error: unknown, { source }: PostingAccount): Diagnostic {
  const told = explainError(error);
  const remedy = `set ${NOTE_TOKEN} to a token that is valid and not expired`;
  return source === NOTE_TOKEN && told.code === 'unauthorized' ? { ...told, remedy } : told;
}

function unwritten(what: Written, { message, remedy }: Diagnostic): Diagnostic {
  return trouble(what, `${what.name} is not written: ${message}`, remedy);
}

/** What keeps it from being written. */
export function trouble({ code }: Written, message: string, remedy: string | undefined): Diagnostic {
  return { severity: 'error', code, message, ...(remedy !== undefined && { remedy }) };
}
