import { ApiError, type Because } from '../../api/api-error.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { inBrackets } from '../../base/told-words.ts';
import { JournalError } from '../../engine/apply/journal/journal-file.ts';
import { OutputError } from '../files/write-output.ts';

/** An error of the wire, or of a file that a command writes, as one clear sentence with a remedy. Everything else is a bug, and thrown on. */
export function explainError(error: unknown): Diagnostic {
  if (error instanceof OutputError) {
    const remedy = 'make room for it, or name another file';
    return { severity: 'error', code: 'unwritable', message: error.message, remedy };
  }
  if (error instanceof JournalError) return error.diagnostic;
  if (!(error instanceof ApiError)) throw error;
  const [message, remedy] = explanation(error);
  return { severity: 'error', code: error.code, message, remedy };
}

function explanation(error: ApiError): readonly [message: string, remedy: string] {
  const said = inBrackets(error.serverMessage);
  switch (error.code) {
    case 'unreachable':
      return [error.message, unreachableRemedy(error.because)];
    case 'unauthorized':
      return [`GitLab does not accept the token${said}`, 'set KEELSON_TOKEN to a token that is valid and not expired'];
    case 'insufficient-scope':
      return [
        `the token lacks a scope${said}`,
        'make a token with the scope api (and admin_mode where Admin Mode is on)',
      ];
    case 'forbidden':
      return [`the user of this token may not ${error.method} ${error.path}${said}`, 'use a token whose user may'];
    case 'not-gitlab':
      return [
        `what answers there is no GitLab: ${error.message}`,
        error.because === 'url' ? URL_REMEDY : 'check the URL: it is that of the instance itself',
      ];
    case 'redirected':
      return [error.message, redirectionRemedy(error)];
    case 'unsupported-version':
      return [error.message, 'bring the instance to a newer version of GitLab, or name another one'];
    case 'rate-limited':
      return [`GitLab still refuses after several tries: ${error.message}`, 'lower --concurrency, or try again later'];
    case 'not-found':
    case 'refused':
    case 'server-error':
      return [error.message, 'try again; if it stays, see what GitLab logs for this request'];
  }
}

function unreachableRemedy(because: Because | undefined): string {
  switch (because) {
    case undefined:
      return 'check the URL, the network and the proxy, and try again';
    case 'untrusted':
      return 'name the file with the certificate of who signed it (PEM) by NODE_EXTRA_CA_CERTS';
    case 'out-of-time':
      return 'have it renewed, and see that the clock here is right';
    case 'other-name':
      return 'use a name that it is for, or have one made for this name';
    case 'proxy':
      return 'check the proxy that HTTPS_PROXY or HTTP_PROXY names; NO_PROXY names the hosts that need none';
    case 'url':
      return URL_REMEDY;
    case 'proxy-credentials':
      return 'write the user and the password into the URL of the proxy, before its host and an @';
  }
}

/** An instance may stand below a path (a relative URL root), which belongs to its URL. */
const URL_REMEDY =
  'check the URL: it is that of the instance itself, with its path where it stands below one, as https://example.com/gitlab, and without anything else';

/**
 * A redirection to the API names the right URL, and so does one to the page where people sign in, where it is below a path; any other is a page
 * of what stands in front of the instance.
 */
function redirectionRemedy({ message }: ApiError): string {
  if (message.includes('/api/v4')) return 'use the URL that it redirects to';
  const below = /redirects to (?:https?:\/\/[^/\s]+)?(\/\S+)\/users\/sign_in/.exec(message)?.[1];
  return below === undefined
    ? 'check that the URL is that of the instance itself, and that what stands in front of it lets requests to /api/v4 through'
    : `add the path to the URL below which the instance stands: ${below}`;
}
