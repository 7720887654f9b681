import { isList, isMap } from './base/shape.ts';
import type { Attributes, Scope, Value } from './model.ts';

/** The file that a secret goes to which the platform shows once. */
export type FileSink = { readonly file: string };

/** The CI/CD variable of the same instance that such a secret goes to: of a group or of a project. */
export type VariableSink = {
  readonly variable: {
    readonly group?: string;
    readonly project?: string;
    readonly key: string;
    readonly masked?: boolean;
    readonly protected?: boolean;
    readonly environment_scope?: string;
  };
};

/** One place that such a secret goes to. */
export type Sink = FileSink | VariableSink;

/** Where such a secret goes, as it is written: one place, or several. */
export type Sinks = Sink | readonly Sink[];

/** An entry of another section that gets such a secret: its attributes without it, the field that it goes into, and the field that says so. */
export interface HandedOn {
  readonly from: string;
  readonly section: string;
  readonly scope: Scope;
  readonly spec: Attributes;
  readonly field: string;
  /** What such a secret looks like, unless the instance has a prefix of its own: what does not is none that came from here. */
  readonly form: RegExp;
}

/** The files among the places that a secret goes to, as they are written; none of what is no such place, which the schema has told off. */
export function filesAmong(sinks: Value | Sinks | undefined): readonly string[] {
  return listed(sinks).flatMap((sink) => {
    const file: unknown = isMap(sink) ? sink['file'] : undefined;
    return typeof file === 'string' ? [file] : [];
  });
}

/** The variables among the places that a secret goes to, each as it is written; none of what is no such place. */
export function variablesAmong(sinks: Value | Sinks | undefined): readonly { readonly [field: string]: unknown }[] {
  return listed(sinks).flatMap((sink) => {
    const variable: unknown = isMap(sink) ? sink['variable'] : undefined;
    return isMap(variable) ? [{ ...(variable as { readonly [field: string]: unknown }) }] : [];
  });
}

function listed(sinks: Value | Sinks | undefined): readonly { readonly [name: string]: unknown }[] {
  return (isList(sinks) ? sinks : [sinks]).filter((sink) => isMap(sink));
}
