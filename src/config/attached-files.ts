import { dirname, isAbsolute, join } from 'node:path';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { KindOfSection } from '../handed-on.ts';
import type { PropertySchema } from '../kind.ts';
import type { Declared, Desired } from '../model.ts';
import { finder, withValue } from './annotated.ts';
import { contentHash, type FileSystem } from './files.ts';

/** What is asked for, with each file that goes with a call by what is in it; and these files. */
export interface WithFiles {
  readonly desired: Desired;
  readonly files: readonly string[];
}

/** Looks at the files that go with calls, each relative to the file that names it, and tells those that cannot be read. */
export function withAttachedFiles(
  desired: Desired,
  kindOf: KindOfSection,
  system: FileSystem,
  report: (diagnostic: Diagnostic) => void,
): WithFiles {
  // Many projects may begin with one file, which is read once.
  const files = new Map<string, ReturnType<typeof contentHash>>();
  const attached = (entry: Declared, find: NonNullable<ReturnType<typeof finder>>): Declared => {
    let { spec } = entry;
    for (const { path, value } of entry.state === 'absent' ? [] : find(spec)) {
      if (typeof value !== 'string' || value === '') continue;
      const place = entry.place(...path);
      const file = isAbsolute(value) ? value : join(dirname(place.file), value);
      const found = files.get(file) ?? contentHash(file, system);
      files.set(file, found);
      if ('problem' in found) report({ ...found.problem, place, remedy: REMEDY });
      else spec = withValue(spec, path, { file, sha256: found.sha256 });
    }
    return spec === entry.spec ? entry : { ...entry, spec };
  };
  const sections = desired.sections.map((section) => {
    const find = finder(kindOf(section), isFileSchema);
    return find === undefined
      ? section
      : { ...section, entries: section.entries.map((entry) => attached(entry, find)) };
  });
  return { desired: { ...desired, sections }, files: [...files.keys()] };
}

const REMEDY = 'Put the file there, or name another; its path is relative to the file that names it';

function isFileSchema(schema: PropertySchema): boolean {
  return schema['x-file'] === true;
}
