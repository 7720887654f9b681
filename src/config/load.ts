import { hasErrors, type Diagnostic } from '../base/diagnostic.ts';
import { placeText } from '../base/place.ts';
import type { Kind } from '../kind.ts';
import type { Declared, Desired, Section } from '../model.ts';
import { assemble } from './assemble.ts';
import { dropInvalid, entryPath } from './drop-invalid.ts';
import { placesOf } from './compact-places.ts';
import { placesOnDemand, type Source } from './document.ts';
import { disk, findFiles, isEmpty, isFile, readText, type FileSystem } from './files.ts';
import { located } from './problem.ts';
import { reader, type FileText, type Reading } from './reading.ts';
import { readTogether, type ReadingThread } from './read-together.ts';
import { unknownReferences } from './references.ts';
import { formerPaths } from './former-paths.ts';
import { sharedFiles } from './shared-files.ts';
import { siblings } from './siblings.ts';
import { withinParents } from './within-parents.ts';
import { entryRules, type EntryRule, type Surroundings } from './rules.ts';
import { secretNames, type IsSecretName } from './secret-names.ts';

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
  env: Environment = process.env,
): Loaded {
  const texts = textsAt(path, system);
  return loadedFrom(texts, texts.files.map(reader(kinds)), kinds, system, env);
}

/** The same, with the work of reading shared with other threads where there is much to read. */
export async function loadConfigTogether(
  path: string,
  kinds: readonly Kind[],
  startThreads: StartThreads,
  system: FileSystem = disk,
  env: Environment = process.env,
): Promise<Loaded> {
  const texts = textsAt(path, system);
  const size = texts.files.reduce((sum, { text }) => sum + text.length, 0);
  const threads = size < MUCH || texts.files.length < 2 ? [] : await startThreads();
  try {
    const readings = await readTogether(texts.files, reader(kinds), threads);
    return loadedFrom(texts, readings, kinds, system, env);
  } finally {
    for (const thread of threads) thread.end();
  }
}

/** Starts threads that read configurations of the same kinds, as many as make sense on this machine. */
export type StartThreads = () => Promise<readonly ReadingThread[]>;

/** Characters from which on it is worth a thread's start, which takes as long as reading the first third of them. */
const MUCH = 2_000_000;

type Environment = { readonly [name: string]: string | undefined };

/** The files at a `path` with what is written in them, and what is to be said about those that cannot be read. */
interface Texts {
  readonly path: string;
  readonly names: readonly string[];
  readonly files: readonly FileText[];
  readonly diagnostics: readonly Diagnostic[];
}

function textsAt(path: string, system: FileSystem): Texts {
  const { files: names, diagnostics: found } = findFiles(path, system);
  const diagnostics = [...found];
  const files: FileText[] = [];
  for (const file of names) {
    const read = readText(file, system);
    if ('problem' in read) diagnostics.push(read.problem);
    else files.push({ file, text: read.text });
  }
  return { path, names, files, diagnostics };
}

/** Makes a configuration of what its files say. */
function loadedFrom(
  texts: Texts,
  readings: readonly Reading[],
  kinds: readonly Kind[],
  system: FileSystem,
  env: Environment,
): Loaded {
  const diagnostics = [...texts.diagnostics];
  const report = (diagnostic: Diagnostic): void => {
    diagnostics.push(diagnostic);
  };
  const isSecret = secretNames(kinds);
  const loaded = texts.files.flatMap((file, index) => loadFile(file, readings[index], isSecret, report) ?? []);
  const sources = loaded.map(({ source }) => source);
  const desired = assemble(sources, kinds, report);
  const broken = new Set(loaded.flatMap((file) => file.broken));
  const whole = (entry: Declared): boolean => broken.size === 0 || !broken.has(placeText(entry.place()));
  applyRules(
    desired,
    kinds,
    { env, isFile: (file) => isFile(file, system), isEmpty: (file) => isEmpty(file, system), whole },
    report,
  );
  diagnostics.push(...sharedFiles(desired, kindFinder(kinds), texts.path, system));
  for (const rule of [formerPaths, siblings, withinParents]) diagnostics.push(...rule(desired, kindFinder(kinds)));
  // In a file that cannot be read there may be what seems to be missing.
  if (sources.length === texts.names.length) diagnostics.push(...unknownReferences(desired, kindFinder(kinds)));
  return {
    desired: hasErrors(diagnostics) ? undefined : desired,
    diagnostics: inOrder(diagnostics),
    files: texts.names,
  };
}

/** A file as far as it is right, and the places of the entries in which something is wrong. */
interface LoadedFile {
  readonly source: Source;
  readonly broken: readonly string[];
}

function loadFile(
  text: FileText,
  reading: Reading | undefined,
  isSecret: IsSecretName,
  report: (diagnostic: Diagnostic) => void,
): LoadedFile | undefined {
  reading?.diagnostics.forEach(report);
  if (reading?.data === undefined) return undefined;
  const { data, problems } = reading;
  const { file } = text;
  const unknown = problems.flatMap(({ path, hides }) => (hides ? [path] : []));
  const places =
    unknown.length > 0 ? placesOnDemand(file, text.text, isSecret, unknown) : placesOf(text, reading, isSecret);
  for (const problem of problems) report(located(problem, places));
  if (problems.length === 0) return { source: { file, data, places }, broken: [] };
  const broken = problems.map(({ path }) => placeText(places.place(entryPath(path), 'key')));
  return { source: { file, data: dropInvalid(data, problems), places }, broken };
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
      (one) => one.section === name && (one.host !== undefined || one.scopes.includes(scope.type)),
    );
    if (kind === undefined) throw new Error(`There is no kind for the section ${name}`);
    return kind;
  };
}

/** Secrets that are not set are told in one paragraph: a pipeline that only plans has none of them. */
function withUnsetTogether(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const unset = diagnostics.filter(({ code }) => code === 'unset-secret');
  if (unset.length < 2) return [...diagnostics];
  const list = unset.map(({ message, place }) => `${message}${place === undefined ? '' : ` (${placeText(place)})`}`);
  return [
    ...diagnostics.filter(({ code }) => code !== 'unset-secret'),
    {
      severity: 'warning',
      code: 'unset-secret',
      message: `${unset.length} secrets are not there: ${list.join('; ')}`,
      remedy: 'Set them before the configuration is applied',
    },
  ];
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
  return withUnsetTogether([...once.values()]).sort((a, b) => {
    if (a.place === undefined || b.place === undefined)
      return Number(a.place !== undefined) - Number(b.place !== undefined);
    if (a.place.file !== b.place.file) return a.place.file < b.place.file ? -1 : 1;
    return a.place.line - b.place.line || a.place.column - b.place.column;
  });
}
