import type { Diagnostic } from '../../base/diagnostic.ts';
import { pathsTo } from '../../base/scope-path.ts';
import { identity, type Kind, type PropertySchema } from '../../kind.ts';
import type { Declared, Desired, Section, Value } from '../../model.ts';
import { finder } from '../annotated.ts';

/**
 * Errors for names that this very configuration gives up: of a group by the path that it leaves, or below it, of a person by the name before a
 * rename, and of what is declared absent. Nothing would answer to such a name any more; whoever had access by it would lose it.
 */
export function givenUpNames({ sections }: Desired, kindOf: (section: Section) => Kind): readonly Diagnostic[] {
  const meant = new Map(
    sections.flatMap((section): [string, GivesUp][] => {
      const kind = kindOf(section);
      if (kind.host === undefined && kind.identity.renames === undefined) return [];
      const held = heldNames(section.entries, kind);
      return [[section.name, kind.host === undefined ? (name) => givenUpName(name, held, kind) : inPaths(held)]];
    }),
  );
  const isGone = absentGroups(sections, kindOf);
  return sections.flatMap((section) => {
    const find = finder(kindOf(section), isNaming);
    if (find === undefined || meant.size === 0) return [];
    if (section.scope.type !== 'instance' && isGone(section.scope.path)) return [];
    return section.entries.flatMap((entry) =>
      entry.state === 'absent'
        ? []
        : find(entry.spec).flatMap(({ path: [field = ''], value, schema }) =>
            textsIn(value).flatMap((name) =>
              sectionsOf(schema).flatMap((target) => {
                const by = meant.get(target)?.(name);
                return by === undefined ? [] : [told(name, by, entry.place(String(field)))];
              }),
            ),
          ),
    );
  });
}

/** The entry by which a name is given up; `instead` is what it means is called then. */
interface GivenUp {
  readonly entry: Declared;
  readonly instead?: string;
}

type GivesUp = (name: string) => GivenUp | undefined;

/** What is declared by its name, as names compare, and by the one that it had before. */
interface Held {
  readonly present: ReadonlyMap<string, Declared>;
  readonly absent: ReadonlyMap<string, Declared>;
  readonly former: ReadonlyMap<string, Declared>;
}

function heldNames(entries: readonly Declared[], kind: Kind): Held {
  const of = (state: Declared['state']): readonly Declared[] => entries.filter((entry) => entry.state === state);
  const byKey = (some: readonly Declared[]): ReadonlyMap<string, Declared> =>
    new Map(some.map((entry) => [identity(kind, entry.key), entry]));
  const former = of('present').flatMap((entry): [string, Declared][] =>
    entry.previously === undefined ? [] : [[identity(kind, entry.previously), entry]],
  );
  return { present: byKey(of('present')), absent: byKey(of('absent')), former: new Map(former) };
}

function givenUpName(name: string, { present, absent, former }: Held, kind: Kind): GivenUp | undefined {
  const key = identity(kind, name);
  if (present.has(key)) return undefined;
  const [going, renamed] = [absent.get(key), former.get(key)];
  if (renamed !== undefined) return { entry: renamed, instead: renamed.key };
  return going && { entry: going };
}

/** A path means what stands there in the end: in the nearest declared group above it, unless that one leaves, or goes. */
function inPaths({ present, absent, former }: Held): GivesUp {
  return (path) => {
    const folded = path.toLowerCase();
    for (const above of pathsTo(folded).toReversed()) {
      if (present.has(above)) return undefined;
      const [going, mover] = [absent.get(above), former.get(above)];
      if (mover !== undefined) return { entry: mover, instead: `${mover.key}${path.slice(above.length)}` };
      // The group itself is told of as what cannot be given.
      if (going !== undefined) return above === folded ? undefined : { entry: going };
    }
    return undefined;
  };
}

/** Whether a scope goes with a group that is declared absent: what stands in it is not given. */
function absentGroups(sections: readonly Section[], kindOf: (section: Section) => Kind): (path: string) => boolean {
  const absent = new Set(
    sections.flatMap((section) =>
      kindOf(section).host === undefined
        ? []
        : section.entries.flatMap(({ key, state }) => (state === 'absent' ? [key.toLowerCase()] : [])),
    ),
  );
  return (path) => absent.size > 0 && pathsTo(path.toLowerCase()).some((above) => absent.has(above));
}

function told(name: string, { entry, instead }: GivenUp, place: Diagnostic['place']): Diagnostic {
  if (instead === undefined)
    return {
      severity: 'error',
      code: 'given-up',
      message: `\`${name}\` is named here, and \`${entry.key}\` is declared absent`,
      place,
      related: [{ message: 'It is declared absent here', place: entry.place() }],
      remedy: 'Take it out here, or let it stay',
    };
  const { previously = '' } = entry;
  return {
    severity: 'error',
    code: 'given-up',
    message: `\`${name}\` is named here, and \`${previously}\` becomes \`${entry.key}\` by this configuration`,
    place,
    related: [{ message: 'It is renamed here', place: entry.place('previously') }],
    remedy: `Write \`${instead}\`; if the rename was made before, take \`previously\` out of \`${entry.key}\``,
  };
}

function isNaming(schema: PropertySchema): boolean {
  return sectionsOf(schema).length > 0;
}

function sectionsOf(schema: PropertySchema): readonly string[] {
  const reference = schema['x-ref'];
  return [...(schema['x-names'] ?? []), ...(reference === undefined ? [] : [reference])];
}

function textsIn(value: Value): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly Value[]).flatMap(textsIn) : [];
}
