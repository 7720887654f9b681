import { sectionAddress } from '../../address.ts';
import { ApiError, unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { isList } from '../../base/shape.ts';
import type { Change, Desired, LiveObject, World } from '../../model.ts';
import type { Read } from '../../read.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { formerNames } from './former-names.ts';
import { nearNames } from './near-names.ts';
import { lookUp } from '../observe/batches/look-ups.ts';
import type { Renamings } from './renamings.ts';
import { presumptions, type Presumed, type Waiting } from './presumptions.ts';

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
 * Looks for whom changes name: a member who is a user, or who may push to a protected branch. GitLab refuses each change that names nobody,
 * when it is applied; whoever reads the plan learns it here. It is an error where the entry is about more than that name, which would be
 * lost with it, and where the same section loses something: somebody who has another name now would be taken out by the old one, and not be
 * let in by the new one. There it is looked however many there are, and what cannot be looked at stops the plan. Throws ApiError.
 */
export async function lookForPreconditions(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  world: Pick<World, 'sections'>,
  kinds: Kinds,
  client: Client,
  renamings: Renamings,
): Promise<Preconditions> {
  const losses = lossesBySection(changes, kinds);
  const waiting = new Map<string, { readonly presumed: Presumed; readonly entries: Waiting[] }>();
  for (const { presumed, entry } of presumptions(changes, kinds)) {
    const known = waiting.get(presumed.what);
    if (known === undefined) waiting.set(presumed.what, { presumed, entries: [entry] });
    else if (!known.entries.some(({ address }) => address === entry.address)) known.entries.push(entry);
  }
  const isGrave = ({ section, isMore }: Waiting): boolean => isMore || losses.has(section);
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
  const absent = await parallel(wanted, AT_A_TIME, async ({ presumed, entries, grave }) => {
    const rows = await answering(presumed, client, grave);
    const [only, ...more] = rows ?? [];
    if (only !== undefined && more.length === 0) found.set(readName(presumed.read), only);
    return rows?.length === 0 ? [{ presumed, entries }] : [];
  });
  const calledNow = await namesNow(absent.flat(), kinds, client, renamings);
  const near = nearNames(
    absent.flat().map(({ presumed }) => presumed),
    desired,
    world,
    kinds,
  );
  const diagnostics = absent.flat().flatMap(({ presumed, entries }) =>
    entries.map((entry) => {
      const now = calledNow(presumed);
      const meant = now ?? near(presumed, entry);
      return missing(presumed, { now, meant }, entry, losses.get(entry.section) ?? []);
    }),
  );
  return { diagnostics, found: (read) => found.get(readName(read)) };
}

/** How a page is asked for does not matter. */
function readName({ path, query = {} }: Read): string {
  return canonicalJson([path, query]);
}

/** What those who are missing are called by now, as far as audit events tell and they are there: who may not read these is told nothing. */
async function namesNow(
  absent: readonly { readonly presumed: Presumed }[],
  kinds: Kinds,
  client: Client,
  renamings: Renamings,
): Promise<(presumed: Presumed) => string | undefined> {
  const sections = [...new Set(absent.map(({ presumed }) => presumed.section))];
  const tables = await parallel(sections, 1, async (section) => {
    const kind = kinds.get(section);
    return kind === undefined ? [] : [[section, await formerNames(kind, renamings)] as const];
  });
  const was = new Map(tables.flat());
  const told = await parallel(absent, AT_A_TIME, async ({ presumed }) => {
    const now = was.get(presumed.section)?.(presumed.name);
    return now === undefined || !(await isThere(presumed, now, client)) ? [] : [[presumed, now.name] as const];
  });
  const names = new Map(told.flat());
  return (presumed) => names.get(presumed);
}

/** Whether somebody is there whom the audit events name: since then they may be gone, and another one have the name. */
async function isThere(
  { read, by }: Presumed,
  now: { readonly id: unknown; readonly name: string },
  client: Client,
): Promise<boolean> {
  const rows = await client.read({ ...read, query: { [by]: now.name } }).catch(unknownIfRefused);
  return rows !== undefined && isList(rows) && rows.some(({ id }) => id === now.id);
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

/** What answers; undefined where nobody can say. */
async function answering(
  { read }: Presumed,
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

function missing(
  { what, remedy }: Presumed,
  { now: calledNow, meant }: { readonly now: string | undefined; readonly meant: string | undefined },
  { address, place, isMore }: Waiting,
  losses: readonly string[],
): Diagnostic {
  const lost = losses.filter((one) => one !== address);
  const [first] = lost;
  const since = calledNow === undefined ? '' : ` any more, who is called ${calledNow} by now, as the audit events tell`;
  const refused = `there is no ${what}${since}: GitLab will refuse ${address}`;
  const mended = `write ${meant ?? ''}, if that is who is meant`;
  const help = meant === undefined ? remedy : calledNow === undefined ? `${mended}, or ${remedy}` : mended;
  const more = lost.length > 1 ? ` and ${lost.length - 1} more` : '';
  return {
    severity: first === undefined && !isMore ? 'warning' : 'error',
    code: 'presumed-missing',
    message: first === undefined ? refused : `${refused}, and ${first}${more} would be removed beside it`,
    place,
    remedy: first === undefined ? help : `${help}; until then take the entry out, or keep what is removed`,
  };
}
