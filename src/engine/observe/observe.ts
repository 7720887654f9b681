import { scopeAddress, sectionAddress } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Desired, Instance, LiveEntry, Scope, Section, World } from '../../model.ts';
import { absentScopes } from '../absent-scopes.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';
import { findHosts, type Hosts } from './hosts.ts';
import { createReadBook, type ReadBook } from './read-book.ts';
import { readReferenced } from './referenced.ts';
import { addressOf, decodeSection, initialSection, readSection, type RawSection } from './sections.ts';
import { unreadable } from './unreadable.ts';

const AT_A_TIME = 256;

/** The live state of what is declared, or what kept it from being read. Throws ApiError for trouble that concerns every request. */
export async function observe(
  desired: Desired,
  kinds: Kinds,
  client: Client,
  instance: Instance,
): Promise<{ readonly world: World; readonly diagnostics: readonly Diagnostic[] }> {
  const book = createReadBook(client);
  const hosting = desired.sections.filter(({ name }) => kindOf(kinds, name).hosts !== undefined);
  const others = desired.sections.filter((section) => !hosting.includes(section));
  const hosts = await findHosts(hosting, kinds, book, instance);
  const diagnostics = [...hosts.diagnostics];
  const sections = new Map(hosts.sections);

  const gone = absentScopes(desired, kinds);
  const standing = others.filter((section) => !gone.has(scopeAddress(section.scope)));
  const raw = await parallel(standing, AT_A_TIME, (section) => read(section, hosts, kinds, book, instance));
  const readable: RawSection[] = [];
  for (const result of raw) {
    if ('code' in result) diagnostics.push(result);
    else if ('entries' in result) sections.set(result.address, result.entries);
    else readable.push(result);
  }
  readable.push(...(await readReferenced(desired.sections, kinds, book)));

  // What is referred to is put into words first, so that what refers to it can name it.
  const [referring, referred] = split(readable, ({ kind }) => fieldsWith(kind, 'x-ref').length > 0);
  for (const batch of [referred, referring]) {
    const decoded = await parallel(batch, AT_A_TIME, (section) => decodeSection(section, instance, sections, book));
    for (const [index, { section }] of batch.entries()) sections.set(addressOf(section), decoded[index] ?? []);
  }
  return { world: { instance, sections }, diagnostics };
}

interface Unborn {
  readonly address: string;
  readonly entries: readonly LiveEntry[];
}

async function read(
  section: Section,
  hosts: Hosts,
  kinds: Kinds,
  book: ReadBook,
  instance: Instance,
): Promise<RawSection | Unborn | Diagnostic> {
  const kind = kindOf(kinds, section.name);
  const address = sectionAddress(section.scope, section.name);
  const readAt = addressedNow(section.scope, hosts);
  if (readAt === undefined) return { address, entries: initialSection(section, kind, instance) };
  try {
    return await readSection(section, kind, readAt, book);
  } catch (error) {
    return unreadable(error, kind, address, section.entries[0]?.place());
  }
}

/** How a declared scope is addressed now; undefined where it is yet to be created. */
function addressedNow(scope: Scope, hosts: Hosts): Scope | undefined {
  if (scope.type === 'instance') return scope;
  const host = hosts.byScope.get(scopeAddress(scope));
  if (host === undefined) return undefined;
  return host.elsewhere && host.id !== undefined ? { ...scope, path: String(host.id) } : scope;
}

function split<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
