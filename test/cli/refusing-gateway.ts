import { answer, serverOf } from '../apply/server.ts';
import { passOn } from '../apply/pass-on.ts';

/** What is refused, and how: requests of a method to paths that fit. */
export interface Refusing {
  readonly method: string;
  readonly path: RegExp;
  readonly status: number;
  readonly message?: string;
}

/** A gateway before an instance that refuses some requests by itself, and lets all others through; its URL. */
export async function refusingGateway(to: string, { method, path, status, message }: Refusing): Promise<string> {
  const { url } = await serverOf((response, _number, asked) => {
    if (asked.method !== method || !path.test(asked.url ?? '')) passOn(to, asked, response);
    else
      asked.resume().on('end', () => {
        answer(response, status, { message: message ?? `${status} refused here` });
      });
  });
  return url;
}
