import type { ErrorObject } from 'ajv';
import { meantBy, nearest } from '../../base/nearest.ts';
import { isList, isMapping } from '../yaml/yaml-value.ts';
import type { Problem } from './problem.ts';
import { suggestion } from './suggestion.ts';

/** The scopes that each section can stand in. */
export type Sections = ReadonlyMap<string, readonly string[]>;

/** How a secret is referred to. */
export const references = 'Write `{ env: NAME }` or `{ file: path }`';

/** A key that its map does not take, with what may have been meant. */
export function unknownKey(error: ErrorObject, parent: readonly string[], sections: Sections): Problem {
  const key = String(error.params['additionalProperty']);
  const schema: unknown = error.parentSchema;
  const properties = isMapping(schema) && isMapping(schema['properties']) ? Object.keys(schema['properties']) : [];
  const title = isMapping(schema) && typeof schema['title'] === 'string' ? schema['title'] : undefined;
  const where =
    parent.length === 0
      ? 'a top-level key'
      : `a field of ${title === undefined ? `\`${parent.findLast((step) => !/^\d+$/.test(step)) ?? ''}\`` : withArticle(title)}`;
  const elsewhere = sections.get(key);
  const isHidden = !isPlainMisspelling(key, error);
  const base = {
    code: 'unknown-key',
    path: [...parent, key],
    part: 'key',
    ...(isHidden && ({ hides: true } as const)),
  } as const;
  const one = key.replace(/s$/, '');
  if (one !== key && properties.includes(one))
    return { ...base, message: `\`${key}\` is not ${where}`, remedy: `Write \`${one}\`, of one alone`, likely: true };
  if (elsewhere !== undefined && elsewhere.length > 0 && title !== 'secret') {
    const remedy = `Move it to ${elsewhere.map((scope) => (scope === 'instance' ? '`instance`' : `a ${scope}`)).join(' or ')}`;
    return { ...base, message: `\`${key}\` cannot stand here`, remedy };
  }
  if (title === 'secret')
    return { ...base, message: 'A secret is referred to by `env` or `file` alone', remedy: references };
  if (title !== undefined && title.endsWith(' defaults') && NAMED_ALONE.has(key))
    return {
      ...base,
      message: `\`${key}\` is not ${where}`,
      remedy: `Write it in the entry of the ${title.replace(/ defaults$/, '')}, under its path: no pattern takes away or moves what nobody has named`,
    };
  const said = outdented(parent, sections) ?? nested(key, parent.at(-1) ?? '', error);
  const isLikely = said !== undefined || meantBy(key, properties) !== undefined;
  return {
    ...base,
    message: `\`${key}\` is not ${where}`,
    remedy: said ?? suggestion(key, properties) ?? neverDone(key),
    ...(isLikely && { likely: true }),
  };
}

/** What to do about a section that stands where the paths of groups and projects do: its indentation is lost. */
function outdented([top, path, ...more]: readonly string[], sections: Sections): string | undefined {
  if ((top !== 'groups' && top !== 'projects') || path === undefined || more.length > 0) return undefined;
  const isSection = (sections.get(path) ?? []).length > 0;
  return isSection
    ? `Indent \`${path}\` further, so that it stands in the one above: here it is a path of its own`
    : undefined;
}

/** What to do about an entry of the same kind inside another one: nothing is nested that has a path or a name of its own. */
function nested(key: string, path: string, { parentSchema, data }: ErrorObject): string | undefined {
  const properties: unknown = parentSchema?.['properties'];
  const inner = isMapping(data) ? data[key] : undefined;
  if (!isMapping(properties) || !isMapping(inner) || !('name' in properties)) return undefined;
  const fields = Object.keys(inner);
  if (fields.length === 0 || fields.some((field) => !(field in properties))) return undefined;
  return parentSchema?.['title'] === 'group'
    ? `Write \`${key.startsWith(`${path}/`) ? key : `${path}/${key}`}\` beside \`${path}\`: a subgroup is declared under its full path`
    : `Write \`name: ${key}\` among its fields, and several of \`${path}\` as a list`;
}

/** Words that no default may say, since a pattern fits what is yet to be declared. */
const NAMED_ALONE: ReadonlySet<string> = new Set(['state', 'previously', 'restore']);

/** What to do about a word for what this program never does to such a thing. */
function neverDone(key: string): string | undefined {
  return NAMED_ALONE.has(key)
    ? 'What stands here is not made, moved or removed by this program: do that in GitLab'
    : undefined;
}

/** Short words are near to anything: `pat` to `path`. */
const TELLING = 5;

/** Whether a key seems to be misspelt for a field that takes a plain value, no secret, and has one: then there is nothing to hide. */
function isPlainMisspelling(key: string, { parentSchema, data }: ErrorObject): boolean {
  const properties: unknown = parentSchema?.['properties'];
  if (key.length < TELLING || !isMapping(properties) || !isMapping(data)) return false;
  const meant = properties[nearest(key, Object.keys(properties)) ?? ''];
  if (!isMapping(meant) || meant['x-secret'] === true || meant['writeOnly'] === true) return false;
  const types = isList(meant['type']) ? meant['type'] : [meant['type']];
  const isPlain = types.every((type) => typeof type === 'string' && PLAIN.has(type));
  return isPlain && typeof data[key] !== 'object';
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'null']);

function withArticle(title: string): string {
  if (title.endsWith('s')) return title;
  return `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title}`;
}
