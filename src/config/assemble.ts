import type { Diagnostic } from '../base/diagnostic.ts';
import { glob } from '../base/glob.ts';
import type { Kind } from '../kind.ts';
import type { Declared, Desired, Section } from '../model.ts';
import { collectDefaults } from './defaults.ts';
import { entryReader, type EntryReader } from './entries.ts';
import { isList } from './yaml/yaml-value.ts';
import { collectScopes } from './scopes.ts';
import { readScope } from './sections.ts';
import { topNodes, type Source } from './yaml/source-node.ts';
import { wordsForAll } from './schema/top-level-options.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Makes one configuration of all its files; the order of files, and of what is in them, makes no difference. */
export function assemble(sources: readonly Source[], kinds: readonly Kind[], report: Report): Desired {
  const hosts = kinds.filter((kind) => kind.host !== undefined);
  const context = { isAllowedInPlain: plainSecretsAllowed(sources), report };
  const readers = new Map<Kind, EntryReader>();
  const readerOf = (kind: Kind): EntryReader => {
    const known = readers.get(kind);
    if (known !== undefined) return known;
    const made = entryReader(kind, context);
    readers.set(kind, made);
    return made;
  };
  const defaults = collectDefaults(sources, hosts, report);
  const sections: Section[] = [];
  const hosted = new Map<string, Declared[]>();
  const ignoredGroups: string[] = [];
  for (const written of collectScopes(sources, kinds, defaults, report)) {
    const read = readScope(written, kinds, readerOf, report);
    sections.push(...read.sections);
    ignoredGroups.push(...read.ignoredGroups);
    if (written.host === undefined || read.entry === undefined) continue;
    const entries = hosted.get(written.host.section) ?? [];
    entries.push(read.entry);
    hosted.set(written.host.section, entries);
  }
  for (const [name, entries] of hosted) {
    entries.sort((a, b) => (a.key < b.key ? -1 : 1));
    const own = { scope: { type: 'instance' }, name, entries, prune: false } as const;
    const isOfGroups = hosts.some((host) => host.section === name && host.host?.type === 'group');
    sections.push(isOfGroups && ignoredGroups.length > 0 ? { ...own, ignore: ignoredGroups } : own);
  }
  return { sections: sections.sort(inOrder(kinds)), ...wordsForAll(sources, report) };
}

/** The instance, then groups and projects by path; within a scope as the kinds are listed. */
function inOrder(kinds: readonly Kind[]): (a: Section, b: Section) => number {
  const rank = new Map(kinds.map((kind, index) => [kind.section, index]));
  const types = ['instance', 'group', 'project'];
  const path = ({ scope }: Section): string => (scope.type === 'instance' ? '' : scope.path);
  return (a, b) => {
    const byType = types.indexOf(a.scope.type) - types.indexOf(b.scope.type);
    if (byType !== 0) return byType;
    if (path(a) !== path(b)) return path(a) < path(b) ? -1 : 1;
    return (rank.get(a.name) ?? 0) - (rank.get(b.name) ?? 0);
  };
}

function plainSecretsAllowed(sources: readonly Source[]): (address: string) => boolean {
  const patterns = topNodes(sources, 'allow_plain_secrets').flatMap(({ value }) => (isList(value) ? value : []));
  const fits = patterns.flatMap((pattern) => (typeof pattern === 'string' ? glob(pattern) : []));
  return (address) => fits.some((fit) => fit(address));
}
