import type { DecodeContext, CallContext } from '../../src/kind.ts';
import { scopePath } from '../../src/address.ts';
import type { Attributes, Declared, Instance, Scope } from '../../src/model.ts';

/** An entry of another section, as a kind can find it. */
interface Known {
  readonly id: number;
  readonly spec?: Attributes;
}

/** What is known beside the entry that a test looks at: `{ 'member_roles reviewer': { id: 7 } }`. */
type Others = { readonly [sectionAndName: string]: Known };

const instance: Instance = {
  url: 'https://gitlab.example.com',
  version: '18.9.0-ee',
  enterprise: true,
  askedAt: '',
  me: { id: 1, username: 'root', admin: true },
};

/** Where a resource stands, with the entries of other sections that are live. */
export function siteAt(scope: Scope, others: Others = {}, version = instance.version): CallContext {
  return {
    scope,
    at: scopePath(scope),
    instance: { ...instance, version },
    find(section, name) {
      const known = others[`${section} ${name}`];
      return known && { spec: known.spec ?? {}, ref: () => known.id };
    },
  };
}

/** The same entries, found by their ids. */
export function lookAt(scope: Scope, others: Others = {}): DecodeContext {
  return {
    scope,
    instance,
    intern: (text) => text,
    nameOf: (section, id) =>
      Object.entries(others)
        .find(([name, known]) => name.startsWith(`${section} `) && known.id === id)?.[0]
        .slice(section.length + 1),
  };
}

/** A declared entry. */
export function declared(key: string, spec: Attributes, previously?: string): Declared {
  return {
    key,
    spec,
    state: 'present',
    protect: false,
    ...(previously !== undefined && { previously }),
    place: () => ({ file: 'test.yaml', line: 1, column: 1 }),
  };
}

/** What an update has to bring about: all of the named fields. */
export function changed(key: string, spec: Attributes, ...names: readonly string[]) {
  return { names: new Set(names), entry: declared(key, spec), fields: [] };
}
