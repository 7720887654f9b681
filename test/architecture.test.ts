import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { guardFlags } from '../src/engine/guard/guard-flags.ts';
import { guards } from '../src/engine/guard/guards.ts';
import { kinds } from '../src/kinds/index.ts';
import { ALONE } from './support/alone.ts';
import { acceptanceFiles, nodesWith, sourceTree, type SourceFile } from './support/source-tree.ts';

const files = sourceTree();

/** What a plan and its calls are made of, as data. */
const NOUNS = ['read', 'placeholders', 'reason', 'model', 'shown'] as const;

/** What each part of src may import, beside itself, packages and the catalogues. */
const FLOORS: { readonly [part: string]: readonly string[] } = {
  base: [],
  version: [],
  environment: [],
  read: [],
  placeholders: ['read'],
  reason: [],
  model: ['base', 'read', 'placeholders', 'reason'],
  shown: ['model'],
  sinks: ['base', 'model'],
  outcome: [...NOUNS],
  origin: ['base', 'model'],
  'configuration-edit': ['base', ...NOUNS],
  api: ['base', ...NOUNS],
  batches: [...NOUNS],
  holders: [...NOUNS],
  'field-schema': [...NOUNS],
  people: ['read'],
  admission: ['model'],
  'review-facts': [...NOUNS, 'batches'],
  ties: ['model'],
  coming: ['model'],
  inheritance: [],
  'event-names': [...NOUNS],
  'access-levels': [],
  kind: [
    'base',
    ...NOUNS,
    'sinks',
    'field-schema',
    'batches',
    'holders',
    'people',
    'admission',
    'ties',
    'coming',
    'inheritance',
    'event-names',
  ],
  address: ['base', ...NOUNS, 'kind'],
  'handed-down': [...NOUNS, 'kind'],
  'handed-on': [...NOUNS, 'kind', 'address'],
  'always-there': ['kind'],
  kinds: [
    'base',
    ...NOUNS,
    'sinks',
    'batches',
    'review-facts',
    'admission',
    'kind',
    'ties',
    'coming',
    'address',
    'access-levels',
  ],
  config: [
    'base',
    ...NOUNS,
    'sinks',
    'origin',
    'kind',
    'address',
    'handed-down',
    'handed-on',
    'always-there',
    'configuration-edit',
  ],
  engine: [
    'base',
    ...NOUNS,
    'sinks',
    'outcome',
    'origin',
    'configuration-edit',
    'api',
    'batches',
    'event-names',
    'review-facts',
    'admission',
    'kind',
    'address',
    'handed-down',
    'handed-on',
    'ties',
    'coming',
    'reason',
    'always-there',
  ],
  report: [
    'base',
    ...NOUNS,
    'outcome',
    'origin',
    'configuration-edit',
    'api',
    'kind',
    'address',
    'access-levels',
    'engine',
  ],
  sandbox: ['base'],
  demo: ['base', ...NOUNS, 'api', 'kind', 'address', 'kinds', 'config', 'engine', 'report', 'sandbox'],
  commands: [
    ...[
      'base',
      'version',
      ...NOUNS,
      'outcome',
      'origin',
      'configuration-edit',
      'api',
      'kind',
      'address',
      'kinds',
      'config',
      'engine',
      'report',
      'sandbox',
    ],
    'demo',
  ],
  program: ['base', 'version', ...NOUNS, 'engine', 'commands'],
  main: ['version', 'environment', 'commands', 'program'],
};

/** Lines of code, without blank ones and comments. */
const LONGEST_FILE = 260;

describe('the floors', () => {
  it('are known for every part of src', () => {
    expect(new Set(files.map(({ path }) => partOf(path)))).toEqual(new Set(Object.keys(FLOORS)));
  });

  it('are only ever left downwards', () => {
    const upwards = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ ours, target }) => ours && !isCatalogue(target))
        .filter(({ target }) => partOf(target) !== partOf(path) && !FLOORS[partOf(path)]?.includes(partOf(target)))
        .map(({ target }) => `${path} → ${target}`),
    );
    expect(upwards).toEqual([]);
  });

  it('have no way from the plan to a file or a socket', () => {
    const reached = reachedFrom(files.filter(({ path }) => path.startsWith('engine/plan/')));
    const outside = [...reached].filter((name) => /^api\/|^undici$|^node:(?!crypto$|util$)/.test(name));
    expect(outside).toEqual([]);
  });

  it('keep the sandbox apart from all that it is used to test', () => {
    const others = files
      .filter(({ path }) => path.startsWith('sandbox/'))
      .flatMap(({ imports }) => imports.filter(({ ours }) => ours).map(({ target }) => target))
      .filter((target) => partOf(target) !== 'sandbox' && partOf(target) !== 'base' && !isCatalogue(target));
    expect(others).toEqual([]);
  });

  it('keep the acceptance suite outside: it knows the built program and HTTP, so that a real GitLab can take it', () => {
    const inside = acceptanceFiles().flatMap(({ path, imports }) =>
      imports
        .filter(({ ours, target }) => ours && (target.startsWith('..') || target.includes('src/')))
        // It runs whatever it is given, and imports nothing of ours itself.
        .filter(({ target }) => target !== '../support/inside.ts')
        .map(({ target }) => `${path} → ${target}`),
    );
    expect(inside).toEqual([]);
    expect(readFileSync(new URL('support/inside.ts', import.meta.url), 'utf8')).not.toMatch(/from '(?!node:)/);
    expect(acceptanceFiles().length).toBeGreaterThan(5);
  });

  it('are stood on by an engine and a configuration that know no kind by name', () => {
    const sections = new Set(
      kinds.filter(({ host }) => host?.type === undefined).flatMap(({ section, singular }) => [section, singular]),
    );
    const named = files
      .filter(({ path }) => /^(engine|config)\//.test(path))
      .flatMap((file) => nodesWith(file, (node) => ts.isStringLiteralLike(node) && sections.has(node.text)));
    expect(named).toEqual([]);
  });
});

/** What a file of an area of the sandbox is, by its name: `routes-keys.ts` has endpoints, `entity.ts` shapes answers, `rows.ts` types rows. */
type Layer = 'index' | 'routes' | 'entity' | 'rows' | 'rules';

/** Which layers a layer of the sandbox may import, its own area's and others'. */
const LAYERS: { readonly [layer in Layer]: readonly Layer[] } = {
  index: ['index', 'routes', 'rules'],
  routes: ['rules', 'entity', 'rows'],
  rules: ['rules', 'entity', 'rows'],
  entity: ['rules', 'entity', 'rows'],
  rows: ['rules', 'rows'],
};

/** In a folder with more, a file is searched and no longer found. */
const MOST_FILES = 40;

describe('the rooms', () => {
  it(`of the sandbox have at most ${MOST_FILES} files`, () => {
    const counts = new Map<string, number>();
    for (const { path } of files.filter((file) => file.path.startsWith('sandbox/'))) {
      const folder = path.split('/').slice(0, -1).join('/');
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
    expect(counts.size).toBeGreaterThan(15);
  });

  it('of the sandbox use each other’s rules, entities and rows, and never their endpoints', () => {
    const beside = files
      .filter(({ path }) => path.startsWith('sandbox/') && path.split('/').length === 3 && !OUTSIDE.has(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ ours, target }) => ours && target.startsWith('sandbox/'))
          .filter(({ target }) => !LAYERS[layerOf(path)].includes(layerOf(target)))
          .map(({ target }) => `${path} → ${target}`),
      );
    expect(beside).toEqual([]);
  });

  it('have no circle of files, not even of types', () => {
    const targets = new Map(files.map(({ path, imports }) => [path, imports.filter(({ ours }) => ours)]));
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (path: string, way: readonly string[]): void => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '));
      if (done.has(path) || way.includes(path)) return;
      for (const { target } of targets.get(path) ?? []) walk(target, [...way, path]);
      done.add(path);
    };
    for (const path of targets.keys()) walk(path, []);
    expect(circles).toEqual([]);
  });
});

describe('the source', () => {
  it('prints in the report and in main alone', () => {
    const elsewhere = files.filter(({ path }) => !path.startsWith('report/') && path !== 'main.ts');
    expect(elsewhere.flatMap((file) => nodesWith(file, isConsole))).toEqual([]);
  });

  it('has no any, no assertion that something is there, and no enum', () => {
    const found = files.flatMap((file) =>
      nodesWith(
        file,
        (node) => node.kind === ts.SyntaxKind.AnyKeyword || ts.isNonNullExpression(node) || ts.isEnumDeclaration(node),
      ),
    );
    expect(found).toEqual([]);
  });

  it('silences the linter and the compiler only with a reason', () => {
    const silenced = files.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => /eslint-disable|@ts-(?:ignore|expect-error|nocheck)/.test(line) && !/ -- \w+/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(silenced).toEqual([]);
  });

  it(`has no file with more than ${LONGEST_FILE} lines of code`, () => {
    const long = files.filter((file) => linesOfCode(file) > LONGEST_FILE).map(({ path }) => path);
    expect(long).toEqual([]);
  });

  it('exports by name', () => {
    const isDefault = (node: ts.Node): boolean =>
      ts.isExportAssignment(node) || node.kind === ts.SyntaxKind.DefaultKeyword;
    const defaults = files.flatMap((file) =>
      nodesWith(file, (node) => isDefault(node) && !ts.isDefaultClause(node.parent)),
    );
    expect(defaults).toEqual([]);
  });
});

it('has a flag for every guard, and a guard for every flag', () => {
  expect(guardFlags.map(({ name }) => name)).toEqual(guards.map(({ name }) => name));
});

/** What puts the whole of the sandbox together knows every area. */
const OUTSIDE: ReadonlySet<string> = new Set(['sandbox/http/server.ts']);

function layerOf(path: string): Layer {
  const [, layer] = /(?:^|\/)(index|routes|entity|rows)(?:-[^/]*)?\.ts$/.exec(path) ?? [];
  return layer === 'index' || layer === 'routes' || layer === 'entity' || layer === 'rows' ? layer : 'rules';
}

function partOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : path.replace(/\.ts$/, '');
}

function isCatalogue(target: string): boolean {
  return /^\.\.\/schemas\/.+\.json$/.test(target);
}

/** What is loaded when these files are: files of ours, and packages. */
function reachedFrom(start: readonly SourceFile[]): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const reach = ({ imports }: SourceFile): void => {
    for (const { target, typesAlone } of imports) {
      if (typesAlone || reached.has(target)) continue;
      reached.add(target);
      const next = byPath.get(target);
      if (next !== undefined) reach(next);
    }
  };
  start.forEach(reach);
  return reached;
}

function isConsole(node: ts.Node): boolean {
  return ts.isIdentifier(node) && node.text === 'console';
}

function linesOfCode({ text }: SourceFile): number {
  return text.split('\n').filter((line) => !/^\s*($|\/\/|\/\*|\*)/.test(line)).length;
}

describe('the tests', () => {
  const folder = new URL('./', import.meta.url).pathname;
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('acceptance/'))
    .map((path) => ({ path: `test/${path}`, text: readFileSync(`${folder}${path}`, 'utf8') }));

  // Most files of a worker share what they import.
  it('have a process of their own where they stand in for a module or the clock or keep its signals, and nowhere else', () => {
    const changing = texts
      .filter(({ text }) => /\bvi\.(?:mock|useFakeTimers)\(|\bkeepInterrupts\b/.test(text))
      .map(({ path }) => path);
    expect(changing.sort()).toEqual([...ALONE].sort());
  });

  it('clean up after each other only in their own file: a hook of a shared module would be heard once in a worker', () => {
    const hooks = /^(?:before|after)(?:Each|All)\(/m;
    expect(texts.filter(({ path, text }) => !path.endsWith('.test.ts') && hooks.test(text))).toEqual([]);
  });
});
