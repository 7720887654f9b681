import type { Kind } from '../../kind.ts';
import type { Change, Declared, Json, JsonObject } from '../../model.ts';
import { filesAmong } from '../../sinks.ts';
import { propertyOf } from '../kinds.ts';
import { shown } from '../plan/diff.ts';
import type { Lost } from './undo.ts';

/** The fields that say where a secret goes which GitLab shows once. */
function sinkFields({ schema: { required = [], properties } }: Kind): readonly string[] {
  return required.filter((field) => properties[field]?.['x-local'] === true);
}

/** Where the secret of what is made anew is to go: where that of what takes its place goes, as far as that is declared. */
export function sinksOf(kind: Kind, declared: Declared | undefined): JsonObject {
  return Object.fromEntries(
    sinkFields(kind).flatMap((field): [string, Json][] => {
      const [schema, value] = [propertyOf(kind, field), declared?.spec[field]];
      return schema === undefined || value === undefined ? [] : [[field, shown(schema, value)]];
    }),
  );
}

/** What is to be said of the secret of what is made anew, behind that: where nobody says where it goes, it is a file of a name of its own. */
export function secretGoes(kind: Kind, was: JsonObject, sinks: JsonObject): string {
  const [field] = sinkFields(kind);
  if (field === undefined) return '';
  const to = field in sinks ? 'where the one of what takes its place went' : `to ${filesAmong(was[field]).join(', ')}`;
  return `; its secret is another one, and goes ${to}`;
}

/** What is left of the secret of something new, once that is gone again: it is void, and what it has taken the place of is kept nowhere. */
export function keptVoid(
  { calls }: Pick<Change, 'calls'>,
  address: string,
  addressBefore: (address: string) => string,
): readonly Lost[] {
  const files = calls.flatMap(({ saveSecretTo }) => saveSecretTo?.files ?? []);
  const handed = calls.flatMap(({ handsOn, method }) =>
    handsOn === undefined ? [] : [{ to: addressBefore(handsOn.to), method }],
  );
  const places = [...files, ...handed.map(({ to }) => to)];
  if (places.length === 0) return [];
  const over = handed.filter(({ method }) => method !== 'POST').map(({ to }) => to);
  return [
    { address, why: `its secret stays where it goes, and is void then: ${places.join(', ')}` },
    ...over.map((to) => ({ address, why: `what ${to} holds before it gets the secret is kept nowhere` })),
  ];
}
