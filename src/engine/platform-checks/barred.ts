import { entryAddress, INSTANCE, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { parentPath } from '../../base/scope-path.ts';
import type { Kind } from '../../kind.ts';
import type { Change, Declared, Desired, Scope, World } from '../../model.ts';
import { fieldsWith, hostingKind, kindOf, type Kinds } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import { createReadCache } from '../observe/read-cache.ts';
import { hostOf } from '../plan/host-of.ts';

const AT_A_TIME = 32;

/** A group with a field that bars additions to what stands in it, and the kind that it is of. */
interface Above {
  readonly kind: Kind;
  readonly path: string;
  /** How it is addressed now. */
  readonly now: string;
  readonly field: string;
}

/** What is to be added, and what may bar it. */
interface Addition {
  readonly change: Change;
  readonly declared: Declared;
  readonly above: Above;
}

/**
 * Tells of what cannot be added since the group right above bars it, and goes on to in this plan: the platform refuses it (405, POST
 * /projects/:id/members, 18.9), and would each time. A group whose field was not seen is read once. Throws ApiError for trouble that
 * concerns every request.
 */
export async function barred(
  changes: readonly Change[],
  desired: Desired,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const changing = new Map(changes.map((change) => [change.address, change]));
  const additions = desired.sections.flatMap(({ name, scope, entries }): Addition[] => {
    const kind = kindOf(kinds, name);
    const adds = entries.flatMap((declared) => {
      const change = changing.get(entryAddress(kind, scope, declared.key));
      return change?.action === 'create' || change?.action === 'replace' ? [{ change, declared }] : [];
    });
    if (adds.length === 0) return [];
    return barsOver(name, scope, world, kinds).flatMap((above) => adds.map((one) => ({ ...one, above })));
  });
  const fieldIn = seenOrRead(world, client);
  const found = await parallel(additions, AT_A_TIME, async ({ change, declared, above }): Promise<Diagnostic[]> => {
    const address = entryAddress(above.kind, INSTANCE, above.path);
    const setting = changing.get(address)?.fields.find(({ path }) => path === above.field);
    // What is set comes after the additions, unless these wait for the same change.
    const isBarred =
      setting === undefined ? (await fieldIn(above)) === true : setting.to === true && change.needs.includes(address);
    return isBarred ? [refusal(change, declared, address, above.field, setting !== undefined)] : [];
  });
  return found.flat();
}

/** The fields of the group right above a scope that may bar additions to a section in it. */
function barsOver(section: string, scope: Scope, world: World, kinds: Kinds): Above[] {
  if (scope.type === 'instance') return [];
  return [...kinds.values()].flatMap((kind) =>
    fieldsWith(kind, 'x-bars').flatMap(([field, what]): Above[] => {
      if (what.in !== scope.type || !what.sections.includes(section)) return [];
      const host = hostOf(scope, world, kinds);
      const hosting = hostingKind(kinds, scope.type);
      // What is not there yet cannot be looked at.
      if (host === undefined || hosting === undefined) return [];
      const [now] = decoded(hosting, [host.live], createDecodeContext(INSTANCE, world.instance, world.sections));
      return now === undefined ? [] : [{ kind, path: parentPath(scope.path), now: parentPath(now.key), field }];
    }),
  );
}

/** What a group shows in a field: as it was observed, or else as it is read, once for each group. */
function seenOrRead({ instance, sections }: World, client: Client): (above: Above) => Promise<unknown> {
  const cache = createReadCache(client);
  const context = createDecodeContext(INSTANCE, instance, sections);
  return async ({ kind, path, now, field }) => {
    const live = (sections.get(sectionAddress(INSTANCE, kind.section)) ?? []).find(
      (entry) => (entry.renamedFrom ?? entry.key).toLowerCase() === path.toLowerCase(),
    );
    const shown = live?.spec[field];
    if (shown !== undefined) return shown;
    const answers = await Promise.all(
      kind.reads.all(INSTANCE, [now]).map(async (read) => cache.findWhole(read).catch(unknownIfRefused)),
    );
    return decoded(
      kind,
      answers.flatMap((rows) => rows ?? []),
      context,
    )[0]?.spec[field];
  };
}

function refusal(
  { address, place }: Change,
  declared: Declared,
  group: string,
  field: string,
  isSetNow: boolean,
): Diagnostic {
  return {
    severity: 'error',
    code: 'barred',
    message: isSetNow
      ? `GitLab will refuse ${address}: the change of ${group} that it has to wait for sets ${field}, and from then on nobody can be added`
      : `GitLab will refuse ${address}: while ${group} has ${field}, nobody can be added to what stands in it`,
    place: place ?? declared.place(),
    remedy: isSetNow
      ? `set ${field} in a second apply`
      : `set \`${field}: false\` in ${group}, give the access there, or take the entry out of the configuration`,
  };
}
