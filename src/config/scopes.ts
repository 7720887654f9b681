import type { Diagnostic } from '../base/diagnostic.ts';
import { nameField, type Kind } from '../kind.ts';
import type { Scope } from '../model.ts';
import type { Defaults } from './defaults.ts';
import { inside, mapping, nodePlace, type Source, type SourceNode } from './yaml/source-node.ts';
import { fieldSchema, kindsIn } from './schema/words.ts';
import type { YamlMap } from './yaml/yaml-value.ts';

/** A scope as it is written, possibly in several files. */
export interface WrittenScope {
  readonly scope: Scope;
  /** The kind of which the scope is an entry; the instance is none. */
  readonly host: Kind | undefined;
  /** Where it is written; where its own fields are, first. */
  readonly spots: readonly [SourceNode<YamlMap>, ...SourceNode<YamlMap>[]];
  /** The defaults that hold for it, those that count most first. */
  readonly defaults: readonly SourceNode<YamlMap>[];
}

type Report = (diagnostic: Diagnostic) => void;

/** Every scope of the configuration, with all the places that speak of it. */
export function collectScopes(
  sources: readonly Source[],
  kinds: readonly Kind[],
  defaults: Defaults,
  report: Report,
): readonly WrittenScope[] {
  const tops = sources.flatMap((source) => mapping({ source, path: [], value: source.data }) ?? []);
  const instance = tops.flatMap((top) => mapping(inside(top, 'instance')) ?? []);
  const scopes: WrittenScope[] = [];
  const spots = ownFirst(instance, kindsIn(kinds, 'instance'), 'the instance', report);
  if (spots) scopes.push({ scope: { type: 'instance' }, host: undefined, spots, defaults: [] });
  for (const host of kinds) {
    if (host.host === undefined || host.host.type === 'instance') continue;
    for (const [path, written] of pathsOf(tops, host, report)) {
      const ordered = ownFirst(written, kindsIn(kinds, host.host.type), `\`${path}\``, report);
      if (ordered === undefined) continue;
      scopes.push({ scope: { type: host.host.type, path }, host, spots: ordered, defaults: defaults(host, path) });
    }
  }
  return scopes;
}

/** The spots of each path of a hosting section; letter case tells no two paths apart. */
function pathsOf(
  tops: readonly SourceNode<YamlMap>[],
  host: Kind,
  report: Report,
): readonly (readonly [string, SourceNode<YamlMap>[]])[] {
  const found = new Map<string, { path: string; readonly spots: SourceNode<YamlMap>[] }>();
  for (const top of tops) {
    const section = mapping(inside(top, host.section));
    if (section === undefined) continue;
    for (const key of Object.keys(section.value)) {
      const spot = inside(section, key);
      const path = key.replace(/^\/+|\/+$/g, '');
      const problem = pathProblem(path, host);
      if (spot === undefined || problem !== undefined) {
        if (spot && problem) report({ severity: 'error', code: 'bad-path', place: nodePlace(spot), ...problem });
        continue;
      }
      const whole: SourceNode<YamlMap> = mapping(spot) ?? { ...spot, value: {} };
      const known = found.get(path.toLowerCase());
      if (known === undefined) {
        found.set(path.toLowerCase(), { path, spots: [whole] });
      } else {
        // Whichever file comes first, the spelling is the same.
        if (path < known.path) known.path = path;
        known.spots.push(whole);
      }
    }
  }
  return [...found.values()].map(({ path, spots }) => [path, spots]);
}

function pathProblem(path: string, host: Kind): { message: string; remedy: string } | undefined {
  if (path.split('/').includes('')) {
    return {
      message: `\`${path}\` is no full path of a ${host.singular}`,
      remedy: 'Write the full path, with one slash between its parts',
    };
  }
  const pattern = fieldSchema(host, nameField(host) ?? '')?.pattern;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(path)) {
    return { message: `\`${path}\` is no full path of a ${host.singular}`, remedy: pathRemedy(path) };
  }
  // GitLab takes a path of nothing but digits for an id in every URL (18.9).
  if (/^-?\d+$/.test(path)) {
    const message = `GitLab would take the path \`${path}\` for the id of a ${host.singular}`;
    return { message, remedy: 'Give it a path with a letter in it' };
  }
  return undefined;
}

function pathRemedy(path: string): string {
  if (/\s/.test(path)) return 'Write the path as in its URL, without blanks';
  return path.includes('/') ? 'Write the path as in its URL' : 'Write the full path, with that of its group before it';
}

/** The spots with the one that has the scope's own fields first; two such spots are an error. */
function ownFirst(
  spots: readonly SourceNode<YamlMap>[],
  sections: readonly Kind[],
  what: string,
  report: Report,
): [SourceNode<YamlMap>, ...SourceNode<YamlMap>[]] | undefined {
  const names = new Set(sections.map((kind) => kind.section));
  const own = spots.filter((node) => Object.keys(node.value).some((key) => !names.has(key)));
  const [first, ...more] = own;
  for (const second of more) {
    report({
      severity: 'error',
      code: 'duplicate',
      message: `The fields of ${what} itself are written in two places`,
      place: nodePlace(second),
      ...(first ? { related: [{ message: 'first written here', place: nodePlace(first) }] } : {}),
      remedy: 'Keep them in one place; its sections may stand in several',
    });
  }
  const [head, ...rest] = first === undefined ? spots : [first, ...spots.filter((node) => node !== first)];
  return head === undefined ? undefined : [head, ...rest];
}
