import { entryAddress, sectionAddress } from '../../address.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { isList } from '../../base/shape.ts';
import type { Kind, Precondition } from '../../kind.ts';
import type { Change, Declared, Desired, LiveObject } from '../../model.ts';
import type { Read } from '../../read.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf, peopleNamed, type Kinds } from '../kinds.ts';
import { lookUp } from '../observe/batches/look-ups.ts';

/** More than these are not looked up one by one: a first run of a large configuration would take as many reads as writes. */
const MOST = 200;
const AT_A_TIME = 32;

/** What changes presume, as far as it was looked up. */
export interface Preconditions {
  /** What is missing. */
  readonly diagnostics: readonly Diagnostic[];
  /** What is there, by the read that looks for it. */
  readonly found: (read: Read) => LiveObject | undefined;
}

/**
 * Looks for what changes presume: a member who is a user. GitLab refuses each that is not, when it is applied, and nothing that does not
 * depend on it; whoever reads the plan learns it here. Where the same section loses something, it is an error: somebody who has another
 * name now would be taken out by the old one, and not be let in by the new one. There it is looked however many there are, and what cannot
 * be looked at stops the plan. Throws ApiError.
 */
export async function lookForPreconditions(
  changes: readonly Change[],
  desired: Desired,
  kinds: Kinds,
  client: Client,
): Promise<Preconditions> {
  const losses = lossesBySection(changes, kinds);
  const waiting = new Map<string, { readonly presumed: Precondition; readonly entries: Waiting[] }>();
  for (const { presumed, entry } of presumptions(changes, desired, kinds)) {
    const known = waiting.get(presumed.what);
    if (known === undefined) waiting.set(presumed.what, { presumed, entries: [entry] });
    else known.entries.push(entry);
  }
  const isGrave = ({ section }: Waiting): boolean => losses.has(section);
  const all = [...waiting.values()].map(({ presumed, entries }) => ({
    presumed,
    entries,
    grave: entries.some(isGrave),
  }));
  const found = new Map<string, LiveObject>();
  const together = await lookUp(
    all.map(({ presumed: { read } }) => read),
    kinds,
    client,
  );
  const alone = all.filter(({ presumed: { read } }) => {
    const row = together(read);
    if (row !== undefined) found.set(readName(read), row);
    return row === undefined;
  });
  const wanted = alone.length > MOST ? alone.filter(({ grave }) => grave) : alone;
  const told = await parallel(wanted, AT_A_TIME, async ({ presumed, entries, grave }) => {
    const rows = await answering(presumed, client, grave);
    const [only, ...more] = rows ?? [];
    if (only !== undefined && more.length === 0) found.set(readName(presumed.read), only);
    return rows?.length === 0 ? entries.map((entry) => missing(presumed, entry, losses.get(entry.section) ?? [])) : [];
  });
  return { diagnostics: told.flat(), found: (read) => found.get(readName(read)) };
}

/** How a page is asked for does not matter. */
function readName({ path, query = {} }: Read): string {
  return canonicalJson([path, query]);
}

interface Waiting {
  readonly address: string;
  readonly section: string;
  readonly declared: Declared;
}

/** What is taken away from each section, for good or to be replaced. */
function lossesBySection(changes: readonly Change[], kinds: Kinds): ReadonlyMap<string, readonly string[]> {
  const losses = new Map<string, string[]>();
  for (const { address, calls } of changes) {
    if (!calls.some(({ method }) => method === 'DELETE')) continue;
    const { scope, kind } = partsOf(address, kinds);
    const section = sectionAddress(scope, kind.section);
    const known = losses.get(section);
    if (known === undefined) losses.set(section, [address]);
    else known.push(address);
  }
  return losses;
}

function presumptions(
  changes: readonly Change[],
  desired: Desired,
  kinds: Kinds,
): { readonly presumed: Precondition; readonly entry: Waiting }[] {
  const made = new Set(changes.filter(({ action }) => action === 'create').map(({ address }) => address));
  if (made.size === 0) return [];
  const people = peopleMade(changes, kinds);
  return desired.sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    if (kind.calls.precondition === undefined) return [];
    return entries.flatMap((declared) => {
      const address = entryAddress(kind, scope, declared.key);
      const isNew = made.has(address) && !namesOneOf(kind, declared, people);
      const presumed = isNew ? kind.calls.precondition?.(declared) : undefined;
      const section = sectionAddress(scope, name);
      return presumed === undefined ? [] : [{ presumed, entry: { address, section, declared } }];
    });
  });
}

/** Who is made or renamed by the plan itself, by section and name: nobody answers to that name yet. */
function peopleMade(changes: readonly Change[], kinds: Kinds): ReadonlySet<string> {
  return new Set(
    changes.flatMap(({ action, reason, address }) => {
      if (action !== 'create' && reason.code !== 'renamed') return [];
      const { kind, key } = partsOf(address, kinds);
      return kind.people === undefined ? [] : [`${kind.section} ${key.toLowerCase()}`];
    }),
  );
}

function namesOneOf(kind: Kind, { spec }: Declared, people: ReadonlySet<string>): boolean {
  if (people.size === 0) return false;
  return peopleNamed(kind, spec).some(({ sections, name }) =>
    sections.some((section) => people.has(`${section} ${name}`)),
  );
}

/** What answers; undefined where nobody can say. */
async function answering(
  { read }: Precondition,
  client: Client,
  grave: boolean,
): Promise<readonly LiveObject[] | undefined> {
  try {
    const answer = await client.read(read);
    if (answer === undefined) return [];
    return isList(answer) ? answer : [answer];
  } catch (error) {
    if (!grave && error instanceof ApiError) return undefined;
    throw error;
  }
}

function missing({ what, remedy }: Precondition, { address, declared }: Waiting, lost: readonly string[]): Diagnostic {
  const [first] = lost;
  const refused = `there is no ${what}: GitLab will refuse ${address}`;
  const more = lost.length > 1 ? ` and ${lost.length - 1} more` : '';
  return {
    severity: first === undefined ? 'warning' : 'error',
    code: 'presumed-missing',
    message: first === undefined ? refused : `${refused}, and ${first}${more} would be removed beside it`,
    place: declared.place(),
    remedy: first === undefined ? remedy : `${remedy}; until then take the entry out, or keep what is removed`,
  };
}
