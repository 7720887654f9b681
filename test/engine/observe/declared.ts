import type { Declared, Desired, Scope, Section } from '../../../src/model.ts';

/** A declared entry, of which a test says what it needs. */
export function declared(key: string, more: Partial<Declared> = {}): Declared {
  const place = () => ({ file: 'keelson.yaml', line: 1, column: 1 });
  return { key, spec: {}, state: 'present', protect: false, place, ...more };
}

/** A section with these entries; `at` is the path of its group, or nothing for the instance. */
export function section(name: string, at: string | undefined, ...entries: readonly Declared[]): Section {
  const scope: Scope = at === undefined ? { type: 'instance' } : { type: 'group', path: at };
  return { scope, name, entries, prune: false };
}

/** A configuration of these sections. */
export function desired(...sections: readonly Section[]): Desired {
  return {
    sections,
    guards: {
      max_removals: 1,
      max_removal_percent: 1,
      max_plan_removals: 25,
      max_changes: 1,
      max_change_percent: 1,
      min_owners: 1,
    },
  };
}
