import { kind } from '../kind.ts';
import type { Attributes, Call, Value } from '../model.ts';
import { move, parentOf, restore, type LiveGroup } from './group-calls.ts';
import { groupFieldSchemas, fromApi, normalField, NOT_ON_CREATE, toApi, topOnly } from './group-fields.ts';
import { lastSegment, parentPath, pathBelow, withoutDeletionMark } from './group-path.ts';
import { groupDetail, groupRead } from './group-read.ts';

export type GroupSpec = { readonly full_path: string; readonly [attribute: string]: Value | undefined };

/** Groups, by their full paths, with their attributes. */
export const groups = kind<GroupSpec, LiveGroup>({
  section: 'groups',
  singular: 'group',
  scopes: ['instance'],
  hosts: 'group',
  shape: { type: 'map', name: 'full_path' },
  description: 'Groups by their full paths: their attributes, and what stands in them.',
  schema: {
    properties: { full_path: { type: 'string', pattern: '^[^/\\s]+(/[^/\\s]+)*$' }, ...groupFieldSchemas },
  },
  key: (spec) => spec.full_path ?? '',
  normal({ emails_disabled: disabled, ...rest }) {
    const fields = Object.entries(rest).map(([name, value]): [string, Value | undefined] => [
      name,
      normalField(name, value),
    ]);
    // The deprecated mirror would win over emails_enabled if both were sent (18.9).
    return {
      ...(disabled !== undefined && { emails_enabled: disabled === null ? null : disabled === false }),
      ...Object.fromEntries(fields),
    };
  },
  check: ({ full_path: path = '', ...fields }) => [...digitsAlone(path), ...belowTheTop(path, fields)],
  reads: (_scope, keys) => keys.map(groupRead),
  detail: (live) => groupDetail(live.full_path),
  decode(live) {
    const { marked_for_deletion_on: marked = null, id } = live;
    if (marked === null)
      return { key: live.full_path, id, spec: Object.assign(fromApi(live), { full_path: live.full_path }) };
    const path = withoutDeletionMark(live.full_path, id);
    const spec = { ...fromApi(live), full_path: path, name: withoutDeletionMark(live.name, id) };
    return { key: path, id, spec, leaving: `marked for deletion on ${marked}` };
  },
  create({ key, spec: { full_path: path = key, ...fields } }, site) {
    const declared = where(fields, (_name, value) => value !== null && value !== undefined);
    const named = { name: lastSegment(path), visibility: 'private', ...declared };
    const now = where(named, (name) => !NOT_ON_CREATE.has(name));
    const later = where(declared, (name) => NOT_ON_CREATE.has(name));
    // Without a visibility the instance's default would apply, which the parent may refuse (18.9).
    const body = { ...toApi(now), path: lastSegment(path), ...parentOf(path, site) };
    return steps([{ method: 'POST', path: '/groups', body }, ...set('{id}', later)]);
  },
  update(live, { names, entry: { key, spec } }, site) {
    const now = withoutDeletionMark(live.full_path, live.id);
    const changed = where(spec, (name) => name !== 'full_path' && names.has(name));
    return steps([...restore(live), ...move(live, now, spec.full_path ?? key, site), ...set(live.id, changed)]);
  },
  remove: (live) => [{ method: 'DELETE', path: `/groups/${live.id}`, unlessModified: true }],
  whereabouts({ key, previously }) {
    if (previously === undefined) return [];
    // A rename with a move takes two calls; this is the path between them.
    return [previously, pathBelow(parentPath(previously), lastSegment(key))].filter((path) => path !== key);
  },
  remains: (key) => ({
    path: '/groups',
    query: { all_available: true, search: `${lastSegment(key)}-deletion_scheduled-` },
    pages: true,
  }),
});

function digitsAlone(path: string) {
  if (!/^\d+$/.test(path)) return [];
  const message = 'The API takes a path that consists of digits for a number, and would find another group';
  return [{ field: 'full_path', message, remedy: 'Rename the group' }];
}

function belowTheTop(path: string, fields: Attributes) {
  const [top = path, ...below] = path.split('/');
  if (below.length === 0) return [];
  return topOnly(fields).map((field) => ({
    field,
    message: `\`${field}\` is for groups at the top alone`,
    remedy: `Declare it in \`${top}\``,
  }));
}

/** Several calls end in what is wanted: only the last answer can show it, as fully as the single read (POST and PUT /groups, 18.9). */
function steps(calls: readonly Call[]): readonly Call[] {
  return calls.map((call, index) => ({ ...call, answer: index < calls.length - 1 ? 'partial' : 'whole' }));
}

function set(id: number | '{id}', fields: Attributes): readonly Call[] {
  const body = toApi(fields);
  return Object.keys(body).length === 0 ? [] : [{ method: 'PUT', path: `/groups/${id}`, body }];
}

function where(fields: Attributes, test: (name: string, value: Value | undefined) => boolean): Attributes {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => test(name, value)));
}
