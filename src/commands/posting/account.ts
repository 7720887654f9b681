import type { Diagnostic } from '../../base/diagnostic.ts';
import { findToken, instanceUrl, plainUrl, tokenSource, usableToken, type Account } from '../session/connect.ts';

/** Where something is written and by whom, and the instance that was planned. */
export interface PostingAccount extends Account {
  readonly planned: string;
  /** Where the token is from: `KEELSON_NOTE_TOKEN`. */
  readonly source: string;
}

/**
 * The instance that it is written on (KEELSON_NOTE_URL, or the one that is planned), and the token for it (KEELSON_NOTE_TOKEN, or that of the
 * run). The token of the run goes to no other instance than its own.
 */
export function postingAccount(given: string | undefined, tokenFile: string | undefined): PostingAccount | Diagnostic {
  const { KEELSON_NOTE_URL: noteUrl = '', KEELSON_NOTE_TOKEN: noteToken = '' } = process.env;
  const planned = instanceUrl(given);
  if (typeof planned !== 'string') return planned;
  const url = noteUrl === '' ? planned : plainUrl(noteUrl);
  if (typeof url !== 'string') return url;
  if (noteToken.trim() === '' && url !== planned) return tokenOfAnother(url);
  const isOfRun = noteToken.trim() === '';
  const token = isOfRun ? findToken(tokenFile) : usableToken(noteToken);
  if (typeof token !== 'string') return token;
  return { url, token, planned, source: isOfRun ? tokenSource(tokenFile) : NOTE_TOKEN };
}

/** The variable with a token of its own for what is written beside the run. */
export const NOTE_TOKEN = 'KEELSON_NOTE_TOKEN';

function tokenOfAnother(url: string): Diagnostic {
  return {
    severity: 'error',
    code: 'no-token',
    message: `there is no token for ${url}, and that of the run is for another instance`,
    remedy: 'set KEELSON_NOTE_TOKEN to a token of the instance that KEELSON_NOTE_URL names',
  };
}
