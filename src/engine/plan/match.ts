import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Declared, LiveEntry, Section } from '../../model.ts';

/** Which live entry each declared one is, and which are left over. */
export interface Matched {
  readonly pairs: readonly { readonly declared: Declared; readonly live: LiveEntry | undefined }[];
  readonly leftover: readonly LiveEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Matches by key, and what has no name of its own by its alias. Where more than one fits nothing is guessed. */
export function match(section: Section, live: readonly LiveEntry[], address: (key: string) => string): Matched {
  const byKey = grouped(live, (entry) => entry.standsFor ?? entry.key);
  const byAlias = grouped(live, (entry) => entry.alias);
  const taken = new Set<LiveEntry>();
  const diagnostics: Diagnostic[] = [];
  const pairs: { declared: Declared; live: LiveEntry | undefined }[] = [];
  for (const declared of section.entries) {
    const named = byKey.get(declared.key.toLowerCase()) ?? [];
    const nameless = declared.alias === undefined ? [] : (byAlias.get(declared.alias.toLowerCase()) ?? []);
    const candidates = (named.length > 0 ? named : nameless).filter(
      (entry) => !taken.has(entry) && entry.superseded !== true,
    );
    for (const candidate of candidates) taken.add(candidate);
    if (candidates.length > 1) diagnostics.push(ambiguous(address(declared.key), declared, candidates));
    else pairs.push({ declared, live: candidates[0] });
  }
  return { pairs, leftover: live.filter((entry) => !taken.has(entry)), diagnostics };
}

function ambiguous(address: string, declared: Declared, candidates: readonly LiveEntry[]): Diagnostic {
  const ids = candidates.map(({ id }) => String(id)).join(', ');
  return {
    severity: 'error',
    code: 'ambiguous',
    message: `${address} is there ${candidates.length} times (ids ${ids}), and nothing tells which one is meant`,
    place: declared.place(),
    remedy: 'rename or remove all but one of them in GitLab',
  };
}

function grouped(
  entries: readonly LiveEntry[],
  by: (entry: LiveEntry) => string | undefined,
): ReadonlyMap<string, LiveEntry[]> {
  const groups = new Map<string, LiveEntry[]>();
  for (const entry of entries) {
    const name = by(entry)?.toLowerCase();
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [entry]);
    else group.push(entry);
  }
  return groups;
}
