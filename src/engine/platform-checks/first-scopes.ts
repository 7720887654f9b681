import { INSTANCE } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Kind } from '../../kind.ts';
import type { Instance, Scope } from '../../model.ts';
import { scopeOf } from '../export/survey.ts';
import type { Kinds } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';

/** A scope, and how it is read. */
export interface Place {
  readonly scope: Scope;
  /** By its number: what waits for its deletion does not answer under its path. */
  readonly at: Scope;
}

/** The first hundred groups and the first hundred projects that the token sees, of those in which a kind stands; none where it may not list them. */
export async function firstScopes(
  kind: Kind,
  instance: Instance,
  kinds: Kinds,
  client: Client,
): Promise<readonly Place[]> {
  const hosts = [...kinds.values()].filter(({ host }) => host !== undefined && kind.scopes.includes(host.type));
  return (await Promise.all(hosts.map((host) => firstOf(host, instance, client)))).flat();
}

async function firstOf(host: Kind, instance: Instance, client: Client): Promise<readonly Place[]> {
  const list = host.reads.all(INSTANCE, ['*'])[0]?.rowOf?.list;
  if (list === undefined) return [];
  const listing = await client.list(list).catch(unknownIfRefused);
  return decoded(host, listing?.rows ?? [], createDecodeContext(INSTANCE, instance, new Map())).map(({ key, id }) => ({
    scope: scopeOf(host, key),
    at: scopeOf(host, String(id)),
  }));
}
