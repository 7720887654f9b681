import { handedOn } from '../../handed-on.ts';
import type { Kind } from '../../kind.ts';
import { isList } from '../../base/shape.ts';
import type { Change, Declared, Json, JsonObject, LiveEntry } from '../../model.ts';
import { filesAmong, variablesAmong } from '../../sinks.ts';
import { kindOf, propertyOf, type Kinds } from '../kinds.ts';
import { shown } from '../plan/diff.ts';
import type { Lost } from './undo.ts';

/** The fields that say where a secret goes which GitLab shows once. */
export function sinkFields({ schema: { required = [], properties } }: Kind): readonly string[] {
  return required.filter((field) => properties[field]?.['x-local'] === true);
}

/** Where the secret of something goes, as that is declared. */
export function declaredSinks(kind: Kind, declared: Declared | undefined): JsonObject {
  return Object.fromEntries(
    sinkFields(kind).flatMap((field): [string, Json][] => {
      const [schema, value] = [propertyOf(kind, field), declared?.spec[field]];
      return schema === undefined || value === undefined ? [] : [[field, shown(schema, value)]];
    }),
  );
}

/** The variables that the secret of what takes its place goes to, as far as that is declared: what is made anew hands its own to them. */
export function variableSinks(kind: Kind, declared: Declared | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(declaredSinks(kind, declared)).flatMap(([field, written]): [string, Json][] => {
      const variables = (isList(written) ? written : [written]).filter((sink) => variablesAmong(sink).length > 0);
      return variables.length === 0 ? [] : [[field, variables]];
    }),
  );
}

/**
 * Where the secret of what is made anew goes: to these variables, and to a file where the other one went to one. No file is written over, and what took
 * its place may have its secret in any that is named: it is one of a name of its own, with the number of what is made anew.
 */
export function sinksBack(
  kind: Kind,
  was: JsonObject,
  variables: JsonObject,
  { declared, id }: { readonly declared: Declared | undefined; readonly id: LiveEntry['id'] },
): JsonObject {
  return Object.fromEntries(
    sinkFields(kind).flatMap((field): [string, Json][] => {
      const known = variables[field];
      const handed = isList(known) ? known : [];
      const goesToFile = filesAmong(declared?.spec[field]).length > 0 || handed.length === 0;
      const own = goesToFile ? filesAmong(was[field]).map((file) => ({ file: numbered(file, id) })) : [];
      const [only, ...more] = [...own, ...handed];
      return only === undefined ? [] : [[field, more.length === 0 ? only : [only, ...more]]];
    }),
  );
}

function numbered(file: string, id: LiveEntry['id']): string {
  return id === undefined ? file : file.replace(/(\.[^.]*)?$/, (end) => `-${id}${end}`);
}

/** What is to be said of the secret of what is made anew, behind that. */
export function secretGoes(kind: Kind, sinks: JsonObject, declared: Declared | undefined, kinds: Kinds): string {
  const files = sinkFields(kind).flatMap((field) => filesAmong(sinks[field]));
  const again = declared && { ...declared, state: 'present' as const, spec: sinks };
  const handed = again && handedOn(kind, again, ({ name }) => kindOf(kinds, name));
  const places = [...files, ...(handed ?? []).map(({ address }) => address)];
  return places.length === 0 ? '' : `; its secret is another one, and goes to ${places.join(', ')}`;
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
