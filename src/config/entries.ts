import type { Diagnostic } from '../base/diagnostic.ts';
import { entryAddress } from '../address.ts';
import type { Kind } from '../kind.ts';
import type { Attributes, Declared, Scope } from '../model.ts';
import { isList, isMapping, type Written, type WrittenMap } from './written.ts';
import { revealer } from './secrets.ts';
import { below, layeredPlace, type Spot } from './spot.ts';
import { nameField } from './words.ts';

/** One entry as it is written, with its name among its fields. */
export interface Raw {
  readonly spot: Spot;
  readonly fields: WrittenMap;
}

/** What turns the written entries of one kind into declared ones. */
export interface EntryReader {
  readonly kind: Kind;
  /** The entries of a section, whichever way it is written. */
  raw(section: Spot): readonly Raw[];
  /** What tells an entry apart. */
  key(fields: WrittenMap): string;
  /** The entry that `fields` make; `spots` is where they come from, the most telling first. */
  declare(scope: Scope, fields: WrittenMap, spots: readonly [Spot, ...Spot[]]): Declared;
}

/** What a reader needs to know beside its kind. */
export interface ReaderContext {
  readonly isAllowedInPlain: (address: string) => boolean;
  readonly report: (diagnostic: Diagnostic) => void;
}

/** A reader for the entries of one kind. */
export function entryReader(kind: Kind, context: ReaderContext): EntryReader {
  const reveal = revealer(kind);
  const normal = (spec: Attributes): Attributes => kind.normal?.(spec) ?? spec;
  const key = (fields: WrittenMap): string => kind.key(normal(specOf(kind, fields)));
  return {
    kind,
    raw: (section) => rawEntries(kind, section),
    key,
    declare(scope, fields, spots) {
      const place = placeIn(spots);
      const written = specOf(kind, fields);
      let spec = normal(written);
      if (reveal !== undefined) {
        const address = (): string => entryAddress(kind, scope, kind.key(spec));
        const revealed = reveal(written, address);
        for (const secret of revealed.plain) {
          if (!context.isAllowedInPlain(secret.at))
            context.report(plainSecret(secret.at, place(...secret.path), secret.path.join('.')));
        }
        if (revealed.spec !== written) spec = normal(revealed.spec);
      }
      const alias = kind.alias?.(spec);
      const previously = wordOf(kind, fields, 'previously');
      const entry = {
        key: kind.key(spec),
        // An object that was made of several others may have a shape of its own; a copy has the shape of its like.
        spec: Object.assign({}, spec),
        state: wordOf(kind, fields, 'state') === 'absent' ? ('absent' as const) : ('present' as const),
        protect: wordOf(kind, fields, 'protect') === true,
        place,
      };
      if (alias === undefined && typeof previously !== 'string') return entry;
      return {
        ...entry,
        ...(alias !== undefined && { alias }),
        ...(typeof previously === 'string' && { previously: previously.replace(/^\/+|\/+$/g, '') }),
      };
    },
  };
}

const words: ReadonlySet<string> = new Set(['state', 'protect', 'previously', 'prune']);

/** Where an entry stands: a function of its own, so that nothing but the spots is kept for it. */
function placeIn(spots: readonly [Spot, ...Spot[]]): Declared['place'] {
  return (...field) => layeredPlace(spots, field);
}

/** The engine's word in an entry; where the kind has a field of that name, it is the field. */
function wordOf(kind: Kind, fields: WrittenMap, word: string): Written | undefined {
  return word in kind.schema.properties ? undefined : fields[word];
}

/** The entry's own fields. */
function specOf(kind: Kind, fields: WrittenMap): Attributes {
  for (const name in fields) {
    if (words.has(name)) {
      const own = Object.entries(fields).filter(([field]) => !words.has(field) || field in kind.schema.properties);
      return Object.fromEntries(own);
    }
  }
  return fields;
}

function rawEntries(kind: Kind, section: Spot): readonly Raw[] {
  const { source, path, value } = section;
  const found: Raw[] = [];
  if (isList(value)) {
    value.forEach((item, index) => {
      if (isMapping(item)) found.push({ spot: { source, path: below(path, index), value: item }, fields: item });
    });
  } else if (isMapping(value)) {
    const name = nameField(kind);
    for (const [key, item] of Object.entries(value)) {
      const fields = expanded(kind, item);
      if (name === undefined || fields === undefined) continue;
      found.push({ spot: { source, path: below(path, key), value: item }, fields: { [name]: key, ...fields } });
    }
  }
  return found;
}

/** An entry in full: a bare scalar is short for one field, nothing is an entry without fields. */
function expanded(kind: Kind, item: Written): WrittenMap | undefined {
  if (isMapping(item)) return item;
  if (item === null) return {};
  const short = kind.shape.type === 'map' ? kind.shape.short : undefined;
  return short === undefined ? undefined : { [short]: item };
}

function plainSecret(at: string, place: Diagnostic['place'], field: string): Diagnostic {
  return {
    severity: 'error',
    code: 'plain-secret',
    message: `\`${field}\` is a secret and stands here in plain text`,
    place,
    remedy: `Write { env: NAME } or { file: path }, or list \`${at}\` under \`allow_plain_secrets\``,
  };
}
