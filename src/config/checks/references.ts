import type { Diagnostic } from '../../base/diagnostic.ts';
import { INSTANCE, scopeAddress } from '../../address.ts';
import { identity, type Kind, type PropertySchema } from '../../kind.ts';
import type { Declared, Desired, Scope, Section, Value } from '../../model.ts';
import { finder } from '../annotated.ts';
import { nearest } from '../../base/nearest.ts';
import type { Path } from '../yaml/locate.ts';
import { isList } from '../yaml/yaml-value.ts';
import { pathsTo } from '../../base/scope-path.ts';

/**
 * Warnings for references to what is declared nowhere in reach, which may be there on the instance, as the plan finds out; errors for those to
 * what is declared absent.
 */
export function unknownReferences(desired: Desired, kindOf: (section: Section) => Kind): readonly Diagnostic[] {
  const declared = namesByScope(desired, kindOf);
  return desired.sections.flatMap((section) => {
    const kind = kindOf(section);
    const find = finder(kind, isReference);
    if (find === undefined) return [];
    const inReach = namesInReach(section.scope, declared);
    const isHosting = (name: string): boolean => kindOf({ ...section, scope: INSTANCE, name }).host !== undefined;
    return section.entries.flatMap((entry) =>
      entry.state === 'absent' ? [] : unknownIn(entry, find, inReach, isHosting),
    );
  });
}

/** What is declared under a target in the scope, or above it. */
type InReach = (target: string) => readonly NamedThings[];

function namesInReach(scope: Scope, declared: Names): InReach {
  const reach = scopesInReach(scope);
  const known = new Map<string, readonly NamedThings[]>();
  return (target) => {
    const before = known.get(target);
    if (before !== undefined) return before;
    const names = reach.flatMap((one) => declared(`${one}/${target}`) ?? []);
    known.set(target, names);
    return names;
  };
}

function unknownIn(
  entry: Declared,
  find: NonNullable<ReturnType<typeof finder>>,
  inReach: InReach,
  isHosting: (section: string) => boolean,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const { path, value, schema } of find(entry.spec)) {
    const target = schema['x-ref'] ?? '';
    const check = (name: Value, at: Path): void => {
      if (typeof name !== 'string' || inReach(target).some(({ has }) => has(name))) return;
      const [going] = inReach(target).flatMap(({ absent }) => absent(name) ?? []);
      // A group that is merely live is the rule rather than a slip; the plan looks for it.
      if (going === undefined && isHosting(target)) return;
      const place = entry.place(...at);
      diagnostics.push(
        going === undefined ? unknown(name, target, inReach(target), place) : leaving(name, going, place),
      );
    };
    if (isList(value))
      value.forEach((name, index) => {
        check(name, [...path, index]);
      });
    else check(value, path);
  }
  return diagnostics;
}

/** The keys of a section's entries that are to be there, by the section's address. */
type Names = (address: string) => NamedThings | undefined;

/** The names of a section's entries, and whether one of them is meant by a name. */
interface NamedThings {
  readonly names: readonly string[];
  readonly has: (name: string) => boolean;
  /** The entry that is not to be there any more. */
  readonly absent: (name: string) => Declared | undefined;
}

/** Most sections are never referred to: a section's keys are gathered when it is. */
function namesByScope(desired: Desired, kindOf: (section: Section) => Kind): Names {
  const sections = new Map(
    desired.sections.map((section) => [`${scopeAddress(section.scope)}/${section.name}`, section]),
  );
  const known = new Map<string, NamedThings>();
  return (address) => {
    const before = known.get(address);
    const section = sections.get(address);
    if (before !== undefined || section === undefined) return before;
    const present = section.entries.filter((entry) => entry.state === 'present');
    const kind = kindOf(section);
    const keys = new Set(present.map(({ key }) => identity(kind, key)));
    const things: NamedThings = {
      names: present.map(({ key }) => key),
      has: (name) => keys.has(identity(kind, name)),
      absent: (name) =>
        section.entries.find(({ key, state }) => state === 'absent' && identity(kind, key) === identity(kind, name)),
    };
    known.set(address, things);
    return things;
  };
}

/** A scope and all that are above it. */
function scopesInReach(scope: Scope): readonly string[] {
  if (scope.type === 'instance') return [scopeAddress(scope)];
  const groups = pathsTo(scope.path).map((path) => `group[${path}]`);
  return [scopeAddress(scope), ...groups.reverse(), 'instance'];
}

function unknown(name: string, target: string, known: readonly NamedThings[], place: Diagnostic['place']): Diagnostic {
  const near = nearest(
    name,
    known.flatMap(({ names }) => names),
  );
  return {
    severity: 'warning',
    code: 'unknown-reference',
    message: `\`${name}\` is declared nowhere under \`${target}\``,
    place,
    remedy: near === undefined ? 'Declare it, unless it exists on the instance' : `Write \`${near}\`, if that is meant`,
  };
}

/** What is given while it is to go: no plan could do both. */
function leaving(name: string, going: Declared, place: Diagnostic['place']): Diagnostic {
  return {
    severity: 'error',
    code: 'unknown-reference',
    message: `\`${name}\` is declared absent, and cannot be given`,
    place,
    related: [{ message: 'It is declared absent here', place: going.place() }],
    remedy: 'Take it out here, or let it stay',
  };
}

function isReference(schema: PropertySchema): boolean {
  return schema['x-ref'] !== undefined;
}
