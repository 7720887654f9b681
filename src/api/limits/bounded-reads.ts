import type { Transport } from '../transport.ts';

/** More reads than were permitted: the next one was not sent. */
export class TooManyReads extends Error {
  readonly permitted: number;

  constructor(permitted: number) {
    super(`${permitted} reads were made, and no more are permitted`);
    this.name = 'TooManyReads';
    this.permitted = permitted;
  }
}

/** A transport that sends so many reads and no more, once a bound is set. */
export interface BoundedTransport extends Transport {
  /** So many reads are permitted in all, with those that were sent before; any number where none is given. */
  permitReads(most: number | undefined): void;
}

/** The same transport, with a bound for its reads. One that is over it throws TooManyReads, and so does each after it. */
export function boundedReads(transport: Transport): BoundedTransport {
  let most: number | undefined;
  let sent = 0;
  return {
    ...transport,
    permitReads(permitted) {
      most = permitted;
    },
    async send(request) {
      if (request.method === 'GET') {
        if (most !== undefined && sent >= most) throw new TooManyReads(most);
        sent++;
      }
      return transport.send(request);
    },
  };
}
