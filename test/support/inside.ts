import { Readable, Writable } from 'node:stream';

/** What a run came to, and what it printed: each stream alone, and both as one text in the order in which they were written. */
export interface Inside<Result> {
  readonly result: Result;
  readonly out: string;
  readonly err: string;
  readonly text: string;
}

/** What is at work now, and all that waits for it. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Lets the program run in this process as if it were one of its own: in a folder, with an environment, and with streams that are no terminal.
 * All of these belong to the whole process, so that runs take turns.
 */
export function inside<Result>(
  folder: string,
  env: { readonly [name: string]: string },
  run: () => Promise<Result>,
): Promise<Inside<Result>> {
  const turn = before.then(() => alone(folder, env, run));
  before = turn.catch(() => undefined);
  return turn;
}

async function alone<Result>(
  folder: string,
  env: { readonly [name: string]: string },
  run: () => Promise<Result>,
): Promise<Inside<Result>> {
  const [out, err, text] = [[], [], []] as [string[], string[], string[]];
  const caller = { folder: process.cwd(), env: process.env };
  const streams = [
    standIn('stdin', Readable.from([])),
    standIn('stdout', collecting(out, text)),
    standIn('stderr', collecting(err, text)),
  ];
  process.chdir(folder);
  process.env = { PATH: caller.env['PATH'], ...env };
  try {
    return { result: await run(), out: out.join(''), err: err.join(''), text: text.join('') };
  } finally {
    process.env = caller.env;
    process.chdir(caller.folder);
    for (const restore of streams) restore();
  }
}

/** Puts another stream in the place of one of the process; gives what brings that back. */
function standIn(name: 'stdin' | 'stdout' | 'stderr', stream: Readable | Writable): () => void {
  const own = Object.getOwnPropertyDescriptor(process, name) ?? {};
  Object.defineProperty(process, name, { configurable: true, enumerable: true, value: stream });
  return () => void Object.defineProperty(process, name, own);
}

function collecting(...texts: readonly string[][]): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _, done) {
      for (const list of texts) list.push(String(chunk));
      done();
    },
  });
}
