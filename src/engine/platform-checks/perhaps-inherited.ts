import { scopeAddress } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, Scope, World } from '../../model.ts';
import { peopleIn, type Held } from './people-in.ts';

const AT_A_TIME = 32;

/** Somebody who is to have access in a scope, below a group whose own entries may not be read. */
export interface PerhapsInheriting {
  readonly address: string;
  readonly declared: Declared;
  readonly kind: Kind;
  readonly scope: Scope;
  readonly username: string;
  readonly kept: number;
}

/**
 * Warns of who would have less access than he has already, by nothing that was seen (`seenLevel`): of those above whom the token may not ask about, the list of
 * everybody who has access below tells. It is no error, since a share counts there as well, with which GitLab compares nothing (GET
 * …/members/all, 18.9). Each list is read once; `stays` says whether a scope is there under its path. Throws ApiError for trouble that
 * concerns every request.
 */
export async function perhapsInherited(
  given: readonly PerhapsInheriting[],
  stays: (path: string) => boolean,
  seenLevel: (one: PerhapsInheriting) => number,
  world: World,
  client: Client,
): Promise<Diagnostic[]> {
  const asked = new Map<string, { readonly kind: Kind; readonly at: Scope }>();
  const placed = given.flatMap((one) => {
    const at = nearest(one.scope, stays);
    if (at === undefined) return [];
    const list = `${scopeAddress(at)} ${one.kind.section}`;
    asked.set(list, { kind: one.kind, at });
    return [{ ...one, at, list }];
  });
  const lists = new Map(
    await parallel([...asked], AT_A_TIME, async ([list, { kind, at }]) => {
      const read = kind.access?.everybody?.read(at);
      return [list, read && (await peopleIn(kind, read, world, client))] as const;
    }),
  );
  return placed.flatMap((one) => {
    const held = lists.get(one.list)?.get(identity(one.kind, one.username));
    const isNews = held !== undefined && held.level > one.kept && held.level > seenLevel(one);
    return isNews ? [warningOf(one, held, scopeAddress(one.at))] : [];
  });
}

/** Where somebody's access in a scope is listed: in itself, or in what is above it where it is yet to be made or moved. */
function nearest(scope: Scope, stays: (path: string) => boolean): Scope | undefined {
  if (scope.type === 'instance') return undefined;
  if (stays(scope.path)) return scope;
  const path = pathsAbove(scope.path).findLast(stays);
  return path === undefined ? undefined : { type: 'group', path };
}

function warningOf({ address, declared, username }: PerhapsInheriting, { name }: Held, at: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'below-inherited',
    message: `${address} may have less access than it inherits, which GitLab refuses: ${username} has access to ${at} as ${name}, by a group above that this token may not look into, or by a share`,
    place: declared.place('access_level'),
    remedy: `give it at least ${name}, or ask an owner of what is above`,
  };
}
