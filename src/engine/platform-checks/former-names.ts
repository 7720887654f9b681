import { identity, type Kind } from '../../kind.ts';
import type { Renamings } from './renamings.ts';

type Former = (name: string) => { readonly id: unknown; readonly name: string } | undefined;

/** Who had a name before, and what they were called since, as the latest events tell; nobody where these may not be read. */
export async function formerNames(kind: Kind, renamings: Renamings): Promise<Former> {
  const told = (await renamings(kind)).flatMap(({ id, from, to }) => (to === undefined ? [] : [{ id, from, to }]));
  return (name) => {
    // The latest stand first: what somebody is called now is the first that is told of them.
    const left = told.find(({ from }) => from === identity(kind, name));
    const last = left && told.find(({ id }) => id === left.id);
    return last && { id: last.id, name: last.to };
  };
}
