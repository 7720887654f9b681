import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { LedgerEntry } from './ledger-file.ts';

const stretch = promisify<Buffer, Buffer, number, { N: number }, Buffer>(scrypt);
const LENGTH = 32;
/** The key is what protects a value; this makes a guess cost something even to who has it. */
const COST = { N: 4096 };

/** A hash of a value that only the holder of the key can compare with. */
export async function keyedHash(key: string, value: string): Promise<LedgerEntry> {
  const salt = randomBytes(16);
  const hash = await hashOf(key, value, salt);
  return { salt: salt.toString('base64'), hash: hash.toString('base64') };
}

/** Whether a value is the one that an entry was made of. */
export async function isSame(key: string, value: string, entry: LedgerEntry): Promise<boolean> {
  const hash = await hashOf(key, value, Buffer.from(entry.salt, 'base64'));
  const known = Buffer.from(entry.hash, 'base64');
  return known.length === hash.length && timingSafeEqual(known, hash);
}

function hashOf(key: string, value: string, salt: Buffer): Promise<Buffer> {
  return stretch(createHmac('sha256', key).update(value).digest(), salt, LENGTH, COST);
}
