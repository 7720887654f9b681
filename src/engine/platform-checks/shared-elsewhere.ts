import { entryAddress, INSTANCE, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isList } from '../../base/shape.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind, Shared } from '../../kind.ts';
import type { Attributes, Change, Declared, Desired, LiveEntry, LiveObject, World } from '../../model.ts';
import type { Read } from '../../read.ts';
import { partsOf } from '../address-parts.ts';
import { propertyOf, type Kinds } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { worded } from '../plan/refusals.ts';
import { holders, keptElsewhere } from './takes-over.ts';

/** What the things that a plan makes, or gives other names, are in scopes that nobody looked at. */
export interface SharedElsewhere {
  readonly diagnostics: readonly Diagnostic[];
  /** The numbers of those that are there already, by the addresses of the changes that make them. */
  readonly things: ReadonlyMap<string, number | string>;
}

/**
 * Looks for what may stand in several scopes wherever it is, where a change makes it or changes what it has in all of them alike: it is
 * told what gets another name there, what keeps its value, and where nobody can tell. Throws ApiError.
 */
export async function sharedElsewhere(
  changes: readonly Change[],
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<SharedElsewhere> {
  const asked = changes.flatMap((change) => aboutShared(change, sections, kinds));
  const lists = new Map(
    await Promise.all(
      [...new Set(asked.map(({ kind }) => kind))].map(
        async (kind) => [kind, await everywhere(kind, world.instance, (read) => allOf(read, client))] as const,
      ),
    ),
  );
  const things = new Map<string, number | string>();
  const diagnostics = asked.flatMap((one): readonly Diagnostic[] => {
    const list = lists.get(one.kind);
    if (list === undefined) return [perhaps(one, 'has')];
    const there = list.find(({ spec }) => one.shared.of(spec) === one.thing);
    if (there?.id === undefined) return [];
    things.set(one.change.address, there.id);
    return toldOf(one, there, world, kinds);
  });
  return { diagnostics, things };
}

/** All there are of a kind, as far as they are shown to a list; undefined where that is refused. */
export async function everywhere(
  kind: Kind,
  instance: World['instance'],
  list: (read: Read) => Promise<readonly LiveObject[] | undefined>,
): Promise<readonly LiveEntry[] | undefined> {
  const read = kind.identity.shared?.everywhere(instance.me);
  if (read === undefined) return [];
  const context = createDecodeContext(INSTANCE, instance, new Map());
  // With all that the rows show: where it is, too.
  return (await list(read))?.flatMap((live) => {
    const entry = kind.decode(live, context);
    return entry === undefined ? [] : [{ ...entry, live }];
  });
}

/** All rows of a list; undefined where it is refused. Throws ApiError. */
async function allOf(read: Read, client: Client): Promise<readonly LiveObject[] | undefined> {
  const answer = await client.read(read).catch(unknownIfRefused);
  return isList(answer) ? answer : undefined;
}

interface AboutShared {
  readonly change: Change;
  readonly kind: Kind;
  readonly shared: Shared<Attributes>;
  readonly declared: Declared;
  readonly thing: string;
}

/** A change that makes such a thing, or changes what it has everywhere. */
function aboutShared(change: Change, sections: Desired['sections'], kinds: Kinds): readonly AboutShared[] {
  const { kind, scope, key } = partsOf(change.address, kinds);
  const { shared } = kind.identity;
  if (shared === undefined || change.action === 'delete') return [];
  if (change.action === 'update' && !change.fields.some(({ path }) => shared.fields.includes(path))) return [];
  const within = sectionAddress(scope, kind.section);
  const declared = sections
    .find((one) => sectionAddress(one.scope, one.name) === within)
    ?.entries.find((entry) => entryAddress(kind, scope, entry.key) === entryAddress(kind, scope, key));
  const thing = declared && shared.of(declared.spec);
  return declared === undefined || thing === undefined ? [] : [{ change, kind, shared, declared, thing }];
}

function toldOf(one: AboutShared, there: LiveEntry, world: World, kinds: Kinds): readonly Diagnostic[] {
  const { change, kind, shared, declared, thing } = one;
  const other = (isFixed: boolean): string[] =>
    shared.fields.filter((field) => {
      const [wanted, now] = [declared.spec[field], there.spec[field]];
      const fixed = propertyOf(kind, field)?.['x-immutable'] === true;
      return fixed === isFixed && wanted !== undefined && now !== undefined && wanted !== now;
    });
  const [kept, renamed] = [change.action === 'update' ? [] : other(true), other(false)];
  if (kept.length === 0 && renamed.length === 0) return [];
  const unseen = unseenPlaces(one, there, world, holders(kind, thing, world, kinds).length > 0);
  if (unseen === undefined) return [perhaps(one, kept.length > 0 ? 'keeps' : 'renames')];
  if (unseen.length === 0) return [];
  const at = { change: change.address, declared };
  return [
    ...kept.map((field) => keptElsewhere(at, field, unseen, there.spec[field] ?? null)),
    ...renamed.map((field): Diagnostic => {
      const [wanted, now] = [worded(declared.spec[field] ?? null), worded(there.spec[field] ?? null)];
      return {
        ...{ severity: 'warning', code: 'takes-over', place: declared.place() },
        message: `${change.address} is the same thing as what ${unseen.join(', ')}, not looked at here, has: its ${field} is ${now}, and becomes ${wanted} there as well`,
        remedy: `declare it with the ${field} that it has, or make another one`,
      };
    }),
  ];
}

/** The scopes with a thing that were not looked at, as they are told; undefined where nobody knows whether there are any. */
function unseenPlaces(
  { kind, shared }: AboutShared,
  there: LiveEntry,
  world: World,
  isSeen: boolean,
): readonly string[] | undefined {
  const [type = 'instance'] = kind.scopes;
  const places = shared.places(there.live);
  if (places === undefined) return isSeen || type === 'instance' ? undefined : [`a ${type}`];
  const looked = new Set([...world.sections.keys()].map((address) => address.toLowerCase()));
  return places.flatMap((path) => {
    const scope = type === 'instance' ? INSTANCE : { type, path };
    const address = sectionAddress(scope, kind.section);
    return looked.has(address.toLowerCase()) ? [] : [address.slice(0, -kind.section.length - 1)];
  });
}

const CONSEQUENCES = {
  has: 'a change that comes upon one fails, and gives it no other name',
  renames: 'where one has it, it gets the new name there as well',
  keeps: 'where one has it, it keeps what is to change, and the change fails',
};

function perhaps({ change, kind, declared }: AboutShared, consequence: keyof typeof CONSEQUENCES): Diagnostic {
  const places = kind.scopes.map((type) => `${type}s`).join(' and ');
  return {
    severity: 'warning',
    code: 'perhaps-shared',
    message: `${change.address}: GitLab does not tell this token which ${places} that are not looked at have the same thing; ${CONSEQUENCES[consequence]}`,
    place: declared.place(),
    remedy: 'use the token of an administrator, or see in GitLab who else has it',
  };
}
