import type { Size } from '../estate.ts';
import { fewWorkersServer, type FewWorkers } from './few-workers.ts';
import { generatedServer } from './generated.ts';
import { limitedServer, type Limits } from './limited.ts';
import { replayServer, type Replay } from './replay.ts';

/** What a server in a process of its own is asked for, as its only argument. */
export type Wanted =
  | ({ readonly type: 'replay' } & Replay)
  | ({ readonly type: 'limited' } & Limits)
  | ({ readonly type: 'few-workers' } & FewWorkers)
  | ({ readonly type: 'generated' } & Size);

/** What such a server says of itself when it is asked. */
export interface Seen {
  readonly url: string;
  readonly requests: number;
  readonly refused: number;
  readonly writes: number;
  /** When the first and the last request that was not refused came, in milliseconds of its own clock. */
  readonly first: number;
  readonly last: number;
  /** How many requests were there when each of the last hundred came, the middle of them; 0 from servers that do not count it. */
  readonly together: number;
}

const wanted = JSON.parse(process.argv[2] ?? '{}') as Wanted;
const server = await started(wanted);
process.send?.(server.seen());
process.on('message', (message) => {
  if (message === 'forget') server.forget();
  process.send?.(server.seen());
});

function started(wanted: Wanted): Promise<{ seen(): Seen; forget(): void }> {
  switch (wanted.type) {
    case 'replay':
      return replayServer(wanted);
    case 'limited':
      return limitedServer(wanted);
    case 'few-workers':
      return fewWorkersServer(wanted);
    case 'generated':
      return generatedServer(wanted);
  }
}
