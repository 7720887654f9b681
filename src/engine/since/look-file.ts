import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isMap } from '../../base/shape.ts';
import { specialFile } from '../../base/special-file.ts';
import type { JsonObject, LiveEntry } from '../../model.ts';
import type { LogMark } from './audit-log.ts';
import type { KeptLook, KeptSection, Leaving, Origin } from './kept-look.ts';

/** How every file of a look begins, whole or not. */
const BEGINNING = '{"format":"keelson/look@1","checksum":"';

/** What a look leaves as the text of a file: what it is and a checksum in the first line, the look in the second. */
export function lookText(look: KeptLook): string {
  const body = JSON.stringify(look);
  return `${BEGINNING}${checksumOf(body)}"}\n${body}\n`;
}

/** Whether a text is, or was once, that of a look, so that a new one may take its place. */
export function isLook(text: string): boolean {
  return text.startsWith(BEGINNING);
}

/** What an earlier look has left in a file; or why there is nothing of it, to follow "everything was read:". It does not throw. */
export function readLook(file: string): KeptLook | string {
  if (specialFile(file) !== undefined) return `${file} is no file`;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return code === 'ENOENT' ? `there is no earlier look in ${file}` : `${file} cannot be read (${code})`;
  }
  return lookIn(text) ?? `${file} was cut or edited, or is no look of this version`;
}

function lookIn(text: string): KeptLook | undefined {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1, -1);
  if (!isLook(text) || text.slice(0, end) !== `${BEGINNING}${checksumOf(body)}"}`) return undefined;
  try {
    const look: unknown = JSON.parse(body);
    return isKeptLook(look) ? look : undefined;
  } catch {
    return undefined;
  }
}

/** It holds no secret, not even as a hash of one. */
function checksumOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

function isKeptLook(value: unknown): value is KeptLook {
  if (!isRecord(value)) return false;
  const { origin, mark, leaving, sections } = value;
  return isOrigin(origin) && isMark(mark) && isListOf(leaving, isLeaving) && isListOf(sections, isSection);
}

function isOrigin(value: unknown): value is Origin {
  if (!isRecord(value)) return false;
  const { url, gitlab, keelson, user } = value;
  return [url, gitlab, keelson].every((text) => typeof text === 'string') && typeof user === 'number';
}

function isMark(value: unknown): value is LogMark {
  if (!isRecord(value) || typeof value['license'] !== 'string' || typeof value['from'] !== 'number') return false;
  const { events } = value;
  const isPair = (pair: unknown): pair is LogMark['events'][number] =>
    isListOf(pair, (part) => typeof part === 'number') && pair.length === 2;
  return isListOf(events, isPair) && events.length > 0;
}

function isLeaving(value: unknown): value is Leaving {
  return isRecord(value) && typeof value['type'] === 'string' && typeof value['id'] === 'number';
}

function isSection(value: unknown): value is KeptSection {
  if (!isRecord(value)) return false;
  const { address, host, path, reads, at, entries } = value;
  const texts = [address, path, reads, at].every((text) => typeof text === 'string');
  return texts && typeof host === 'number' && isListOf(entries, isEntry);
}

function isEntry(value: unknown): value is LiveEntry {
  return isRecord(value) && typeof value['key'] === 'string' && isRecord(value['spec']) && isRecord(value['live']);
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is readonly Item[];
function isListOf(value: unknown, isItem: (item: unknown) => boolean): value is readonly unknown[];
function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isRecord(value: unknown): value is JsonObject {
  return isMap(value);
}
