import type { Kind } from '../../kind.ts';
import { fieldsWith } from '../kinds.ts';
import type { Draft } from './draft.ts';
import type { FieldEdge } from './in-steps.ts';
import { pathsAbove } from '../../base/scope-path.ts';

/** A field that may not exceed the parent's is lowered from below upwards, once what exceeds it has gone, and raised from above downwards. */
export function withinParent(drafts: readonly Draft[]): FieldEdge[] {
  const byPath = new Map(
    drafts.filter(({ kind }) => kind.host?.type === 'group').map((draft) => [draft.key.toLowerCase(), draft]),
  );
  const edges: FieldEdge[] = [];
  for (const child of drafts.filter(({ kind }) => kind.host !== undefined)) {
    for (const parent of above(child.key, byPath)) {
      for (const [field, schema] of boundedFields(child.kind)) {
        if (movement(child, field, schema) === 'down' && movement(parent, field, schema) === 'down')
          edges.push({ later: parent, earlier: child, field });
        if (movement(child, field, schema) === 'up' && movement(parent, field, schema) === 'up')
          edges.push({ later: child, earlier: parent, field });
      }
    }
    edges.push(...outOfTheLowered(child, drafts), ...intoTheRaised(child, above(child.key, byPath)));
  }
  return edges;
}

/** What has more than a group it stands in is to have, and goes elsewhere, goes before that is lowered. */
function outOfTheLowered(mover: Draft, drafts: readonly Draft[]): FieldEdge[] {
  const { live, key } = mover;
  if (live?.renamedFrom === undefined) return [];
  const left = new Set(pathsAbove(live.key.toLowerCase()));
  for (const path of pathsAbove(key.toLowerCase())) left.delete(path);
  return drafts.flatMap((one) => {
    const wasAbove = one.kind.host?.type === 'group' && one.live !== undefined && left.has(one.live.key.toLowerCase());
    if (!wasAbove) return [];
    return boundedFields(one.kind).flatMap(([field, levels]): FieldEdge[] => {
      const to = one.change.fields.find(({ path }) => path === field)?.to;
      const rank = (value: unknown): number => levels.findIndex((level) => level === value);
      return to !== undefined && rank(live.spec[field]) > rank(to) ? [{ later: one, earlier: mover, field }] : [];
    });
  });
}

/** What has more than a group that it comes into has as yet comes once that is raised: it would be lowered there (POST /groups/:id/transfer, 18.9). */
function intoTheRaised(mover: Draft, parents: readonly Draft[]): FieldEdge[] {
  const { live } = mover;
  if (live?.renamedFrom === undefined) return [];
  return parents.flatMap((parent) =>
    boundedFields(parent.kind).flatMap(([field, levels]): FieldEdge[] => {
      const from = parent.change.fields.find(({ path }) => path === field)?.from;
      const rank = (value: unknown): number => levels.findIndex((level) => level === value);
      const isRaised = movement(parent, field, levels) === 'up' && rank(live.spec[field]) > rank(from);
      return isRaised ? [{ later: mover, earlier: parent, field }] : [];
    }),
  );
}

type Levels = readonly (string | number | boolean | null)[];

/** The fields of a kind that may not exceed those of the parent, each with its levels, the least first. */
export function boundedFields(kind: Kind): [field: string, levels: Levels][] {
  return fieldsWith(kind, 'x-within-parent').flatMap(([field, applies]) => {
    const levels = fieldsWith(kind, 'enum').find(([name]) => name === field)?.[1];
    return applies && levels !== undefined ? [[field, levels] as [string, Levels]] : [];
  });
}

function movement({ change }: Draft, field: string, levels: Levels): 'up' | 'down' | undefined {
  const found = change.fields.find(({ path }) => path === field);
  if (found?.to === undefined) return undefined;
  // What is made anew rises from nothing.
  const rank = (value: unknown): number => levels.findIndex((level) => level === value);
  return rank(found.to) > rank(found.from) ? 'up' : 'down';
}

function above(key: string, byPath: ReadonlyMap<string, Draft>): Draft[] {
  return pathsAbove(key.toLowerCase()).flatMap((path) => byPath.get(path) ?? []);
}
