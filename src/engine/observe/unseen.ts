import { sectionAddress } from '../../address.ts';
import type { Desired, Scope } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';

/** What of a configuration nobody could find, or look at: nothing can be said of it, and of the rest it can. */
export interface Unseen {
  /** The paths of groups and projects. */
  readonly paths: readonly string[];
  /** The addresses of sections. */
  readonly sections: readonly string[];
}

/** What of a configuration was looked at: without the groups and projects that were not found, and all that is declared in them. */
export function seenPart(desired: Desired, { paths, sections }: Unseen, kinds: Kinds): Desired {
  if (paths.length + sections.length === 0) return desired;
  const hidden = new Set(paths.map((path) => path.toLowerCase()));
  const closed = new Set(sections);
  const isHidden = (path: string): boolean =>
    path
      .toLowerCase()
      .split('/')
      .some((_, index, segments) => hidden.has(segments.slice(0, index + 1).join('/')));
  const isSeen = (scope: Scope): boolean => scope.type === 'instance' || !isHidden(scope.path);
  return {
    ...desired,
    sections: desired.sections.flatMap((section) => {
      const { scope, name, entries } = section;
      if (closed.has(sectionAddress(scope, name)) || !isSeen(scope)) return [];
      const isHosting = kindOf(kinds, name).host !== undefined;
      return [isHosting ? { ...section, entries: entries.filter(({ key }) => !isHidden(key)) } : section];
    }),
  };
}
