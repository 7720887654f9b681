import { hasErrors, type Diagnostic } from '../base/diagnostic.ts';
import { placeText } from '../base/place.ts';
import type { Kind } from '../kind.ts';
import type { KindOfSection } from '../handed-on.ts';
import type { Declared, Desired } from '../model.ts';
import type { Origins } from '../origin.ts';
import { assemble } from './assemble.ts';
import { withAttachedFiles } from './attached-files.ts';
import { disk, findFiles, isEmpty, isFile, readText, type FileSystem } from './files.ts';
import type { FileText } from './yaml/places.ts';
import { beside } from './checks/beside.ts';
import { contradictingRoles } from './checks/contradicting-roles.ts';
import { insideAbsent } from './checks/inside-absent.ts';
import { idleDefaults } from './checks/idle-defaults.ts';
import { savedFile } from './saved-file.ts';
import { saidSecrets } from './checks/said-secrets.ts';
import { keptAbove } from './checks/kept-above.ts';
import { secretText } from './secret-text.ts';
import { withHandedPlaces } from './handed-places.ts';
import { knownSecrets } from './known-secrets.ts';
import { namedFiles } from './named-files.ts';
import { reader, type Read } from './yaml/reading.ts';
import { originsIn } from './origins.ts';
import type { Source } from './yaml/source-node.ts';
import { unknownReferences } from './checks/references.ts';
import { givenUpNames } from './checks/given-up-names.ts';
import { formerPaths } from './checks/former-paths.ts';
import { sharedFiles } from './checks/shared-files.ts';
import { sharedPlaces } from './checks/shared-places.ts';
import { sharedThings } from './checks/shared-things.ts';
import { oneNamespace } from './checks/one-namespace.ts';
import { siblings } from './checks/siblings.ts';
import { withinParents } from './checks/within-parents.ts';
import { entryRules, type EntryRule, type Surroundings } from './checks/rules.ts';

/** What no entry shows by itself. */
const RULES = [
  ...[formerPaths, insideAbsent, siblings, oneNamespace],
  ...[beside, withinParents, keptAbove, contradictingRoles, sharedThings, sharedPlaces],
];

/** A configuration that was read: what it asks for, unless it has errors, and all that is to be said about it. */
export interface Loaded {
  readonly desired: Desired | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly string[];
  /** The files that it names, right or wrong: none of them is to be written over. */
  readonly named: readonly string[];
  /** Where what it declares comes from; it keeps all of the files at hand, for whoever asks. */
  readonly origins: () => Origins;
}

/**
 * Reads the configuration in a file, or in a directory, and finds its problems in one run; what an entry lacks that has others shows once these
 * are mended. It does not throw, whatever is written there.
 * Where a secret of the run stands in it, that alone is told; `tokenFile` is the file that the run is given its token in, and
 * `read` is what the texts are read with.
 */
export function loadConfig(
  path: string,
  kinds: readonly Kind[],
  system: FileSystem = disk,
  env: { readonly [name: string]: string | undefined } = process.env,
  tokenFile?: string,
  read: Read = reader(kinds),
): Loaded {
  const { files, diagnostics: found } = findFiles(path, system);
  const diagnostics = [...found];
  const report = (diagnostic: Diagnostic): void => {
    diagnostics.push(diagnostic);
  };
  const texts = files.flatMap((file): FileText[] => {
    const there = readText(file, system);
    if ('problem' in there) {
      report(there.problem);
      return [];
    }
    const saved = savedFile(file, there.text);
    if (saved === undefined) return [{ file, text: there.text }];
    report(saved);
    return [];
  });
  const readings = texts.map(read);
  const written = readings.flatMap((reading) => (reading.written === undefined ? [] : [reading.written.data]));
  const named = namedFiles(written);
  const said = saidSecrets(
    readings.map(({ written }, index) => ({ file: texts[index] ?? { file: '', text: '' }, written })),
    knownSecrets(written, { env, system, tokenFile }),
  );
  const originsOf = (of: readonly Source[]) => (): Origins => originsIn(of, kinds);
  if (said.length > 0) return { desired: undefined, diagnostics: inOrder(said), files, named, origins: originsOf([]) };
  for (const reading of readings) reading.diagnostics.forEach(report);
  const sources = readings.flatMap(({ source }) => source ?? []);
  const assembled = withHandedPlaces(assemble(sources, kinds, report), kindFinder(kinds));
  const { desired, files: attached } = withAttachedFiles(assembled, kindFinder(kinds), system, report);
  const broken = new Set(readings.flatMap((reading) => reading.broken));
  const whole = (entry: Declared): boolean => broken.size === 0 || !broken.has(placeText(entry.place()));
  applyRules(
    desired,
    kinds,
    {
      env,
      isFile: (file) => isFile(file, system),
      isEmpty: (file) => isEmpty(file, system),
      textOf: (secret) => secretText(secret, env, system),
      whole,
    },
    report,
  );
  diagnostics.push(...sharedFiles(desired, kindFinder(kinds), path, system));
  for (const rule of RULES) diagnostics.push(...rule(desired, kindFinder(kinds)));
  // In a file that cannot be read there may be what seems to be missing.
  if (sources.length === files.length) {
    diagnostics.push(...unknownReferences(desired, kindFinder(kinds)), ...givenUpNames(desired, kindFinder(kinds)));
    if (broken.size === 0) diagnostics.push(...idleDefaults(sources, kinds, desired));
  }
  return {
    desired: hasErrors(diagnostics) ? undefined : desired,
    diagnostics: inOrder(diagnostics),
    files,
    named: [...named, ...attached],
    origins: originsOf(sources),
  };
}

function applyRules(
  desired: Desired,
  kinds: readonly Kind[],
  surroundings: Surroundings,
  report: (diagnostic: Diagnostic) => void,
): void {
  const kindOf = kindFinder(kinds);
  const rules = new Map<Kind, EntryRule>();
  for (const section of desired.sections) {
    const kind = kindOf(section);
    const rule = rules.get(kind) ?? entryRules(kind, surroundings);
    rules.set(kind, rule);
    for (const entry of section.entries) rule(entry, section.scope).forEach(report);
  }
}

function kindFinder(kinds: readonly Kind[]): KindOfSection {
  return ({ name, scope }) => {
    const kind = kinds.find(
      (one) => one.section === name && (one.host !== undefined || one.scopes.includes(scope.type)),
    );
    if (kind === undefined) throw new Error(`There is no kind for the section ${name}`);
    return kind;
  };
}

/** By file, line and column, each once: what stands in defaults is found in every scope that they hold for. */
function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const once = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { code, message, place } = diagnostic;
    // One variable that is not set is one problem, however often it is used.
    const key = code === 'unset-secret' ? message : `${place ? placeText(place) : ''} ${code} ${message}`;
    if (!once.has(key)) once.set(key, diagnostic);
  }
  return [...once.values()].sort((a, b) => {
    if (a.place === undefined || b.place === undefined)
      return Number(a.place !== undefined) - Number(b.place !== undefined);
    if (a.place.file !== b.place.file) return a.place.file < b.place.file ? -1 : 1;
    return a.place.line - b.place.line || a.place.column - b.place.column;
  });
}
