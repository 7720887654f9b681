import { INSTANCE, entryAddress, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { isList } from '../../base/shape.ts';
import type { Kind } from '../../kind.ts';
import type { Change, Desired, LiveEntry, World } from '../../model.ts';
import type { Read } from '../../read.ts';
import { partsOf } from '../address-parts.ts';
import { removalsOf, refersTo, type HeldThing } from './held-things.ts';
import { inUse } from './in-use.ts';
import { fieldsWith, hostingKind, type Kinds } from '../kinds.ts';
import { decoded } from '../observe/decoded.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { scopeOf } from '../export/survey.ts';

/** A kind whose entries refer to what goes, and stand in the rows of the list of all groups. */
interface Referring {
  readonly kind: Kind;
  readonly read: Read;
  readonly list: Read;
}

/**
 * Tells of what is to be removed or replaced while something refers to it that was not looked at, and that the platform does not count:
 * a link of a group which nobody declares forgets its role without a word (DELETE /member_roles/:id, 18.9). Asked only where such a
 * thing is planned. Throws ApiError for trouble that concerns every request.
 */
export async function lentElsewhere(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const host = hostingKind(kinds, 'group');
  const removals = removalsOf(changes, desired, world, kinds).map((removal) => ({
    removal,
    referring: [...kinds.values()].flatMap((kind) => referringTo(removal, kind)),
  }));
  const list = removals.flatMap(({ referring }) => referring.map((one) => one.list))[0];
  if (host === undefined || list === undefined) return [];
  const listed = await client.read(list).catch(unknownIfRefused);
  const groups = decoded(host, isList(listed) ? listed : [], createDecodeContext(INSTANCE, world.instance, new Map()));
  const staying = groups.filter(({ key }) => !goesAlong(key, changes, kinds));
  const changing = new Set(changes.map(({ address }) => address.toLowerCase()));
  const willBe = pathsAfter(changes, kinds);
  return removals.flatMap(({ removal, referring }) => {
    const holders = referring.flatMap(({ kind, read }) =>
      staying.flatMap((group) =>
        isSeen(group, kind, host, world)
          ? []
          : lentIn(group, kind, read, host, removal, world)
              .filter((key) => !changing.has(entryAddress(kind, scopeOf(host, willBe(group.key)), key).toLowerCase()))
              .map((key) => entryAddress(kind, scopeOf(host, group.key), key)),
      ),
    );
    return holders.length > 0 ? [inUse(removal.address, removal.declared, holders)] : [];
  });
}

function referringTo(removal: HeldThing, kind: Kind): Referring[] {
  const refers = fieldsWith(kind, 'x-ref').some(([, section]) => section === removal.kind.section);
  if (!refers || kind.section === removal.kind.reads.holdersOf?.section || !kind.scopes.includes('group')) return [];
  const [read] = kind.reads.all({ type: 'group', path: '*' }, []);
  return read?.rowOf === undefined ? [] : [{ kind, read, list: read.rowOf.list }];
}

/** Whether the group's section was looked at: then the plan itself says who stays. */
function isSeen({ id, key }: LiveEntry, kind: Kind, host: Kind, { sections }: World): boolean {
  const known = sections.get(sectionAddress(INSTANCE, host.section))?.find((entry) => entry.id === id);
  const address = sectionAddress(scopeOf(host, known?.renamedFrom ?? known?.key ?? key), kind.section).toLowerCase();
  return [...sections.keys()].some((section) => section.toLowerCase() === address);
}

function lentIn(
  group: LiveEntry,
  kind: Kind,
  read: Read,
  host: Kind,
  removal: HeldThing,
  { instance }: World,
): string[] {
  const scope = scopeOf(host, group.key);
  const roles = new Map([[sectionAddress(removal.scope, removal.kind.section), [removal.live]]]);
  return decoded(kind, kind.reads.rows?.(group.live, read) ?? [], createDecodeContext(scope, instance, roles))
    .filter((entry) => refersTo(kind, scope, entry, removal))
    .map(({ key }) => key);
}

/** Tells the path that a live group has once the renames of a plan are done: its changes are addressed by that. */
function pathsAfter(changes: readonly Change[], kinds: Kinds): (path: string) => string {
  const renames = changes
    .flatMap(({ address, reason }) => {
      const { kind, key } = partsOf(address, kinds);
      return reason.code === 'renamed' && kind.host?.type === 'group' ? [{ from: reason.from, to: key }] : [];
    })
    // A group that goes another way than the one that it is in.
    .sort((one, other) => other.from.length - one.from.length);
  return (path) => {
    const inside = `${path}/`.toLowerCase();
    const rename = renames.find(({ from }) => inside.startsWith(`${from}/`.toLowerCase()));
    return rename === undefined ? path : `${rename.to}${path.slice(rename.from.length)}`;
  };
}

/** Whether a group goes by this very plan, with all that is in it. */
function goesAlong(path: string, changes: readonly Change[], kinds: Kinds): boolean {
  return changes.some(({ action, address }) => {
    if (action !== 'delete') return false;
    const { kind, key } = partsOf(address, kinds);
    return kind.host?.type === 'group' && `${path}/`.toLowerCase().startsWith(`${key}/`.toLowerCase());
  });
}
