import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { lastSegment, parentPath } from '../../base/scope-path.ts';
import { nameField, type Kind } from '../../kind.ts';
import type { Change, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { fieldOf } from '../field-of.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import { createReadCache } from '../observe/read-cache.ts';
import { scopeReader } from '../observe/read-scopes.ts';
import { hostOf } from '../plan/host-of.ts';
import { comesUnderName } from './comes-under-name.ts';

const AT_A_TIME = 8;
/** So many are looked at, at most: of the others it is told when they are applied. */
const MOST = 200;

/** What is to come to a path, and where that is today: a group above it may be moved by the same plan. */
interface Comer {
  readonly change: Change;
  readonly kind: Kind;
  readonly path: string;
  /** The path as it is declared. */
  readonly to: string;
}

/**
 * Errors for what is to come to a path at which a thing of another kind stands: a group where a project is, or a project that is a group.
 * GitLab has one of them under a path (400, POST /groups and PUT /groups/:id, 18.9). Throws ApiError for trouble that concerns every request.
 */
export async function otherKindThere(
  changes: readonly Change[],
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const comers = changes.flatMap((change) => comerOf(change, world, kinds));
  if (comers.length === 0) return [];
  const leaving = leavingOf(changes, kinds);
  const cache = createReadCache(client);
  const readers = [...kinds.values()]
    .filter(({ host }) => host !== undefined)
    .map((kind) => ({ kind, reader: scopeReader(kind, cache, world.instance) }));
  const found = await parallel(comers.slice(0, MOST), AT_A_TIME, async ({ change, kind, path, to }) => {
    for (const other of readers) {
      if (other.kind === kind || [path, to].some((one) => leaving.has(nameIn(other.kind, one)))) continue;
      const there = await other.reader.at(path).catch(unknownIfRefused);
      if (there !== undefined) return [taken(change, path, other.kind)];
    }
    return [];
  });
  return found.flat();
}

/**
 * What leaves its place by this plan, which puts that before whatever takes it (`slotsOf`): by its kind, and the path that it has now, or where it is
 * deleted the one that is declared.
 */
function leavingOf(changes: readonly Change[], kinds: Kinds): ReadonlySet<string> {
  return new Set(
    changes.flatMap(({ address, action, fields }) => {
      const { kind, key } = partsOf(address, kinds);
      if (kind.host === undefined) return [];
      if (action === 'delete') return [nameIn(kind, key)];
      const name = nameField(kind);
      return fields.flatMap(({ path, from }) =>
        fieldOf(path) === name && typeof from === 'string' ? [nameIn(kind, from)] : [],
      );
    }),
  );
}

function nameIn({ section }: Kind, path: string): string {
  return `${section} ${path.toLowerCase()}`;
}

/** What is made, or gets another path, in something that is live: at the top stand groups alone, and in what is yet to be made there is nothing. */
function comerOf(change: Change, world: World, kinds: Kinds): readonly Comer[] {
  const { kind, key } = partsOf(change.address, kinds);
  const above = parentPath(key);
  if (kind.host === undefined || !comesUnderName(change, kind) || above === '') return [];
  const parent = hostOf({ type: 'group', path: above }, world, kinds);
  if (parent !== undefined) {
    const now = hostingKind(kinds, 'group')?.host?.moves?.pathOf(parent.live) ?? above;
    return [{ change, kind, path: `${now}/${lastSegment(key)}`, to: key }];
  }
  // Nothing is sent for what is not to be made here.
  return change.calls.length === 0 ? [{ change, kind, path: key, to: key }] : [];
}

function taken({ address, place }: Change, path: string, { singular, section }: Kind): Diagnostic {
  return {
    severity: 'error',
    code: 'taken',
    message: `${address} cannot be there: ${path} is a ${singular}, and GitLab has one thing under a path`,
    place,
    remedy: `declare what is there under \`${section}\`, or choose another path`,
  };
}
