import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, Desired, Section } from '../../model.ts';

interface Holder {
  readonly entry: Declared;
  readonly kind: Kind;
}

/** Things of two kinds under one name of the platform: nobody can be called as a group at the top is, and no project has the path of a group. */
export function oneNamespace(
  { sections }: Pick<Desired, 'sections'>,
  kindOf: (section: Section) => Kind,
): Diagnostic[] {
  const holders = new Map<string, Holder>();
  return sections.flatMap((section) => {
    const kind = kindOf(section);
    return section.entries.flatMap((entry): Diagnostic[] => {
      const list = listOf(kind, entry);
      if (list === undefined || entry.state === 'absent') return [];
      const name = `${list} ${identity(kind, entry.key)}`;
      const first = holders.get(name);
      if (first === undefined) holders.set(name, { entry, kind });
      return first === undefined || first.kind === kind ? [] : [taken({ entry, kind }, first)];
    });
  });
}

/** The list that its name is one of: in a group that of all paths there, else what the kind names. */
function listOf({ host, identity: { namespace } }: Kind, { key }: Declared): string | undefined {
  if (!key.includes('/')) return namespace;
  return host === undefined ? undefined : 'path';
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
