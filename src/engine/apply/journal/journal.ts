import { existsSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { canonicalJson } from '../../../base/canonical-json.ts';
import { withoutAnySecret, withoutSecrets } from '../../../base/hidden-values.ts';
import { shownPath } from '../../../base/shown-path.ts';
import { HIDDEN } from '../../../base/url-secrets.ts';
import type { Action, Call, Change, FieldChange, Json, JsonObject, LiveEntry, Settled } from '../../../model.ts';
import { clearLeft } from '../claim.ts';
import { keepLines, openLines, unwritableJournal } from './journal-file.ts';
import { linesToKeep } from './journal-kept.ts';
import type { JournalLine } from './journal-lines.ts';
import { JOURNAL_FORMAT, numberOf, sinksOf, undoFrom, type JournalRecord } from './journal-record.ts';
import { changeHash } from '../own-work.ts';
import { unfinishedIn } from '../left-open.ts';
import { filesOf } from '../secret-files.ts';
import type { SecretHash } from '../secret-hash.ts';
import { isKept } from '../sink.ts';

/** How many lines a journal may have before those go, that tell nothing new. */
const LONG = 10_000;

/** Writes down what a run is about to do, and what came of it, so that the next one knows what was under way. It never holds a secret. */
export interface Journal {
  /** Set off, with a JournalError as its reason, once it cannot be written: no change may be started then, since nobody would know of it. */
  readonly broken: AbortSignal;
  /**
   * A call is about to be sent, and `before` what has stood there until now; resolves when that is on the disk. Throws JournalError where it
   * cannot get there: nothing is sent then.
   */
  intend(change: Change, call: Call, before?: ReadonlySet<LiveEntry['id']>): Promise<void>;
  /** A call was answered with the number of what it has made, and with its secret, which is nowhere yet; `secret` is the hash of one that is handed on. */
  made(change: Change, object: Json | undefined, secret?: SecretHash): Promise<void>;
  /** The call was refused, and has made nothing. */
  refused(change: Change): Promise<void>;
  /** All calls of a change are done; `own` where this run has made it so, with the number of what it has made or changed. */
  done(change: Change, own?: { readonly object: Json | undefined }): Promise<void>;
  /**
   * The run has ended. Without `unfinished` changes only what other runs have left is kept, which this one, by its targets, its saved plan
   * or its configuration, had nothing to do with; where nothing is, the file is removed.
   */
  end(unfinished: boolean): Promise<void>;
  /** Lets go of the file of a run that did not come to its end; of one that did it has been let go. */
  release(): Promise<void>;
}

/**
 * Opens the journal of a run against the instance at `target`; what earlier runs have written stays until it is done, or is among
 * `settled`, or an undo needs it. `undo` is the file of that of this run; `clockAhead` tells by how much the platform's clock is ahead. Throws JournalError where something else stands there: it is not written to.
 */
export async function openJournal(
  file: string,
  target: string,
  settled: readonly Settled[] = [],
  undo?: string,
  clockAhead: () => number = () => 0,
): Promise<Journal> {
  const { handle, lines } = await openLines(file);
  for (const sink of sinksIn(lines)) clearLeft(sink);
  const breaking = new AbortController();
  const { signal: broken } = breaking;
  const breakOff = (error: unknown): void => {
    breaking.abort(unwritableJournal(file, error));
  };
  const write = createWriter(handle, broken, breakOff);
  // The last line of a run that was killed may have no end.
  await handle.appendFile('\n').catch(breakOff);
  const own = undo === undefined ? undefined : undoFrom(file, undo);
  await write({ type: 'run', format: JOURNAL_FORMAT, target, at: now(), ...(own !== undefined && { undo: own }) });
  const left = unfinishedIn(
    lines.flatMap(({ record }) => record ?? []),
    target,
  );
  // A later attempt at the same is another one, which nobody has looked at.
  const over = settled.filter((one) => left.some(({ address, at }) => address === one.address && at === one.at));
  const close = async (once: string | undefined): Promise<void> => {
    const closed = over.filter((one) => one.once === once);
    await Promise.all(closed.map(({ address }) => write({ type: 'done', address, at: now() })));
  };
  await close(undefined);
  if (broken.aborted) {
    await handle.close();
    broken.throwIfAborted();
  }
  return {
    broken,
    async intend(change, call, before) {
      const { address, action, reason, seen, fields } = change;
      const { method, path, saveSecretTo } = call;
      const ahead = clockAhead();
      await write({
        type: 'intent',
        address,
        method,
        path,
        at: now(),
        ...(saveSecretTo && { sink: sinkIn(saveSecretTo.files) }),
        ...(saveSecretTo && ahead !== 0 && { there: new Date(Date.now() + ahead).toISOString() }),
        ...(saveSecretTo && before && { before: [...before].flatMap((id) => id ?? []) }),
        ...(hasKept(change, call) && { kept: true }),
        ...((reason.code === 'renamed' || reason.code === 'makes-way') && { moves: true }),
        ...(action === 'replace' && seen.id !== undefined && { replaces: seen.id }),
        ...keepsOf(action, fields),
      });
      broken.throwIfAborted();
    },
    async made({ address }, answered, secret) {
      const object = numberOf(answered);
      if (object !== undefined) await write({ type: 'made', address, object, at: now(), ...(secret && { secret }) });
    },
    refused: ({ address }) => write({ type: 'refused', address, at: now() }),
    async done(change, own) {
      const { address } = change;
      const object = numberOf(own?.object);
      const made = own && { change: changeHash(change), ...(object !== undefined && { object }) };
      await write({ type: 'done', address, at: now(), ...made });
      await close(address);
    },
    async end(unfinished) {
      if (unfinished) await write({ type: 'end', at: now() });
      // One that broke off in a line stays as it is.
      const shortened = broken.aborted
        ? undefined
        : keepLines(handle, file, (known) => {
            // What this run has done is told to its undo now; those of others need it until there is too much.
            const needs = (one: string): boolean =>
              one !== own && known.length < LONG && existsSync(resolve(dirname(file), one));
            const kept = linesToKeep(known, unfinished, needs);
            // What this run leaves unfinished stays as it is, for people to read, until it is too much.
            return unfinished && known.length < LONG ? known.map(({ text }) => text) : kept;
          });
      await shortened?.catch(breakOff);
      await handle.close().catch(breakOff);
    },
    release: () => handle.close(),
  };
}

/** Whether the secrets that the calls of a change before this one were answered with are where they are to be: it goes on only then. */
function hasKept({ calls }: Change, call: Call): boolean {
  const at = Math.max(0, calls.indexOf(call));
  const sent = calls.slice(0, at);
  const isHandedOn = !calls.slice(at).some(({ handsOn }) => handsOn !== undefined);
  return (
    isHandedOn && sent.some(({ saveSecretTo }) => saveSecretTo !== undefined) && filesOf({ calls: sent }).every(isKept)
  );
}

/** One file as itself, as it always was. */
function sinkIn(files: readonly string[]): string | readonly string[] {
  const [only, ...more] = files;
  return only === undefined || more.length > 0 ? files : only;
}

/** What a replacement takes along: its fields that stay as they were. */
function keepsOf(action: Action, fields: readonly FieldChange[]): { readonly keeps?: JsonObject } {
  const kept = fields.flatMap(({ path, from, to }) =>
    action !== 'replace' || to === undefined || canonicalJson(from) !== canonicalJson(to) || isVeiled(to)
      ? []
      : [[path, to] as const],
  );
  return kept.length === 0 ? {} : { keeps: Object.fromEntries(kept) };
}

/** What holds a secret cannot be written down, and a part of it is another value. */
function isVeiled(value: Json): boolean {
  const text = canonicalJson(value);
  return text.includes(HIDDEN) || withoutAnySecret(text) !== text;
}

/** A record without secrets: the name of what is live may be one. */
function withoutNames(record: JournalRecord): JournalRecord {
  switch (record.type) {
    case 'intent':
      return { ...record, address: withoutSecrets(record.address), path: shownPath(record.path) };
    case 'made':
    case 'refused':
    case 'done':
      return { ...record, address: withoutSecrets(record.address) };
    case 'run':
    case 'end':
      return record;
  }
}

/** The files that secrets were to go to. */
function sinksIn(lines: readonly JournalLine[]): ReadonlySet<string> {
  return new Set(lines.flatMap(({ record }) => (record?.type === 'intent' && record.sink ? sinksOf(record.sink) : [])));
}

/**
 * Appends records; those that come while the disk is busy go there together. It does not throw: what keeps them from getting there breaks
 * the journal off, and nothing is written behind a line that may be cut.
 */
function createWriter(
  handle: FileHandle,
  broken: AbortSignal,
  breakOff: (error: unknown) => void,
): (record: JournalRecord) => Promise<void> {
  let waiting: string[] = [];
  let flush: Promise<void> | undefined;
  const flushAll = async (): Promise<void> => {
    const lines = waiting.join('');
    waiting = [];
    flush = undefined;
    if (broken.aborted) return;
    try {
      await handle.appendFile(lines);
      await handle.datasync();
    } catch (error) {
      breakOff(error);
    }
  };
  let last: Promise<void> = Promise.resolve();
  return (record) => {
    waiting.push(`${JSON.stringify(withoutNames(record))}\n`);
    flush ??= last = last.then(flushAll);
    return flush;
  };
}

function now(): string {
  return new Date().toISOString();
}
