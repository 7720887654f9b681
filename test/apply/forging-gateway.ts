import { passOn } from './pass-on.ts';
import { serverOf } from './server.ts';

/** What a gateway says in place of GitLab to a write, whether that has reached it or not. */
export interface Said {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** A gateway before an instance, that says this in place of the answers to writes below one path until it is mended, and lets them through or not. */
export async function gateway(to: string, below: string, said: Said, lets: boolean) {
  let isBroken = true;
  const { url } = await serverOf((answer, _number, asked) => {
    if (!isBroken || asked.method === 'GET' || !(asked.url ?? '').includes(below)) {
      passOn(to, asked, answer);
      return;
    }
    const forged = (): void => {
      answer.writeHead(said.status, { 'content-type': said.type }).end(said.body);
    };
    if (lets) passOn(to, asked, answer, (from) => from.resume().on('end', forged));
    else asked.resume().on('end', forged);
  });
  return {
    url,
    mend: () => {
      isBroken = false;
    },
  };
}
