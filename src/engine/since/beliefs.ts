import { canonicalJson } from '../../base/canonical-json.ts';
import { kindOf, namedSections, type Kinds } from '../kinds.ts';
import type { Kind } from '../../kind.ts';
import type { Desired, Instance, LiveEntry, Scope, Section } from '../../model.ts';
import { addressedNow } from '../addressed-now.ts';
import { isAsDeclared } from '../observe/batches/as-declared.ts';
import { addressOf, sectionReads } from '../observe/sections.ts';
import type { KeptSection } from './kept-look.ts';

/** What is believed of an earlier look. */
export interface Beliefs {
  /** Whether a section need not be read, unless its group or project turns out to be another one. */
  mayBelieve(section: Section): boolean;
  /** The entries of a section in this group or project; undefined where it has to be read. */
  entriesOf(section: Section, host: LiveEntry | undefined): readonly LiveEntry[] | undefined;
}

/** Everything is read. */
export const NO_BELIEFS: Beliefs = { mayBelieve: () => false, entriesOf: () => undefined };

/** Believes sections that no event tells of, as far as they are just what is declared: whatever else they would show is read before it is told. */
export function beliefsIn(
  sections: ReadonlyMap<string, KeptSection>,
  kinds: Kinds,
  instance: Instance,
  desired: Desired,
): Beliefs {
  const isTelling = tellingKinds(desired);
  const keptOf = (section: Section): KeptSection | undefined => {
    const kind = kindOf(kinds, section.name);
    const kept = isTelling(kind, section.scope) ? sections.get(addressOf(section)) : undefined;
    return kept !== undefined && isAsDeclared(section, kind, kept.entries, instance) ? kept : undefined;
  };
  return {
    mayBelieve: (section) => keptOf(section) !== undefined,
    entriesOf(section, host) {
      const kept = keptOf(section);
      const kind = kindOf(kinds, section.name);
      return kept !== undefined && standsIn(kept, section, kind, host) ? kept.entries : undefined;
    },
  };
}

/** Whether it was the same group or project at the same path, read as it would be now, and one in which nothing changes untold. */
function standsIn(kept: KeptSection, section: Section, kind: Kind, host: LiveEntry | undefined): boolean {
  if (host?.id !== kept.host || host.elsewhere || host.pendingDeletion !== undefined) return false;
  if (kind.history?.events?.complete?.isUntold?.(host.live) === true) return false;
  return host.key === kept.path && readsOf(section, kind, host) === kept.reads;
}

/** The requests that show a section, as text. */
export function readsOf(section: Section, kind: Kind, host: LiveEntry): string {
  return canonicalJson(sectionReads(section, kind, addressedNow(section.scope, host)));
}

/** Of which kinds, in which scopes, events tell all; of none that names people while some are to be called otherwise, since it is put into these words. */
export function tellingKinds({ sections }: Desired): (kind: Kind, scope: Scope) => boolean {
  const renamed = new Set(
    sections.flatMap(({ name, entries }) => (entries.some(({ previously }) => previously !== undefined) ? [name] : [])),
  );
  return (kind, { type }) =>
    kind.history?.events?.complete?.scopes.includes(type) === true &&
    !namedSections(kind).some((name) => renamed.has(name));
}
