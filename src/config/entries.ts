import type { Diagnostic } from '../base/diagnostic.ts';
import { entryAddress } from '../address.ts';
import type { Kind } from '../kind.ts';
import type { Attributes, Declared, Scope } from '../model.ts';
import type { Path } from './yaml/locate.ts';
import type { Places } from './yaml/places.ts';
import { isList, isMapping, type YamlValue, type YamlMap } from './yaml/yaml-value.ts';
import { placeInDefault } from './default-places.ts';
import { revealer, urlsWithSecrets } from './secrets.ts';
import {
  below,
  inside,
  layeredPlace,
  mapping,
  standings,
  startOf,
  type NodePlace,
  type SourceNode,
} from './yaml/source-node.ts';

/** One entry as it is written, with its name among its fields. */
export interface Raw {
  /** The section that it stands in, or the list under its name there, and the step that leads from there to it. */
  readonly section: SourceNode;
  readonly step: string | number;
  readonly value: YamlValue;
  readonly fields: YamlMap;
  /** Its own fields in their normal form, and what tells it apart. */
  readonly spec: Attributes;
  readonly key: string;
}

/** Where an entry is written. */
export function spotOf({ section, step, value }: Raw): SourceNode {
  const { source, path } = section;
  return { source, path: below(path, step), value, start: startOf(section, step) };
}

/** The same with what is written there in full form, be it short for one field. */
export function spotInFull(raw: Raw): SourceNode<YamlMap> {
  return { ...spotOf(raw), value: raw.fields };
}

/** What turns the written entries of one kind into declared ones. */
export interface EntryReader {
  readonly kind: Kind;
  /** The entries of a section, whichever way it is written. */
  raw(section: SourceNode): readonly Raw[];
  /** The entry that `fields` make; `spots` is where they come from, the most telling first. */
  declare(scope: Scope, fields: YamlMap, spots: readonly [SourceNode<YamlMap>, ...SourceNode<YamlMap>[]]): Declared;
  /** The entry that is written in one place alone, as most are. */
  declareAlone(scope: Scope, raw: Raw): Declared;
}

/** What a reader needs to know beside its kind. */
export interface ReaderContext {
  readonly isAllowedInPlain: (address: string) => boolean;
  readonly report: (diagnostic: Diagnostic) => void;
}

/** A reader for the entries of one kind. */
export function entryReader(kind: Kind, context: ReaderContext): EntryReader {
  const reveal = revealer(kind);
  const normal = (spec: Attributes): Attributes => kind.identity.normal?.(spec) ?? spec;
  const revealed = (scope: Scope, written: Attributes, spec: Attributes, place: Declared['place']): Attributes => {
    const address = (): string => entryAddress(kind, scope, kind.identity.key(spec));
    const found = reveal?.(written, address) ?? { spec: written, plain: [] };
    for (const { at, path } of found.plain) {
      if (!context.isAllowedInPlain(at))
        context.report(plainSecret(at, place(...path), path.join('.'), plainBeside(kind, path)));
    }
    for (const path of urlsWithSecrets(found.spec)) {
      const at = `${address()}.${path.join('.')}`;
      if (!context.isAllowedInPlain(at)) context.report(secretInUrl(at, place(...path), path.join('.')));
    }
    return found.spec === written ? spec : normal(found.spec);
  };
  const declared = (scope: Scope, fields: YamlMap, spec: Attributes, place: Declared['place']): Declared => {
    const shown = revealed(scope, specOf(kind, fields), spec, place);
    const alias = kind.identity.alias?.(shown);
    const previously = wordOf(kind, fields, 'previously');
    const entry = {
      key: kind.identity.key(shown),
      // An object that was made of several others may have a shape of its own; a copy has the shape of its like.
      spec: Object.assign({}, shown),
      state: wordOf(kind, fields, 'state') === 'absent' ? ('absent' as const) : ('present' as const),
      protect: wordOf(kind, fields, 'protect') === true,
      place,
    };
    const restore = wordOf(kind, fields, 'restore');
    if (alias === undefined && typeof previously !== 'string' && restore === undefined) return entry;
    return {
      ...entry,
      ...(alias !== undefined && { alias }),
      ...(typeof previously === 'string' && { previously: previously.replace(/^\/+|\/+$/g, '') }),
      ...((restore === true || typeof restore === 'number') && { restore }),
    };
  };
  return {
    kind,
    raw: (section) =>
      rawEntries(kind, section, (spot, step, value, fields) => {
        const spec = normal(specOf(kind, fields));
        return { section: spot, step, value, fields, spec, key: kind.identity.key(spec) };
      }),
    declare: (scope, fields, spots) => ({
      ...declared(scope, fields, normal(specOf(kind, fields)), placeIn(standings(spots))),
      ...(spots.length > 1 && { placeInDefault: placeInDefault(spots) }),
    }),
    declareAlone: (scope, { section, step, fields, spec }) =>
      declared(scope, fields, spec, placeBelow(section.source.places, section.path, step, startOf(section, step))),
  };
}

const words: ReadonlySet<string> = new Set(['state', 'protect', 'previously', 'restore', 'prune', 'ignore']);

/** Where an entry stands: a function of its own, so that nothing else is kept for it. */
function placeIn(layers: readonly [NodePlace, ...NodePlace[]]): Declared['place'] {
  return (...field) => layeredPlace(layers, field);
}

/** The same for an entry that is written in one place: of a million, each keeps no more than the last step to it. */
function placeBelow(
  places: Places,
  section: Path,
  step: string | number,
  start: number | undefined,
): Declared['place'] {
  return (...field) => layeredPlace([{ places, path: below(section, step), start }], field);
}

/** The engine's word in an entry; where the kind has a field of that name, it is the field, but for whether the entry is there at all. */
function wordOf(kind: Kind, fields: YamlMap, word: string): YamlValue | undefined {
  return word in kind.schema.properties && !isPresence(word, fields[word]) ? undefined : fields[word];
}

/** `state: absent` says that something is not to be there, whatever other states a kind knows. */
export function isPresence(word: string, value: YamlValue | undefined): boolean {
  return word === 'state' && (value === 'present' || value === 'absent');
}

/** The entry's own fields. */
function specOf(kind: Kind, fields: YamlMap): Attributes {
  for (const name in fields) {
    if (words.has(name)) {
      const own = Object.entries(fields).filter(
        ([field, value]) => !words.has(field) || (field in kind.schema.properties && !isPresence(field, value)),
      );
      return Object.fromEntries(own);
    }
  }
  return fields;
}

type RawOf = (spot: SourceNode, step: string | number, value: YamlValue, fields: YamlMap) => Raw;

function rawEntries(kind: Kind, section: SourceNode, rawOf: RawOf): readonly Raw[] {
  const map = mapping(section);
  if (map === undefined) return itemsOf(section, rawOf, {});
  const { shape } = kind;
  return Object.entries(map.value).flatMap(([key, item]) => {
    const list = shape.type === 'map' && shape.several && isList(item) ? inside(map, key) : undefined;
    if (list !== undefined && shape.type === 'map') return itemsOf(list, rawOf, { [shape.name]: key });
    const fields = fieldsOf(kind, key, item);
    return fields === undefined ? [] : [rawOf(section, key, item, fields)];
  });
}

/** The entries of a list, each with the fields that all of them have. */
function itemsOf(list: SourceNode, rawOf: RawOf, given: YamlMap): readonly Raw[] {
  if (!isList(list.value)) return [];
  return list.value.flatMap((item, index) =>
    isMapping(item) ? [rawOf(list, index, item, Object.keys(given).length === 0 ? item : { ...given, ...item })] : [],
  );
}

/** An entry in full, with its name: a bare scalar is short for one field. */
function fieldsOf(kind: Kind, key: string, item: YamlValue): YamlMap | undefined {
  const { shape } = kind;
  if (shape.type !== 'map') return undefined;
  if (isMapping(item)) return { [shape.name]: key, ...item };
  return shape.short === undefined ? undefined : { [shape.name]: key, [shape.short]: item };
}

/** The field beside a secret that takes what is none: `plain_value` beside `value`. */
function plainBeside({ schema }: Kind, path: readonly (string | number)[]): string | undefined {
  const name = `plain_${String(path.at(-1))}`;
  return name in schema.properties ? name : undefined;
}

function plainSecret(at: string, place: Diagnostic['place'], field: string, plain: string | undefined): Diagnostic {
  return {
    severity: 'error',
    code: 'plain-secret',
    message: `\`${field}\` is a secret and stands here in plain text`,
    place,
    remedy: `Write { env: NAME } or { file: path }, without quotes, or ${plain === undefined ? `list \`${at}\` under \`allow_plain_secrets\`` : `\`${plain}\` for one that is no secret`}`,
  };
}

function secretInUrl(at: string, place: Diagnostic['place'], field: string): Diagnostic {
  return {
    severity: 'error',
    code: 'plain-secret',
    message: `\`${field}\` holds a token, or a user name or a password of a URL, in plain text`,
    place,
    remedy: `Keep it out of there (a variable takes a reference as its \`value\`, and in the URL of a hook {name} stands for one of its \`url_variables\`), or list \`${at}\` under \`allow_plain_secrets\``,
  };
}
