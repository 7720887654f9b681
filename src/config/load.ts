import { hasErrors, type Diagnostic } from '../base/diagnostic.ts';
import { placeText } from '../base/place.ts';
import type { Kind } from '../kind.ts';
import type { Declared, Desired, Section } from '../model.ts';
import { assemble } from './assemble.ts';
import { cutProblems, entryPath } from './cut.ts';
import { parseCompactly } from './compact-source.ts';
import type { Source } from './document.ts';
import { disk, findFiles, isFile, readText, type FileSystem } from './files.ts';
import { located } from './problem.ts';
import { unknownReferences } from './references.ts';
import { entryRules, type EntryRule, type Surroundings } from './rules.ts';
import { secretNames, type IsSecretName } from './secret-names.ts';
import { validator } from './validate.ts';

/** A configuration that was read: what it asks for, unless it has errors, and all that is to be said about it. */
export interface Loaded {
  readonly desired: Desired | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly string[];
}

/** Reads the configuration in a file, or in a directory, and finds every problem in it in one run. It does not throw, whatever is written there. */
export function loadConfig(
  path: string,
  kinds: readonly Kind[],
  system: FileSystem = disk,
  env: { readonly [name: string]: string | undefined } = process.env,
): Loaded {
  const { files, diagnostics: found } = findFiles(path, system);
  const diagnostics = [...found];
  const report = (diagnostic: Diagnostic): void => {
    diagnostics.push(diagnostic);
  };
  const isSecret = secretNames(kinds);
  const loaded = files.flatMap((file) => loadFile(file, kinds, system, isSecret, report) ?? []);
  const sources = loaded.map(({ source }) => source);
  const desired = assemble(sources, kinds, report);
  const broken = new Set(loaded.flatMap((file) => file.broken));
  const whole = (entry: Declared): boolean => broken.size === 0 || !broken.has(placeText(entry.place()));
  applyRules(desired, kinds, { env, isFile: (file) => isFile(file, system), whole }, report);
  // In a file that cannot be read there may be what seems to be missing.
  if (sources.length === files.length) diagnostics.push(...unknownReferences(desired, kindFinder(kinds)));
  return { desired: hasErrors(diagnostics) ? undefined : desired, diagnostics: inOrder(diagnostics), files };
}

/** A file as far as it is right, and the places of the entries in which something is wrong. */
interface LoadedFile {
  readonly source: Source;
  readonly broken: readonly string[];
}

function loadFile(
  file: string,
  kinds: readonly Kind[],
  system: FileSystem,
  isSecret: IsSecretName,
  report: (diagnostic: Diagnostic) => void,
): LoadedFile | undefined {
  const read = readText(file, system);
  if ('problem' in read) {
    report(read.problem);
    return undefined;
  }
  const { source, diagnostics } = parseCompactly(file, read.text, isSecret);
  diagnostics.forEach(report);
  if (source === undefined) return undefined;
  const problems = validator(kinds)(source.data);
  for (const problem of problems) report(located(problem, source.places));
  if (problems.length === 0) return { source, broken: [] };
  const broken = problems.map(({ path }) => placeText(source.places.place(entryPath(path), 'key')));
  return { source: { ...source, data: cutProblems(source.data, problems) }, broken };
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

function kindFinder(kinds: readonly Kind[]): (section: Section) => Kind {
  return ({ name, scope }) => {
    const kind = kinds.find(
      (one) => one.section === name && (one.hosts !== undefined || one.scopes.includes(scope.type)),
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
