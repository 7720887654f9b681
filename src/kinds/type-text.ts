import type { PropertySchema } from '../kind.ts';

/**
 * The schema of a type as the catalogues write it: `boolean`, `array<string>`, `integer(0..200, default 30)`,
 * `string(all|none)`, `{name:string,id:integer}`, `object{id,name}`.
 */
export function typeSchema(text: string): PropertySchema {
  const bare = / or null$/.test(text) ? text.replace(/ or null$/, '') : undefined;
  if (bare !== undefined) return nullable(typeSchema(bare));
  const [, name = '', rest = ''] = /^\s*([a-z]*)\s*(.*?)\s*$/s.exec(text) ?? [];
  switch (name) {
    case 'array':
      // The platform keeps no order in any of these lists.
      return rest === ''
        ? { type: 'array', 'x-set': true }
        : { type: 'array', items: typeSchema(inside(rest)), 'x-set': true };
    case 'object':
    case '':
      return rest === '' ? { type: 'object', additionalProperties: true } : objectSchema(splitAtCommas(inside(rest)));
    case 'boolean':
    case 'integer':
    case 'number':
    case 'string':
      return rest === '' ? { type: name } : { type: name, ...bounds(inside(rest), name) };
    default:
      throw new Error(`The catalogue has a type that cannot be read: ${text}`);
  }
}

function nullable({ type, ...schema }: PropertySchema): PropertySchema {
  return { ...schema, type: [...(typeof type === 'string' ? [type] : (type ?? [])), 'null'] };
}

/** What stands between the first and the last character, which are brackets of a kind. */
function inside(text: string): string {
  return text.slice(1, -1);
}

function objectSchema(fields: readonly string[]): PropertySchema {
  const properties = Object.fromEntries(
    fields.map((field): [string, PropertySchema] => {
      const colon = field.indexOf(':');
      return colon === -1 ? [field.trim(), {}] : [field.slice(0, colon).trim(), typeSchema(field.slice(colon + 1))];
    }),
  );
  return { type: 'object', properties };
}

/** `0..200` is a range, `a|b` and `0,30` are the values there are; `default 30` is the platform's affair. */
function bounds(text: string, type: string): PropertySchema {
  const words = text
    .split(/[|,]/)
    .map((word) => word.trim())
    .filter((word) => !word.startsWith('default '));
  const range = /^(-?\d+)\.\.(-?\d+)$/.exec(words[0] ?? '');
  if (range !== null) return { minimum: Number(range[1]), maximum: Number(range[2]) };
  if (words.length === 0) return {};
  return { enum: type === 'string' ? words : words.map(Number) };
}

/** Splits at the commas that stand in no bracket. */
function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if ('({<'.includes(character)) depth += 1;
    if (')}>'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}
