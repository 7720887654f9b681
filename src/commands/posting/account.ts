import type { Diagnostic } from '../../base/diagnostic.ts';
import { findToken, instanceUrl, plainUrl, usableToken, type Account } from '../session/connect.ts';

/** Where something is written and by whom, and the instance that was planned. */
export interface PostingAccount extends Account {
  readonly planned: string;
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
  const token = noteToken.trim() === '' ? findToken(tokenFile) : usableToken(noteToken);
  return typeof token === 'string' ? { url, token, planned } : token;
}

function tokenOfAnother(url: string): Diagnostic {
  return {
    severity: 'error',
    code: 'no-token',
    message: `there is no token for ${url}, and that of the run is for another instance`,
    remedy: 'set KEELSON_NOTE_TOKEN to a token of the instance that KEELSON_NOTE_URL names',
  };
}
