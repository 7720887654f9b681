import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, Desired, Section } from '../../model.ts';

interface Holder {
  readonly entry: Declared;
  readonly kind: Kind;
}

/** Things of two kinds whose names stand in one list of the platform: nobody can be called as a group at the top is. */
export function oneNamespace(
  { sections }: Pick<Desired, 'sections'>,
  kindOf: (section: Section) => Kind,
): Diagnostic[] {
  const holders = new Map<string, Holder>();
  return sections.flatMap((section) => {
    const kind = kindOf(section);
    const { namespace } = kind.identity;
    if (namespace === undefined) return [];
    return section.entries.flatMap((entry): Diagnostic[] => {
      // What stands in a group has its name for itself.
      if (entry.state === 'absent' || entry.key.includes('/')) return [];
      const name = `${namespace} ${identity(kind, entry.key)}`;
      const first = holders.get(name);
      if (first === undefined) holders.set(name, { entry, kind });
      return first === undefined || first.kind === kind ? [] : [taken({ entry, kind }, first)];
    });
  });
}

function taken({ entry, kind }: Holder, first: Holder): Diagnostic {
  return {
    severity: 'error',
    code: 'shared-name',
    message: `\`${entry.key}\` is a ${kind.singular} here and a ${first.kind.singular} there, and GitLab has one of them under a name`,
    place: entry.place(),
    related: [{ message: `The ${first.kind.singular} is declared here`, place: first.entry.place() }],
    remedy: 'Give one of them another name',
  };
}
