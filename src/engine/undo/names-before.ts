import { sectionAddress } from '../../address.ts';
import { isList, isMap } from '../../base/shape.ts';
import { identity, nameField, type Kind, type PropertySchema } from '../../kind.ts';
import type { Json, JsonObject, LiveEntry, Scope, World } from '../../model.ts';
import { kindOf, propertyOf, type Kinds } from '../kinds.ts';
import { namedByKey, sectionsNamed } from '../named-by-key.ts';
import { outerScopes } from '../observe/decode-context.ts';
import type { Pair, PathBefore } from './pairs.ts';
import type { UndoEntry } from './undo.ts';

/** What things are called before an apply that gives some of them other names: an undo is said in these words alone, as it is once it is done. */
export interface NamesBefore {
  /** Where a group or project stands now that is to stand at a path. */
  readonly pathBefore: PathBefore;
  /** The same of what a configuration calls so: it speaks of everything as it will be. */
  readonly declared: (sections: readonly string[], name: string, from: Scope) => string;
  /** The same of what a live value calls so: as it will be where the plan knows it, and else as it is. */
  readonly live: (sections: readonly string[], name: string, from: Scope) => string;
  /** What the plan knows under a number is called now. */
  readonly ofNumber: (sections: readonly string[], id: LiveEntry['id'], from: Scope) => string | undefined;
}

/** The names that all have in a world, by the names that they will have. */
export function namesBefore(pathBefore: PathBefore, { sections: all }: World, kinds: Kinds): NamesBefore {
  const find = (
    sections: readonly string[],
    from: Scope,
    isIt: (entry: LiveEntry, kind: Kind) => boolean,
  ): string | undefined => {
    for (const section of sections) {
      const kind = kindOf(kinds, section);
      for (const scope of outerScopes(from)) {
        const entry = all.get(sectionAddress(scope, section))?.find((one) => isIt(one, kind));
        if (entry !== undefined) return nameNow(entry, kind, pathBefore);
      }
    }
    return undefined;
  };
  const known = (sections: readonly string[], name: string, from: Scope): string | undefined =>
    find(sections, from, (entry, kind) => identity(kind, entry.renamedFrom ?? entry.key) === identity(kind, name));
  return {
    pathBefore,
    declared: (sections, name, from) => known(sections, name, from) ?? below(sections, name, kinds, pathBefore) ?? name,
    live: (sections, name, from) => known(sections, name, from) ?? name,
    ofNumber: (sections, id, from) => (id === undefined ? undefined : find(sections, from, (entry) => entry.id === id)),
  };
}

function nameNow({ key, renamedFrom }: LiveEntry, kind: Kind, pathBefore: PathBefore): string {
  return pathOf(kind, renamedFrom ?? key, pathBefore) ?? key;
}

/** What is in a group that gets another path stands in that now. */
function below(sections: readonly string[], name: string, kinds: Kinds, pathBefore: PathBefore): string | undefined {
  return sections.map((section) => pathOf(kindOf(kinds, section), name, pathBefore)).find((path) => path !== undefined);
}

function pathOf({ host }: Kind, path: string, pathBefore: PathBefore): string | undefined {
  if (host === undefined || host.type === 'instance') return undefined;
  const scope = pathBefore({ type: host.type, path });
  return scope.type === 'instance' ? undefined : scope.path;
}

/** Whether what has no name of its own gets one by the apply, which nothing takes away again: no entry of such a kind is renamed. */
export function keepsItsName({ identity: { renames } }: Kind, { declared, live }: Pair): boolean {
  return renames !== true && live?.alias !== undefined && declared !== undefined && declared.key !== live.key;
}

/** What an entry was called before the apply: by whom or what it names, where it is called by that, alone or with more. */
export function calledBefore(
  kind: Kind,
  key: string,
  { declared, live }: Pair,
  scope: Scope,
  names: NamesBefore,
): Pick<UndoEntry, 'key' | 'name'> {
  const path = pathOf(kind, key, names.pathBefore);
  if (path !== undefined) return { key: path };
  const own = keepsItsName(kind, { declared, live }) ? key : (live?.called ?? live?.superseded ?? live?.key ?? key);
  const sections = namedByKey(kind);
  if (kind.identity.numberOfAnother === true)
    return {
      key:
        live === undefined ? names.declared(sections, own, scope) : (names.ofNumber(sections, live.id, scope) ?? own),
    };
  const [field, spec] = [nameField(kind), (live ?? declared)?.spec];
  const written = field === undefined ? undefined : spec?.[field];
  if (field === undefined || typeof written !== 'string' || identity(kind, written) === identity(kind, own))
    return { key: own };
  // The number is that of the entry itself: nobody is known by that.
  const name = live === undefined ? names.declared(sections, written, scope) : names.live(sections, written, scope);
  return { key: name === written ? own : kind.identity.key({ ...spec, [field]: name }), name };
}

/** The fields of an entry with all names in them put into other words, and in the order that they have then. */
export function withNames(
  kind: Kind,
  fields: JsonObject,
  rename: (sections: readonly string[], name: string) => string,
): JsonObject {
  const renamed: { [field: string]: Json } = {};
  for (const [field, value] of Object.entries(fields)) {
    const schema = propertyOf(kind, field);
    renamed[field] = schema === undefined ? value : renamedIn(value, schema, rename);
  }
  if (Object.keys(fields).every((field) => renamed[field] === fields[field])) return fields;
  // Both are JSON: an undo holds no secret.
  const normal = (kind.identity.normal?.(renamed) ?? renamed) as JsonObject;
  return Object.fromEntries(Object.entries(normal).filter(([field]) => field in fields));
}

/** The same value where it names nothing that is called otherwise. Of several forms one fits, and two may name the same: it is renamed once. */
function renamedIn(
  value: Json,
  schema: PropertySchema,
  rename: (sections: readonly string[], name: string) => string,
): Json {
  const { items, properties = {}, anyOf = [], oneOf = [] } = schema;
  const sections = sectionsNamed(schema);
  if (typeof value === 'string' && sections.length > 0) return rename(sections, value);
  if (isList(value) && items !== undefined) {
    const list = value.map((one) => renamedIn(one, items, rename));
    if (list.some((one, at) => one !== value[at])) return list;
  }
  if (isMap(value)) {
    const inner = Object.entries(value).map(([name, one]): [string, Json] => {
      const known = properties[name];
      return [name, known === undefined ? one : renamedIn(one, known, rename)];
    });
    if (inner.some(([name, one]) => one !== value[name])) return Object.fromEntries(inner);
  }
  return [...anyOf, ...oneOf].map((form) => renamedIn(value, form, rename)).find((one) => one !== value) ?? value;
}
