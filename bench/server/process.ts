import { limitedServer, type Limits } from './limited.ts';
import { replayServer, type Replay } from './replay.ts';

/** What a server in a process of its own is asked for, as its only argument. */
export type Wanted = ({ readonly type: 'replay' } & Replay) | ({ readonly type: 'limited' } & Limits);

/** What such a server says of itself when it is asked. */
export interface Seen {
  readonly url: string;
  readonly requests: number;
  readonly refused: number;
  readonly writes: number;
  /** When the first and the last request that was not refused came, in milliseconds of its own clock. */
  readonly first: number;
  readonly last: number;
}

const wanted = JSON.parse(process.argv[2] ?? '{}') as Wanted;
const server = wanted.type === 'replay' ? await replayServer(wanted) : await limitedServer(wanted);
process.send?.(server.seen());
process.on('message', (message) => {
  if (message === 'forget') server.forget();
  process.send?.(server.seen());
});
