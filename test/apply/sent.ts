import type { Request } from '../../src/api/exchange.ts';
import { reveal } from '../../src/api/secrets.ts';
import { Secret } from '../../src/base/secret.ts';
import type { Call, Json, Plan, Value } from '../../src/model.ts';
import { Finding, Joined, OwnSecret, Ref } from '../../src/placeholders.ts';

/** What is wrong with the requests of an apply, held against the calls of its plan; empty where they are the same in a possible order. */
export function notAsPlanned(
  plan: Plan,
  requests: readonly Request[],
  env: { readonly [name: string]: string },
): string[] {
  const open = requests.map((request, index) => ({ request, index })).filter(({ request }) => request.method !== 'GET');
  const wrong: string[] = [];
  const span = new Map<string, { readonly first: number; readonly last: number }>();
  const joint = new Map((plan.joint ?? []).flatMap((one) => one.addresses.map((address) => [address, one] as const)));
  for (const { address, calls } of plan.changes) {
    const together = joint.get(address);
    const before = together?.addresses.map((other) => span.get(other)).find((other) => other !== undefined);
    if (before !== undefined) {
      span.set(address, before);
      continue;
    }
    const at: number[] = [];
    for (const call of together === undefined ? calls : [together.call]) {
      const found = open.findIndex(({ request, index }) => isSent(call, request, env) && index > (at.at(-1) ?? -1));
      const [sent] = found < 0 ? [] : open.splice(found, 1);
      if (sent === undefined) wrong.push(`not sent: ${address}: ${call.method} ${call.path}`);
      else at.push(sent.index);
    }
    span.set(address, { first: at[0] ?? 0, last: at.at(-1) ?? 0 });
  }
  for (const { address, needs } of plan.changes) {
    for (const needed of needs) {
      if ((span.get(needed)?.last ?? 0) > (span.get(address)?.first ?? 0))
        wrong.push(`${address} was sent before ${needed}`);
    }
  }
  return [...wrong, ...open.map(({ request }) => `not planned: ${request.method} ${request.path}`)];
}

function isSent(call: Call, request: Request, env: { readonly [name: string]: string }): boolean {
  const [path = '', query = ''] = request.path.split('?');
  const absolute = call.path.startsWith('/api/') ? call.path : `/api/v4${call.path}`;
  const pattern = absolute.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const wanted = Object.entries(call.query ?? {}).map(([name, value]) => `${name}=${String(value)}`);
  return (
    call.method === request.method &&
    new RegExp(`^${pattern.join('[^/]+')}$`).test(path) &&
    [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).join('&') === wanted.join('&') &&
    isFilled(call.body, request.body, env)
  );
}

/** Whether what was sent is what was planned, with something in place of each reference, and each secret revealed. */
function isFilled(
  planned: Value | undefined,
  sent: Json | undefined,
  env: { readonly [name: string]: string },
): boolean {
  if (planned === undefined || sent === undefined) return planned === sent;
  if (planned instanceof Secret) return sent === reveal(planned, env);
  if (typeof planned !== 'object' || planned === null) return planned === sent;
  if (Ref.is(planned) || Finding.is(planned)) return typeof sent === 'number';
  if (OwnSecret.is(planned)) return typeof sent === 'string' && sent !== '';
  if (Joined.is(planned)) return typeof sent === 'string' && sent.split(',').length === planned.parts.length;
  if (typeof sent !== 'object' || sent === null) return false;
  const [here, there] = [new Map(Object.entries(planned)), new Map(Object.entries(sent))];
  // An object's entries are values of its own type, which Object.entries cannot say of a list.
  return here.size === there.size && [...here].every(([name, value]) => isFilled(value, there.get(name) as Json, env));
}
