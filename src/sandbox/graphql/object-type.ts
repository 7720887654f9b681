import type { RequestContext } from '../http/request-context.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { Sources, TypeName, Ref } from './sources.ts';

/** What a field counts for: so much beside its selections, or as a list whose pages multiply them. */
export type Cost = number | { readonly paged: true; readonly sorted?: true };

/** What can be told of a field without its value. */
export interface FieldShape {
  /** The object type; none for a scalar. */
  readonly type?: TypeName;
  readonly args?: Readonly<Record<string, 'required' | 'optional'>>;
  readonly cost?: Cost;
}

/** A field that cannot be told, and why; the answer has null in its place. */
export interface Refused {
  readonly refused: string;
}

interface ScalarField<S> extends FieldShape {
  readonly kind: 'scalar';
  readonly read: (context: RequestContext, source: S, args: JsonObject) => Json;
}

interface ObjectField<S> extends FieldShape {
  readonly kind: 'object';
  readonly type: TypeName;
  readonly read: (context: RequestContext, source: S, args: JsonObject) => Ref | readonly Ref[] | Refused | null;
}

export type Field<S> = ScalarField<S> | ObjectField<S>;

/** An object type of GraphQL, with how each field is read of its row. */
export type ObjectType<S> = Readonly<Record<string, Field<S>>>;

/** All object types, by name. */
export type ObjectTypes = { readonly [K in TypeName]: ObjectType<Sources[K]> };

/** A field without selections. */
export function scalar<S>(read: ScalarField<S>['read'], shape: Omit<FieldShape, 'type'> = {}): Field<S> {
  return { kind: 'scalar', read, ...shape };
}

/** A field with selections: one object, or a list of them. */
export function object<S>(
  type: TypeName,
  read: ObjectField<S>['read'],
  shape: Omit<FieldShape, 'type'> = {},
): Field<S> {
  return { kind: 'object', type, read, ...shape };
}

/** A value of an object type. */
export function ref<K extends TypeName>(
  type: K,
  source: Sources[K],
): { readonly type: K; readonly source: Sources[K] } {
  return { type, source };
}

/** The same, for what may be missing. */
export function refOrNull<K extends TypeName>(type: K, source: Sources[K] | undefined): Ref<K> | null {
  return source === undefined ? null : ref(type, source);
}

/** A moment as GraphQL tells it, in whole seconds. */
export function time(stamp: string): string {
  return stamp.replace(/\.\d+Z$/, 'Z');
}
