import { isSame, keyedHash } from '../ledger/keyed-hash.ts';

/** By what a secret of the platform's own making is known again, and not to be had from. */
export interface SecretHash {
  readonly salt: string;
  readonly hash: string;
}

/** A token is longer than anybody can guess: it needs no key. */
const NO_KEY = '';
const SHORTEST = 20;

/** Whether a text is long enough to be hashed without a key: of a shorter one somebody could try what it is. */
export function isLongEnough(secret: string): boolean {
  return secret.length >= SHORTEST;
}

/** The hash of such a secret. */
export function secretHash(secret: string): Promise<SecretHash> {
  return keyedHash(NO_KEY, secret);
}

/** Whether a secret is one of those that these hashes were made of. */
export async function isOneOf(secret: string, hashes: readonly SecretHash[]): Promise<boolean> {
  for (const one of hashes) if (await isSame(NO_KEY, secret, one)) return true;
  return false;
}
