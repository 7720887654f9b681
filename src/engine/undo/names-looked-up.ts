import { sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import { parallel } from '../../base/parallel.ts';
import type { Kind } from '../../kind.ts';
import type { Attributes, Change, Json, LiveEntry, Scope, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf, peopleNamed, referencesOf } from '../kinds.ts';
import { byNumber } from '../observe/by-number.ts';
import { outerScopes } from '../observe/decode-context.ts';
import { createReadCache, type ReadCache } from '../observe/read-cache.ts';
import { decodeSection, readSection } from '../observe/sections.ts';
import { unshownNames } from '../unshown-names.ts';
import type { Asked } from './meant.ts';
import { withNames } from './names-before.ts';

const AT_A_TIME = 8;

/** Something that is known by its number alone: `#7` for what an entry of this scope names. */
interface Numbered {
  readonly section: string;
  readonly number: string;
  readonly from: Scope;
}

/**
 * The same world, in which what the changed sections name is called by its name: the role of a share that nobody declares was not looked up for the plan.
 * What is not shown to this token keeps its number. Throws ApiError for trouble that concerns every request.
 */
export async function withNamesLookedUp(changes: readonly Change[], world: World, asked: Asked): Promise<World> {
  const changed = new Map(
    changes.map(({ address }) => {
      const { kind, scope } = partsOf(address, asked.kinds);
      return [sectionAddress(scope, kind.section), { kind, scope }] as const;
    }),
  );
  const wanted = [...changed].flatMap(([address, { kind, scope }]) =>
    (world.sections.get(address) ?? []).flatMap(({ spec }) => numberedIn(kind, spec, scope)),
  );
  if (wanted.length === 0) return world;
  const unlike = [...new Map(wanted.map((one) => [wordOf(one), one])).values()];
  // Several numbers stand in one list, which is read once.
  const cache = createReadCache(asked.client);
  const found = new Map(
    await parallel(unlike, AT_A_TIME, async (one) => [wordOf(one), await nameOf(one, asked, cache)]),
  );
  const sections = new Map(world.sections);
  for (const [address, { kind, scope }] of changed) {
    const named = (section: string, number: string): string | undefined =>
      found.get(wordOf({ section, number, from: scope }));
    const live = sections.get(address);
    if (live !== undefined)
      sections.set(
        address,
        live.map((entry) => withNamed(entry, kind, named)),
      );
  }
  return { ...world, sections };
}

function numberedIn(kind: Kind, spec: Attributes, from: Scope): readonly Numbered[] {
  const unshown = new Set([...unshownNames(kind, spec).values()].flat());
  const named = [
    ...referencesOf(kind, spec).map(({ section, name }) => ({ sections: [section], name })),
    ...peopleNamed(kind, spec),
  ];
  return named
    .filter(({ name }) => unshown.has(name))
    .flatMap(({ sections, name }) => sections.map((section) => ({ section, number: name, from })));
}

function wordOf({ section, number, from }: Numbered): string {
  return JSON.stringify([section, number, outerScopes(from)]);
}

function withNamed(
  entry: LiveEntry,
  kind: Kind,
  named: (section: string, number: string) => string | undefined,
): LiveEntry {
  const fields = [...unshownNames(kind, entry.spec).keys()];
  if (fields.length === 0) return entry;
  // What names somebody is text, or lists and maps of it.
  const values = Object.fromEntries(fields.map((field) => [field, entry.spec[field] as Json]));
  const inWords = withNames(
    kind,
    values,
    (sections, name) => sections.map((section) => named(section, name)).find((one) => one !== undefined) ?? name,
  );
  return { ...entry, spec: { ...entry.spec, ...inWords } };
}

/** What has this number by now, where it stands: what has no read of its own is in a list. */
async function nameOf(
  { section, number, from }: Numbered,
  asked: Asked,
  cache: ReadCache,
): Promise<string | undefined> {
  const { kinds, client, instance } = asked;
  const kind = kindOf(kinds, section);
  const id = Number(number.slice(1));
  const scopes = outerScopes(from).filter(
    (scope) => kind.scopes.includes(scope.type) && kind.reads.offered?.(scope, instance) !== false,
  );
  for (const scope of scopes) {
    const found =
      kind.reads.numbered === undefined
        ? (await listed(kind, scope, asked, cache)).find((one) => one.id === id)
        : await byNumber(id, kind, scope, instance, client);
    if (found !== undefined && found.pendingDeletion === undefined) return found.key;
  }
  return undefined;
}

async function listed(kind: Kind, scope: Scope, { instance }: Asked, cache: ReadCache): Promise<readonly LiveEntry[]> {
  const section = { scope, name: kind.section, entries: [], prune: false };
  const raw = await readSection(section, kind, scope, cache).catch(unknownIfRefused);
  return raw === undefined ? [] : decodeSection(raw, instance, new Map(), cache);
}
