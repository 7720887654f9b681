import { serverMessageOf } from '../../api/server-message.ts';
import { identity, nameField, type Kind, type DecodeContext } from '../../kind.ts';
import type { Call, Change, Entry, FieldChange, JsonObject, Value } from '../../model.ts';
import { propertyOf } from '../kinds.ts';
import { agreement, type Agreement } from './agreement.ts';

type Spec = { readonly [name: string]: Value | undefined };

/**
 * What the platform accepted but did not do: it drops what it does not know, and what its tier lacks, with a 200. Undefined where
 * the answer shows all that was asked for.
 */
export function notAccepted(
  change: Change,
  call: Pick<Call, 'answer'>,
  kind: Kind,
  answer: JsonObject,
  decodeContext: DecodeContext,
): string | undefined {
  const error = errorWithin(answer);
  if (error !== undefined) return error;
  const shows = decodedAnswer(kind, answer, decodeContext)?.spec;
  if (shows === undefined) return serverMessageOf(answer) ?? 'its answer does not show the object';
  const ignored = change.fields.filter((field) => inAnswer(field, call, kind, shows) === 'differs');
  if (ignored.length === 0) return undefined;
  return butNot(ignored);
}

/** What a success says that has left fields as they are not to be. */
export function butNot(fields: readonly FieldChange[]): string {
  const listed = fields.map(({ path, to }) => `${path} is not ${JSON.stringify(to ?? null)}`).join(', ');
  return `it answers with success, but ${listed}`;
}

/** What an answer says of an error under a status of success. */
export function errorWithin(answer: JsonObject): string | undefined {
  if (answer['status'] !== 'error') return undefined;
  return serverMessageOf(answer) ?? 'it answers with an error inside a success';
}

/**
 * Whether a live entry shows what a change would bring about: `agrees` where it shows all of it, `unseen` where nothing
 * contradicts it but some of it cannot be seen, as no secret can.
 */
export function showsChange(change: Change, kind: Kind, spec: Spec): Agreement {
  const found = change.fields.map((field) => inEntry(field, kind, spec));
  if (found.includes('differs')) return 'differs';
  return found.includes('unseen') ? 'unseen' : 'agrees';
}

/** The fields in which a live entry, as far as it is seen, is another than a change would have it. */
export function contradicted({ fields }: Change, kind: Kind, spec: Spec): readonly FieldChange[] {
  return fields.filter((field) => inEntry(field, kind, spec) === 'differs');
}

/** What an answer shows, in the words of the YAML; undefined where it does not show the object. */
export function decodedAnswer(kind: Kind, answer: JsonObject, decodeContext: DecodeContext): Entry | undefined {
  try {
    return kind.decode(answer, decodeContext);
  } catch {
    return undefined;
  }
}

/** The answer to a call may show less than a read does: no detail, and no names of what is referred to. */
function inAnswer({ path, to }: FieldChange, call: Pick<Call, 'answer'>, kind: Kind, shows: Spec): Agreement {
  const [name = path] = path.split('.');
  const schema = propertyOf(kind, name);
  const value = shows[name];
  if (schema === undefined || schema['x-local'] || schema['x-making']) return 'unseen';
  if (schema['x-detail'] && value === undefined && call.answer !== 'whole') return 'unseen';
  if (schema['x-ref'] !== undefined) {
    // What it points at may have no name here: its id has only just been given. That it points nowhere can be seen.
    if (value === undefined) return 'unseen';
    return (to ?? null) === null
      ? agreement(kind.schema.properties, path, null, shows)
      : value === null
        ? 'differs'
        : 'unseen';
  }
  return heldAgainst({ path, to }, kind, shows);
}

function inEntry({ path, to }: FieldChange, kind: Kind, spec: Spec): Agreement {
  const [name = path] = path.split('.');
  const schema = propertyOf(kind, name);
  if (schema === undefined) return 'unseen';
  // A secret that is shown at any time is to be there.
  if (schema['x-local'] && kind.showsHandedOn) return spec[name] === undefined ? 'differs' : 'agrees';
  return schema['x-local'] || schema['x-making'] ? 'agrees' : heldAgainst({ path, to }, kind, spec);
}

/** A name is as asked for where it names the same: what comes into `Ops`, written `ops`, is at `Ops/web` and not at `ops/web`. */
function heldAgainst({ path, to }: Pick<FieldChange, 'path' | 'to'>, kind: Kind, shows: Spec): Agreement {
  const named = shows[path];
  if (path !== nameField(kind) || typeof to !== 'string' || typeof named !== 'string')
    return agreement(kind.schema.properties, path, to, shows);
  return identity(kind, to) === identity(kind, named) ? 'agrees' : 'differs';
}
